import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandText } from './command-text.ts';

it('is what a shell takes apart again', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', ' ', "'", '"', '$', '-', '漢', '`'),
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(word, word, (query, session) => {
      const text = commandText('search', [query], {
        all: true,
        json: false,
        session,
        limit: 2,
        role: ['user', 'tool'],
        mode: undefined,
      });
      const printed = execFileSync('sh', ['-c', `hermes() { printf '%s\\n' "$@"; }; ${text}`], { encoding: 'utf8' });
      const shown = session.startsWith('-') ? [`--session=${session}`] : ['--session', session];
      const words = ['sessions', 'search', '--all', ...shown, '--limit', '2', '--role', 'user', '--role', 'tool'];
      expect(printed.slice(0, -1).split('\n')).toEqual([...words, ...(query.startsWith('-') ? ['--'] : []), query]);
    }),
    { numRuns: 15 },
  );
});

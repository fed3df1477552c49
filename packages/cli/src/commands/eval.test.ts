import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

/** Turns with a rule in the first one and a number in the second. */
function recorded(turns: number): string {
  const rule = 'Never push to the branch release-7.';
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: turn === 0 ? `Port the parser to the new build. ${rule}` : `Look at part ${turn}.` },
    {
      role: 'assistant',
      content: `Part ${turn} of src/part-${turn}.ts took 48${turn} ms. ${words(`said${turn}_`, 120)}`,
    },
  ]).flat();
  return JSON.stringify({ messages });
}

describe('hermes eval', () => {
  it('leads a conversation through engines, and says which to use and why', async () => {
    const box = sandbox();
    const file = box.write('chat.json', recorded(60));
    const run = await box.hermes(['eval', file, '--engines', 'compressor,keep-turns+compressor']);

    expect(run).toMatchObject({ code: 0, err: '' });
    for (const row of ['none', 'compressor', 'keep-turns \\+ compressor'])
      expect(run.out).toMatch(new RegExp(`^${row} +100 %`, 'm'));
    expect(run.out).toMatch(/^Use (?:compressor|keep-turns \+ compressor)\. /m);
    expect(run.out).not.toContain('\u001b');
  });

  it('gives the same figures twice with --json, timings aside, and keeps the rule', async () => {
    const box = sandbox();
    const file = box.write('chat.json', recorded(40));
    const json = async () => {
      const { out } = await box.hermes(['eval', file, '--engines', 'compressor', '--context-length', '8k', '--json']);
      return JSON.parse(out, (key, value: unknown) => (key === 'ms' ? 0 : value));
    };
    const first = await json();
    expect(await json()).toEqual(first);
    expect(first).toMatchObject({ windowTokens: 8_000, thresholdTokens: 4_000, recommendation: { row: 'compressor' } });
    const ours = first.results.find(({ row }: { readonly row: string }) => row === 'compressor');
    expect(ours.compactions).toBeGreaterThan(0);
    expect(ours.constraintsMissed).toEqual([]);
  });

  it.each([
    [['eval', 'nowhere.json'], 'there is no such file'],
    [['eval', 'empty.json'], 'There is nothing to measure'],
    [['eval', 'chat.json', '--threshold', '2'], '--threshold 2 cannot be.'],
    [['eval', 'chat.json', '--engines', 'compressor,'], 'An engine without a name'],
    [['eval', 'chat.json', '--engines', 'nobody'], 'was not found'],
    [['bench', '--sizes', '9k'], 'There is no "9k"'],
    [['bench', '--families', 'poetry'], 'There is no "poetry"'],
    [['bench', '--seed', '-1'], '--seed -1 cannot be.'],
    [['bench', '--rows', 'nowhere.mjs'], 'Cannot load nowhere.mjs.'],
    [['bench', '--rows', 'none.mjs'], 'none.mjs gives no rows.'],
    [['bench', '--rows', 'half.mjs'], 'half.mjs gives no rows.'],
  ])('refuses %j and says why', async (argv, says) => {
    const box = sandbox();
    box.write('chat.json', recorded(3));
    box.write('empty.json', '[{"role":"user","content":"Hello"}]');
    box.write('none.mjs', 'export const benchRows = () => 7;');
    box.write('half.mjs', `export const benchRows = () => [{ name: 'half', variant: 'default', version: '1' }];`);
    const run = await box.hermes(argv);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain(says);
    expect(run.err).toMatch(/\n +fix: /);
  });
});

describe('hermes bench', () => {
  it('prints tables over generated conversations, writes the report, and takes rows of a module', async () => {
    const box = sandbox();
    box.write(
      'rows.mjs',
      `const session = { list: [], async next(added) { this.list.push(...added);
        return { messages: this.list.slice(-1), toolTokens: 0, compactions: 0, problems: [] }; }, async close() {} };
      export const benchRows = () => [{ name: 'newest-only', variant: 'default', version: '9.9.9',
        can: { reach: false, undo: false, summarise: false }, open: async () => ({ ...session, list: [] }) }];`,
    );
    const words = ['bench', '--families', 'preferences', '--engines', 'compressor', '--rows', 'rows.mjs'];
    const run = await box.hermes([...words, '--out', 'report']);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(/^\| compressor \| default \| 100 % \| 100 % \|/m);
    expect(run.out).toMatch(/^\| newest-only \| default \|/m);
    expect(run.out).toContain('newest-only 9.9.9');
    expect(readFileSync(join(box.folder, 'report', 'README.md'), 'utf8')).toBe(run.out);
    expect(readFileSync(join(box.folder, 'report', 't1-headline.csv'), 'utf8')).toContain('compressor,default,100 %');
  });
});

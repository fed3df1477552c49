import type { Messages } from '@hermes-context/contract';
import { redactSecrets } from '@hermes-context/messages';
import { deepFreeze, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateTrajectory } from '../generate/generate-trajectory.ts';
import { replayOptions } from '../replay/replay.fixture.ts';
import { noneRow } from '../rows/none.ts';
import { truncateOldestRow } from '../rows/truncate-oldest.ts';
import { evaluateTranscript, windowFor } from './evaluate-transcript.ts';
import { findItems } from './find-items.ts';
import { secretsIn } from './find-secrets.ts';
import { recommend } from './recommend.ts';
import { searchWords } from './search-words.ts';

const SECRET = ['gh', 'p_FAKE7aB3dE5fG7hJ9kL2mN4pQ6rS8tU1'].join('');

const messages: Messages = [
  { role: 'user', content: 'Please speed up the export. Never change the public API! Is that clear?' },
  {
    role: 'assistant',
    content: 'The export takes 41 seconds, see ticket BK-1204.',
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'terminal', arguments: '{"command":"npm run export -- --all"}' } },
      {
        id: 'b',
        type: 'function',
        function: { name: 'edit_file', arguments: '{"file_path":"src/export.ts","text":"x"}' },
      },
      { id: 'c', type: 'function', function: { name: 'terminal', arguments: '{"command":"rm src/old.ts"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'a', content: `TypeError: rows is not iterable\nTOKEN=${SECRET}` },
  { role: 'tool', tool_call_id: 'b', content: 'ok' },
  { role: 'tool', tool_call_id: 'c', content: 'ok' },
  { role: 'assistant', content: 'I changed src/export.ts.' },
  { role: 'user', content: 'Thanks. And now?' },
];

describe('what is found in a conversation without an answer key', () => {
  it('is the first request, rules, commands, errors, identifiers, numbers, paths and secrets', () => {
    const found = findItems(messages).items.map(({ kind, probe }) => `${kind}: ${probe}`);
    expect(found).toEqual([
      'goal: Please speed up the export.',
      'constraint: Never change the public API!',
      'identifier: BK-1204',
      'number: 41 seconds',
      'command: npm run export -- --all',
      'command: rm src/old.ts',
      `secret: ${SECRET}`,
      'error: TypeError: rows is not iterable',
      'path: src/export.ts',
    ]);
  });

  it('has the changes of files, with what was done', () => {
    expect(findItems(messages).artifacts).toEqual([
      { path: 'src/export.ts', action: 'written', index: 1 },
      { path: 'src/old.ts', action: 'deleted', index: 1 },
    ]);
  });

  it('is at most forty of a kind, from beginning to end', () => {
    const many: Messages = Array.from({ length: 300 }, (_, at) => ({
      role: 'user',
      content: `See ticket AB-${at + 1}.`,
    }));
    const ids = findItems(many).items.filter(({ kind }) => kind === 'identifier');
    expect(ids).toHaveLength(40);
    expect(ids.at(-1)?.index).toBeGreaterThan(280);
  });

  it('is searched by what stands around a value, and by the words of a sentence', () => {
    expect(searchWords('41 seconds', 'The slowest export takes 41 seconds.')).toEqual([
      'slowest export takes',
      'seconds',
    ]);
    expect(searchWords('', '')).toEqual([]);
  });
});

describe('the recommendation', () => {
  const long = generateTrajectory('coding', '8k', 4).messages;

  it('is never a row that outgrows the window', async () => {
    const { recommendation, results, tokens, items } = await evaluateTranscript(
      long,
      [noneRow, truncateOldestRow],
      replayOptions(windowFor(long)),
    );
    expect(results.map(({ row, overWindow }) => [row, overWindow > 0])).toEqual([
      ['none', true],
      ['truncate-oldest', false],
    ]);
    expect(recommendation?.row).toBe('truncate-oldest');
    expect(tokens).toBeGreaterThan(8_000);
    expect(items.constraint).toBeGreaterThan(1);
  });

  it('is the row that keeps more, though it costs more, and the cheapest of equals', async () => {
    const roomy = replayOptions({ windowTokens: 50_000, thresholdTokens: 4_000 });
    const { results, recommendation } = await evaluateTranscript(long, [truncateOldestRow, noneRow], roomy);
    expect(recommendation?.row).toBe('none');
    const [, none] = results;
    const cheaper = {
      ...none,
      row: 'cheaper',
      costs: { anthropic: { busy: { ...none!.costs.anthropic!.busy!, costTokens: 1 } } },
    };
    expect(recommend([none!, { ...none!, ...cheaper }])?.row).toBe('cheaper');
    expect(recommend([])).toBeUndefined();
  });
});

describe('any conversation', () => {
  it('is led to its end, and loses nothing without an engine', async () => {
    await fc.assert(
      fc.asyncProperty(transcript(), async (any) => {
        const { results } = await evaluateTranscript(deepFreeze(any), [noneRow], replayOptions());
        for (const { ends, lost, problems } of results) expect([ends, lost, problems]).toEqual([true, [], []]);
      }),
      { numRuns: 30 },
    );
  });

  it('gives up each of its secrets, and nothing else', () => {
    const pieces = fc.array(fc.oneof(fc.constant(SECRET), fc.constantFrom('see ', '\n', 'KEY=', ' and ', '.')));
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join(' ');
        const secrets = secretsIn(text);
        expect(secrets.every((secret) => text.includes(secret))).toBe(true);
        const without = secrets.reduce((rest, secret) => rest.replace(secret, ''), text);
        expect(redactSecrets(without)).not.toContain('[REDACTED');
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { compactionBench } from '../compaction.fixture.ts';
import { pinTokensOf } from './keep-in-answer.ts';

const RULE = 'Never touch table legacy_ledger.';

describe('the room for pins', () => {
  it.each([
    [200_000, 5, 10_000],
    [8_000, 5, 500],
    [1_200, 5, 300],
    [200_000, 0, 0],
  ])('is, in a window of %i tokens at %i %%, %i tokens', (contextTokens, percent, tokens) => {
    expect(pinTokensOf(contextTokens, percent)).toBe(tokens);
  });
});

describe('an answer with pins', () => {
  const talk = (answer: string) =>
    [
      { role: 'system', content: 'Help.' },
      { role: 'user', content: `Fix the exporter for me, please. ${RULE}` },
      { role: 'assistant', content: answer },
      { role: 'user', content: 'Newest question.' },
    ] as const;

  it('is committed with what the engine dropped, and says how much that is', async () => {
    const bench = await compactionBench({ messages: talk('A long answer. '.repeat(60)), parts: { pinTokens: 500 } });
    expect(await bench.run()).toMatchObject({ kind: 'compacted', pins: { kept: 2, shown: 1 }, warnings: [] });
    expect((await bench.texts()).join('\n')).toContain(RULE);
  });

  it('is none where the list would be no smaller with them', async () => {
    const bench = await compactionBench({ messages: talk('Short.'), parts: { pinTokens: 500 } });
    const before = await bench.texts();
    expect(await bench.run()).toMatchObject({
      kind: 'unchanged',
      reason: 'no-progress',
      detail: expect.stringMatching(
        /^With its pins the result would be no smaller: about \d+ tokens instead of \d+\.$/,
      ),
    });
    expect(await bench.texts()).toEqual(before);
  });
});

import type { Messages } from '@hermes-context/contract';
import { estimateMessagesTokens, estimateTokens } from '@hermes-context/messages';
import { manualClock, type ScriptedReply, scriptedSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { turns } from './engine.fixture.ts';
import { SpendGuard } from './spend-guard.ts';
import { writeSummary } from './write-summary.ts';

const SOURCE = turns(6);
const SIZE = estimateMessagesTokens(SOURCE);
const TOO_LONG = 'as long as what it stands for '.repeat(SIZE);

function bench(replies: readonly ScriptedReply[], maxCalls = 10) {
  const clock = manualClock();
  const summarise = scriptedSummarizer(replies);
  const guard = new SpendGuard(maxCalls, () => clock.now());
  const write = (messages: Messages = SOURCE) =>
    writeSummary(
      {
        request: { messages },
        sourceTokens: estimateMessagesTokens(messages),
        targetTokens: 200,
        signal: new AbortController().signal,
      },
      { summarise, guard, countTokens: estimateTokens },
    );
  return { clock, guard, summarise, write };
}

describe('writeSummary', () => {
  it('I27 takes the first summary that is shorter than its source', async () => {
    const { write, summarise } = bench(['## Goal\nShip it']);

    expect(await write()).toMatchObject({ text: '## Goal\nShip it', level: 1, source: 'model', warnings: [] });
    expect(summarise.requests.map(({ maxTokens }) => maxTokens)).toEqual([200]);
  });

  it.each<[string, ScriptedReply]>([
    ['is empty', { failure: 'empty' }],
    ['was cut off', { failure: 'truncated' }],
    ['is a refusal', { failure: 'refusal' }],
    ['is no shorter than its source', TOO_LONG],
  ])(
    'I27 asks for half as much where the first one %s, and cuts without a model where the second one is no better',
    async (_, bad) => {
      const second = await bench([bad, '- ship it']).write();
      expect(second).toMatchObject({ text: '- ship it', level: 2, source: 'model' });
      const { write, summarise } = bench([bad, bad]);
      const cut = await write();

      expect(cut).toMatchObject({ level: 3, source: 'extractive' });
      expect(cut.tokens).toBeLessThan(SIZE);
      expect(cut.text).toContain('step 1');
      expect(cut.text).toContain('Step 6');
      expect(cut.warnings.at(-1)).toContain('cut from the messages without a model');
      expect(summarise.requests.map(({ maxTokens }) => maxTokens)).toEqual([200, 100]);
    },
  );

  it('I23 lets no secret into a summary, whoever made it', async () => {
    const secret = `sk-ant-api03-${'a1B2'.repeat(20)}`;
    const said: Messages = [{ role: 'user', content: `The key is ${secret}` }, ...SOURCE];
    for (const replies of [[`The key is ${secret}`], [{ failure: 'other' }, { failure: 'other' }]] as const) {
      expect((await bench([...replies]).write(said)).text).not.toContain(secret.slice(0, 24));
    }
  });

  it('goes on where a summarizer breaks its word and throws', async () => {
    const fail = () => {
      throw new Error('socket');
    };
    expect(await bench([fail, fail]).write()).toMatchObject({ level: 3 });
  });
});

describe('the spend guard', () => {
  it('I21 asks a model so many times in ten minutes, says why it does not, and opens again', async () => {
    const { write, guard, clock, summarise } = bench(['one', 'two', 'three'], 2);
    await write();
    await write();
    const third = await write();

    expect(third).toMatchObject({ level: 3 });
    expect(third.warnings[0]).toContain('max_summary_calls is 2');
    expect(guard.state()).toMatchObject({ callsInWindow: 2, closed: expect.stringContaining('ten minutes') });
    clock.advance(600_000);
    expect(await write()).toMatchObject({ text: 'three', level: 1 });
    expect(summarise.requests).toHaveLength(3);
  });

  it('I21 takes a text that was extracted in the place of models that failed for a failure of theirs', async () => {
    const clock = manualClock();
    const guard = new SpendGuard(10, () => clock.now());
    const attempts = [
      { source: 'model', model: 'm', outcome: 'timeout' },
      { source: 'extractive', outcome: 'ok' },
    ] as const;
    const tried = { failed: attempts, none: attempts.slice(1) };
    const write = (which: keyof typeof tried) =>
      writeSummary(
        { request: { messages: SOURCE }, sourceTokens: SIZE, targetTokens: 200, signal: new AbortController().signal },
        {
          summarise: async () => ({
            kind: 'summary',
            text: 'An extract.',
            source: 'extractive',
            attempts: tried[which],
            warnings: [],
          }),
          guard,
          countTokens: estimateTokens,
        },
      );
    for (let call = 0; call < 3; call += 1)
      expect(await write('failed')).toMatchObject({ text: 'An extract.', level: 3 });
    expect(guard.state()).toMatchObject({ failuresInRow: 3, closed: expect.stringContaining('failed') });
    clock.advance(300_000);
    await write('none');
    expect(guard.state().failuresInRow).toBe(0);
  });

  it('I21 leaves the model alone for five minutes after three failures in a row', async () => {
    const failed = { failure: 'overload' } as const;
    const { write, guard, clock } = bench([failed, failed, failed, 'well again']);
    await write();
    await write();

    expect(guard.state()).toMatchObject({ failuresInRow: 3, closed: expect.stringContaining('failed') });
    clock.advance(299_999);
    expect((await write()).level).toBe(3);
    clock.advance(1);
    expect(await write()).toMatchObject({ text: 'well again' });
    expect(guard.state()).toMatchObject({ failuresInRow: 0 });
  });
});

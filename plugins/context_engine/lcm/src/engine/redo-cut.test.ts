import type { Messages, Summarise, SummaryResult } from '@hermes-context/contract';
import { estimateTokens, summaryBody } from '@hermes-context/messages';
import { echoSummarizer, manualClock, scriptedSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { engineBench, turns, withIds } from './engine.fixture.ts';
import { CutSummaries } from './redo-cut.ts';
import { SpendGuard } from './spend-guard.ts';
import { asMessages, CUT_LEVEL } from './write-summary.ts';

describe('a summary that was cut without a model', () => {
  it('I27 is written anew behind the turns once a model answers, and put in place with the next compaction', async () => {
    const echo = echoSummarizer();
    let isDown = true;
    const down: SummaryResult = { kind: 'failed', failure: 'other', detail: 'No answer.', attempts: [] };
    const { engine, services, compress, store } = await engineBench({
      model: { name: 'small', contextTokens: 8_000 },
      summarise: async (request) => (isDown ? down : echo(request)),
    });
    const cut = await compress(withIds(turns(30)), { force: true });
    if (cut.kind !== 'compressed') throw new Error(cut.detail);
    const all = await store();
    const before = await all.roots('test-session');
    expect(before.map(({ level }) => level)).toContain(3);

    isDown = false;
    services.clock.now = () => Date.UTC(2030, 0, 1); // the breaker closes after a while
    let list = cut.messages;
    for (let round = 1; round <= before.length; round += 1) {
      list = [...list, ...withIds(turns(20, 100, 100 * round), 1_000 * round)];
      engine.selectContext?.({ messages: list, promptTokens: 4_500 });
      engine.onTurnComplete?.({ added: list.slice(-2), usage: { promptTokens: 4_500, completionTokens: 1 } });
      const cutCount = before.length - round;
      await until(async () => (await all.roots('test-session')).filter(({ level }) => level === 3).length <= cutCount);
      const shorter = await compress(list, { promptTokens: 4_500 });
      if (shorter.kind === 'compressed') list = shorter.messages;
    }
    const after = await all.roots('test-session');
    const redone = after.filter(({ id }) => !before.some((each) => each.id === id));

    expect(after.map(({ level }) => level)).not.toContain(3);
    expect(redone.length).toBeGreaterThan(0);
    expect(await all.verify()).toEqual([]);
    const shown = await compress(list, { force: true });
    if (shown.kind !== 'compressed') throw new Error(shown.detail);
    const text = shown.messages.map((message) => summaryBody(message) ?? '').join('\n');
    for (const { id } of await all.roots('test-session')) expect(text).toContain(`[${id} `);
  });

  it('I27 is tried again after a failure, and not while no model may be asked', async () => {
    const { store, task } = await cutStore();
    const clock = manualClock();
    const guard = new SpendGuard(10, () => clock.now());
    const down: SummaryResult = { kind: 'failed', failure: 'overload', detail: 'No answer.', attempts: [] };
    const echo = echoSummarizer();
    let answers = 0;
    const summarise: Summarise = async (request) => {
      answers += 1;
      return answers <= 3 ? down : echo(request);
    };
    const cut = new CutSummaries();
    const redo = () => cut.redoOldest(task, { summarise, guard, countTokens: estimateTokens });
    const levels = async () => (await store.roots('test-session')).map(({ level }) => level);
    await redo();
    expect(answers).toBe(2);
    await redo(); // the third failure closes the guard
    expect(answers).toBe(3);
    await redo();
    expect(answers).toBe(3);
    expect(await levels()).toContain(3);
    clock.advance(300_000);
    await redo();
    expect(answers).toBe(4);
    expect(await levels()).not.toContain(3);
  });

  it('I27 is left as it is where a model answered and was no better', async () => {
    const { store, task } = await cutStore();
    const summarise = scriptedSummarizer(['long '.repeat(20_000), 'long '.repeat(20_000)]);
    const cut = new CutSummaries();
    for (let turn = 0; turn < 3; turn += 1) {
      await cut.redoOldest(task, { summarise, guard: openGuard(), countTokens: estimateTokens });
    }
    expect(summarise.requests).toHaveLength(2);
    expect((await store.roots('test-session')).map(({ level }) => level)).toContain(3);
  });
});

/** Until what runs behind a turn has come so far. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe('a summary above others that were cut without a model', () => {
  it.each([
    ['cut too', CUT_LEVEL],
    ['written by a model, from the cut ones', 1],
  ])('I27 is written anew from the messages below them: %s', async (_, level) => {
    const { store, task } = await cutStore(40);
    const leaves = await store.roots('test-session');
    expect(leaves.length).toBeGreaterThan(1);
    const summaries = leaves.map(({ id }) => id);
    const over = { sessionId: 'test-session', text: 'too little', tokens: 3, level } as const;
    await store.addSummary({ ...over, sources: { kind: 'summaries', summaries } });
    const summarise = scriptedSummarizer(['What all of the messages say, in short.']);
    const cut = new CutSummaries();
    const redo = () => cut.redoOldest(task, { summarise, guard: openGuard(), countTokens: estimateTokens });
    await redo();
    await redo();
    await new CutSummaries().redoOldest(task, { summarise, guard: openGuard(), countTokens: estimateTokens });

    const entryCount = leaves.reduce((sum, leaf) => sum + leaf.entryCount, 0);
    expect(summarise.requests).toHaveLength(1);
    expect(summarise.requests[0]?.messages).toHaveLength(entryCount);
    expect(await store.roots('test-session')).toMatchObject([{ level: 1, entryCount }]);
    expect(await store.verify()).toEqual([]);
  });

  it('I27 is written anew from summaries where the messages are too many', async () => {
    const { store, task } = await cutStore(40);
    const leaves = await store.roots('test-session');
    const summaries = leaves.map(({ id }) => id);
    const over = { sessionId: 'test-session', text: 'too little', tokens: 3, level: CUT_LEVEL } as const;
    await store.addSummary({ ...over, sources: { kind: 'summaries', summaries } });
    const summarise = scriptedSummarizer(['In short.']);
    const few = { ...task, mostTokens: (leaves[0]?.sourceTokens ?? 0) + 1 };
    await new CutSummaries().redoOldest(few, { summarise, guard: openGuard(), countTokens: estimateTokens });

    const messages = summarise.requests[0]?.messages ?? [];
    expect(messages.slice(leaves[0]?.entryCount)).toEqual(asMessages(leaves.slice(1).map(({ text }) => text)));
    expect(messages.length).toBe((leaves[0]?.entryCount ?? 0) + leaves.length - 1);
  });
});

function openGuard(): SpendGuard {
  return new SpendGuard(10, () => 0);
}

/** A store with summaries that were cut without a model. */
async function cutStore(turnCount = 12) {
  const down: SummaryResult = { kind: 'failed', failure: 'other', detail: 'No answer.', attempts: [] };
  const bench = await engineBench({ model: { name: 'small', contextTokens: 8_000 }, summarise: async () => down });
  await bench.compress(withIds(turns(turnCount)), { force: true });
  const store = await bench.store();
  const { signal } = new AbortController();
  const targetTokensFor = (tokens: number) => Math.ceil(tokens / 4);
  const task = {
    store,
    sessionId: 'test-session',
    show: (list: Messages) => list,
    targetTokensFor,
    mostTokens: 50_000,
    signal,
  };
  return { store, task };
}

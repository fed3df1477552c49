import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens, isSummary, summaryBody } from '@hermes-context/messages';
import { echoSummarizer, scriptedSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { engineBench, listOf, newFolder, round, turns, withIds } from './engine.fixture.ts';

const WINDOW = { name: 'small', contextTokens: 8_000 };

function summaryOf(messages: Messages): string {
  const summary: Message | undefined = messages.find(isSummary);
  return summary === undefined ? '' : (summaryBody(summary) ?? '');
}

/** Until what runs behind a turn has ended. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe('the lcm engine', () => {
  it('makes a summary behind a turn, and puts it in place without asking a model again', async () => {
    const summarise = echoSummarizer();
    const { engine, services, compress } = await engineBench({ model: WINDOW, summarise });
    const list = withIds(turns(25));
    engine.selectContext?.({ messages: list, promptTokens: 0 });
    expect(engine.shouldCompress(4_500)).toBe(false);
    engine.onTurnComplete?.({ added: list.slice(-2), usage: { promptTokens: 4_500, completionTokens: 1 } });
    await until(() => services.recorded.events.length > 0);

    expect(services.recorded.events[0]?.event).toBe('engine:lcm:summary-ready');
    expect(engine.shouldCompress(4_500)).toBe(true);
    const asked = summarise.requests.length;
    const shorter = listOf(await compress(list, { promptTokens: 4_500 }));
    expect(summarise.requests).toHaveLength(asked);
    expect(estimateMessagesTokens(shorter)).toBeLessThan(estimateMessagesTokens(list));
    expect(engine.shouldCompress(4_500)).toBe(false);
  });

  it('waits at the hard threshold, and summarises all that is before the tail', async () => {
    const { engine, compress } = await engineBench({ model: WINDOW });
    const list = withIds([{ role: 'system', content: 'Be brief.' }, ...turns(35)]);
    expect(engine.shouldCompress(6_000)).toBe(true);
    const outcome = await compress(list, { promptTokens: 6_000 });
    const shorter = listOf(outcome);

    expect(estimateMessagesTokens(shorter)).toBeLessThan(3_000);
    expect(shorter.slice(-4)).toEqual(list.slice(-4));
    expect(summaryOf(shorter)).toMatch(/^\[sum_[0-9a-f]{12} leaf #1-#\d+\]\n/);
    expect(outcome).toMatchObject({
      report: { covered: expect.arrayContaining([1, 2]), summary: { source: 'model' } },
    });
  });

  it('I22 says the same of the same summaries, in another process and later too', async () => {
    const first = await engineBench({ model: WINDOW });
    const list = withIds(turns(40));
    const once = summaryOf(listOf(await first.compress(list, { force: true })));
    const again = await engineBench({
      model: WINDOW,
      dataDir: first.services.dataDir,
      clock: { now: () => Date.UTC(2027, 0, 1) },
      summarise: scriptedSummarizer([]),
    });

    expect(summaryOf(listOf(await again.compress(structuredClone(list), { force: true })))).toBe(once);
  });

  it('I11 hands messages on as they are: what is new is marked', async () => {
    const { compress } = await engineBench({ model: WINDOW });
    const list = withIds([
      ...turns(20),
      ...round('a', 'x '.repeat(3_000)),
      ...turns(12, 100, 21),
      ...round('b', 'done'),
    ]);
    const shorter = listOf(await compress(list, { force: true }));
    const isMarked = ({ _context }: Message) => _context?.mark !== undefined;

    expect(shorter.filter((message) => !list.includes(message)).every(isMarked)).toBe(true);
  });

  it('I19 stops trying where nothing can be won, says so, and tries again once there is more', async () => {
    const { engine, compress } = await engineBench({ model: WINDOW });
    const list: Messages = [{ role: 'user', content: 'a question that fills the window '.repeat(1_000) }];
    const outcome = await compress(list, { promptTokens: 6_500 });

    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'nothing-to-compress' });
    expect(engine.shouldCompress(6_500)).toBe(false);
    expect(engine.status?.()).toMatchObject({ blocked: { reason: 'ineffective' }, thresholdTokens: 6_900 });
    expect(engine.shouldCompress(6_900)).toBe(true);
  });

  it('condenses summaries that outgrow their share, and names in one line what is not shown', async () => {
    const texts = Array.from(
      { length: 60 },
      (_, number) => `## Part ${number}\n${`what was done in part ${number} `.repeat(20)}`,
    );
    const { compress, store } = await engineBench(
      { model: WINDOW, summarise: scriptedSummarizer(texts) },
      { chunk_tokens: 400, summaries_share: 0.1, max_summary_calls: 60 },
    );
    let list: Messages = [];
    for (let part = 0; part < 6; part += 1) {
      list = listOf(
        await compress([...list, ...withIds(turns(20, 100, part * 20 + 1), part * 40 + 1)], { force: true }),
      );
    }
    const all = await store();
    const stats = await all.stats('test-session');
    const shown = new Set(summaryOf(list).match(/sum_[0-9a-f]{12}/g));

    expect(stats.condensed).toBeGreaterThan(0);
    expect(stats.entries).toBe(240);
    for (const { id } of await all.roots('test-session')) expect(shown).toContain(id);
    expect(estimateMessagesTokens(list)).toBeLessThan(3_000);
  });

  it('keeps what another engine had summarised', async () => {
    const { compress } = await engineBench({ model: WINDOW });
    const foreign: Message = {
      role: 'user',
      content: '[CONTEXT COMPACTION] Earlier turns.\n\nThe release is called Kumquat.\n\n[END OF CONTEXT COMPACTION]',
      _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: 12 } } },
    };
    const shorter = listOf(
      await compress([foreign, { role: 'assistant', content: 'Noted.' }, ...turns(30)], { force: true }),
    );
    const again = listOf(await compress([...shorter, ...turns(30, 100, 31)], { force: true }));

    for (const list of [shorter, again]) {
      expect(summaryOf(list)).toContain('[earlier summary, not of this log]');
      expect(summaryOf(list).match(/Kumquat/g)).toHaveLength(1);
    }
  });

  it('condenses behind the turns too: with summaries that are always ready in time, they do not pile up', async () => {
    const summarise = scriptedSummarizer(
      Array.from({ length: 200 }, (_, number) => `## Part ${number}\n${'what was done '.repeat(20)}`),
    );
    const { engine, compress, store } = await engineBench(
      { model: WINDOW, summarise },
      { chunk_tokens: 400, summaries_share: 0.1, max_summary_calls: 200 },
    );
    let list = withIds(turns(25));
    for (let part = 0; part < 8; part += 1) {
      engine.selectContext?.({ messages: list, promptTokens: 4_500 });
      engine.onTurnComplete?.({ added: list.slice(-2), usage: { promptTokens: 4_500, completionTokens: 1 } });
      await until(() => engine.shouldCompress(4_500));
      list = [
        ...listOf(await compress(list, { promptTokens: 4_500 })),
        ...withIds(turns(12, 100, 100 + part * 12), 1_000 + part * 24),
      ];
      await engine.onCommit?.({ sessionId: 'test-session', revision: part, inPlace: true });
    }
    const all = await store();
    const roots = await all.roots('test-session');

    expect((await all.stats('test-session')).leaves).toBeGreaterThan(14);
    expect(roots.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(800);
  });

  it('keeps the summary of a branch that was left as long as the list shows it', async () => {
    const { compress } = await engineBench({ model: WINDOW });
    const shorter = listOf(await compress(withIds(turns(40)), { force: true }));
    const summary = shorter.find(isSummary);
    if (summary === undefined) throw new Error('No summary.');
    const rewound = [summary, ...withIds(turns(30, 100, 100), 1_000)];
    const again = listOf(await compress(rewound, { force: true }));

    const id = /sum_[0-9a-f]{12}/.exec(summaryOf(shorter))?.[0] ?? 'none';
    expect(summaryOf(again).split(`[${id} leaf`)).toHaveLength(2);
  });

  it('does not let one message that no summary stands over hold back what is ready', async () => {
    const { engine, services, compress } = await engineBench({ model: WINDOW });
    const request: Message = { role: 'user', content: 'Do all of it.' };
    const work = Array.from({ length: 40 }, (_, step) => round(`a${step}`, `step ${step} `.repeat(40))).flat();
    const first = withIds([request, ...work]);
    const carried = listOf(await compress(first, { promptTokens: 7_000 }));
    expect(carried).toContain(first[0]);
    const list = [...carried, ...withIds(turns(18, 100, 200), 2_000)];
    engine.selectContext?.({ messages: list, promptTokens: 4_200 });
    engine.onTurnComplete?.({ added: list.slice(-2), usage: { promptTokens: 4_200, completionTokens: 1 } });
    await until(() => services.recorded.events.length > 0);
    const published = listOf(await compress(list, { promptTokens: 4_200 }));

    expect(published).toContain(first[0]);
    expect(estimateMessagesTokens(published)).toBeLessThan(estimateMessagesTokens(list) - 700);
  });

  it('carries what no summary can stand for: a message that turned up among those of a summary', async () => {
    const { compress, store } = await engineBench({ model: WINDOW });
    const list = withIds(turns(40));
    await compress(list, { force: true });
    const stray: Message = { role: 'user', content: 'Said in between.', _context: { id: 'stray' } };
    const withStray = [...list.slice(0, 10), stray, ...list.slice(10), ...withIds(turns(20, 100, 90), 900)];
    for (const attempt of [1, 2]) {
      const outcome = await compress(withStray, { force: true });
      expect(`${attempt} ${listOf(outcome).some((message) => message === stray)}`).toBe(`${attempt} true`);
    }
    expect(await (await store()).verify()).toEqual([]);
  });

  it('ends at an abort while a summary behind the turns never comes', async () => {
    const { engine, compress } = await engineBench({
      model: WINDOW,
      summarise: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    });
    const list = withIds(turns(30));
    engine.selectContext?.({ messages: list, promptTokens: 5_000 });
    engine.onTurnComplete?.({ added: list.slice(-2), usage: { promptTokens: 5_000, completionTokens: 1 } });
    const abort = new AbortController();
    const pending = compress(list, { signal: abort.signal });
    abort.abort(new Error('enough'));

    await expect(pending).rejects.toThrow('enough');
  });

  it('tries again once the prompt that nothing could be won of was taken back', async () => {
    const { engine, compress } = await engineBench({ model: WINDOW });
    await compress([{ role: 'user', content: 'a question that fills the window '.repeat(1_000) }], {
      promptTokens: 7_700,
    });
    expect(engine.shouldCompress(7_800)).toBe(false);
    expect(engine.shouldCompress(7_900)).toBe(true);
    engine.updateFromResponse({ promptTokens: 400, completionTokens: 1 });

    expect(engine.shouldCompress(6_000)).toBe(true);
  });

  it('I29 goes by the size that the provider reports, whatever it would estimate', async () => {
    const { engine } = await engineBench({ model: WINDOW });
    expect(engine.shouldCompress(5_999)).toBe(false);
    expect(engine.shouldCompress(6_000)).toBe(true);
    engine.updateModel?.({ name: 'large', contextTokens: 100_000 });
    expect(engine.shouldCompress(6_000)).toBe(false);
  });

  it('I30 leaves the conversation alone where its store cannot be used, and says what to do', async () => {
    const folder = newFolder();
    const dataDir = join(folder, 'taken');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'lcm.db'), 'this is no database, but somebody else’s file');
    const { engine, compress, call, services } = await engineBench({ model: WINDOW, dataDir });
    const list = turns(40);
    engine.selectContext?.({ messages: list, promptTokens: 0 });
    const outcome = await compress(list, { force: true });

    expect(outcome).toMatchObject({
      kind: 'unchanged',
      reason: 'summary-failed',
      detail: expect.stringContaining('lcm.db'),
    });
    await expect(call('lcm_grep', { pattern: 'x' })).rejects.toThrow('lcm.db');
    expect(services.recorded.log.some(({ level, event }) => level === 'warn' && event === 'lcm: store')).toBe(true);
  });
});

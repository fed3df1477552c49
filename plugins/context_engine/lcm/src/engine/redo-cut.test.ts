import type { SummaryResult } from '@hermes-context/contract';
import { summaryBody } from '@hermes-context/messages';
import { echoSummarizer } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { engineBench, turns, withIds } from './engine.fixture.ts';

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
});

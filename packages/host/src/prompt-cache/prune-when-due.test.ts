import { createMemorySessionStore } from '@hermes-context/sessions';
import { manualClock } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { engineOf, hostWith, readFile, wordsOf } from '../host.fixture.ts';
import type { HostOptions, HostTool, TurnEvent } from '../host-types.ts';
import { callOf, scriptedModel } from '../scripted-model.fixture.ts';

const CLEARED = '[Old tool output cleared to save context space]';
const MINUTE = 60_000;

/** A tool whose every answer has some 2,000 tokens. */
const longFile: HostTool = {
  ...readFile,
  execute: async (_, { callId }) =>
    Array.from({ length: 16 }, (_each, index) => wordsOf(`${callId}_${index}_`)).join('\n'),
};

/** Claude at Anthropic, with a window that none of these conversations fills; reads a file in each turn. */
function reader(info: object = {}) {
  return scriptedModel({
    info: { name: 'claude-sonnet-5', provider: 'anthropic', contextTokens: 300_000, ...info },
    answer: ({ messages }, index) =>
      messages.at(-1)?.role === 'user'
        ? { content: null, tool_calls: [callOf('read_file', {}, `r${index}`)] }
        : 'Read.',
  });
}

async function readerHost(options: Partial<HostOptions> & { readonly compression?: object } = {}) {
  const clock = manualClock();
  const model = reader();
  const host = await hostWith({ model, clock, tools: [longFile], ...options });
  const session = await host.newSession();
  const read = async (turns: number, pauseMs = 1_000) => {
    const results = [];
    for (let turn = 0; turn < turns; turn += 1) {
      results.push(await session.runTurn(`Read file ${turn}.`));
      clock.advance(pauseMs);
    }
    return results;
  };
  return { host, session, clock, model, read };
}

const cleared = (messages: readonly { readonly content: unknown }[]): number =>
  messages.filter(({ content }) => typeof content === 'string' && content.startsWith(CLEARED)).length;

describe('old tool results below the threshold', () => {
  it('are cut when the cache has run out, in one rewrite that can be undone, without a call of a model', async () => {
    const { session, model, read, clock, host } = await readerHost();
    await read(10);
    expect(cleared(session.messages())).toBe(0);
    const asked = model.requests.length;
    clock.advance(10 * MINUTE);
    const events: TurnEvent[] = [];
    const result = await session.runTurn('Go on.', { onEvent: (event) => events.push(event) });
    expect(result.prunes).toMatchObject([{ kind: 'compacted', summaryUsage: { calls: 0 }, economy: { costsNow: 0 } }]);
    expect(result.compactions).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['compaction-start', 'compaction-end']));
    expect(cleared(session.messages())).toBeGreaterThan(1);
    expect(model.requests.length).toBe(asked + 2);
    expect(await session.undo()).toMatchObject({ kind: 'changed' });
    expect(cleared(session.messages())).toBe(0);
    await host.close();
  });

  it('are never cut request by request while the cache is warm', async () => {
    const { session, read, host } = await readerHost();
    const results = await read(30);
    const prunes = results.flatMap(({ prunes: each }) => each);
    // 60 requests, each of which adds some 1,000 tokens that could go.
    expect(prunes.length).toBeLessThanOrEqual(4);
    expect(session.status().compactions).toBe(prunes.length);
    await host.close();
  });

  it('are cut while it is warm, once so much can go that it pays', async () => {
    const { read, host, session } = await readerHost();
    const results = await read(30);
    const prunes = results.flatMap(({ prunes: each }) => each);
    expect(prunes.length).toBeGreaterThan(0);
    expect(cleared(session.messages())).toBeGreaterThan(5);
    for (const each of prunes) {
      expect(each).toMatchObject({ kind: 'compacted' });
      if (each.kind === 'compacted') expect(each.economy?.costsNow).toBeGreaterThan(0);
    }
    await host.close();
  });

  it.each<[string, Partial<HostOptions> & { readonly compression?: object }]>([
    ['the configuration leaves it to the compaction', { compression: { prune_when: 'with_summary' } }],
    ['compression is off', { compression: { enabled: false } }],
    ['the route caches nothing', { model: reader({ provider: 'local' }) }],
    ['the engine cannot', { engine: engineOf({}) }],
  ])('stay where %s', async (_, options) => {
    const { session, read, clock, host } = await readerHost(options);
    await read(12);
    clock.advance(90 * MINUTE);
    const result = await session.runTurn('Go on.');
    expect(result.prunes).toEqual([]);
    expect(cleared(session.messages())).toBe(0);
    await host.close();
  });

  it('stay after a person has brought them back, until there is more', async () => {
    const { session, read, clock, host } = await readerHost();
    await read(10);
    clock.advance(10 * MINUTE);
    expect((await session.runTurn('Go on.')).prunes).toHaveLength(1);
    await session.undo();
    clock.advance(10 * MINUTE);
    expect((await session.runTurn('Go on.')).prunes).toEqual([]);
    expect(cleared(session.messages())).toBe(0);
    await host.close();
  });

  it('stay where a switch of the model was refused, as the cache of the old one is warm', async () => {
    const { session, read, host } = await readerHost();
    await read(10);
    expect(await session.switchModel(reader({ name: 'tiny', contextTokens: 300 }))).toMatchObject({ kind: 'refused' });
    const { requests } = session.status().cache;
    expect(requests).toBe(20);
    expect((await session.runTurn('Go on.')).prunes).toEqual([]);
    await host.close();
  });

  it('are cut in place even where compactions rotate, and the conversation stays cached under its id', async () => {
    const { session, read, clock, host, model } = await readerHost({ compression: { in_place: false } });
    const { id } = session;
    await read(10);
    clock.advance(10 * MINUTE);
    expect((await session.runTurn('Go on.')).prunes).toHaveLength(1);
    expect(session.id).toBe(id);
    expect(new Set(model.requests.map(({ promptCacheKey }) => promptCacheKey))).toEqual(new Set([id]));
    await host.close();
  });

  it('are cut after a pause, not after a restart in between', async () => {
    const clock = manualClock();
    const store = createMemorySessionStore();
    const open = () => hostWith({ model: reader(), clock, tools: [longFile], store });
    const first = await open();
    const session = await first.newSession();
    for (let turn = 0; turn < 10; turn += 1) await session.runTurn(`Read ${turn}.`);
    await first.close();
    const second = await open();
    const resumed = await second.resumeSession(session.id);
    expect((await resumed.runTurn('Go on.')).prunes).toEqual([]);
    await second.close();
  });
});

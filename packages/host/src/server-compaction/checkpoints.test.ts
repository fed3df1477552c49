import type { AssistantMessage, Messages } from '@hermes-context/contract';
import { contentText, estimateMessagesTokens, validateOpenAiChat } from '@hermes-context/messages';
import type { ChatReply } from '@hermes-context/providers';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { hostWith, wordsOf } from '../host.fixture.ts';
import type { HostSession, TurnEvent } from '../host-types.ts';
import { type ScriptedModel, scriptedModel } from '../scripted-model.fixture.ts';

const ROUTE = 'https://api.openai.com/v1';
const GPT = { name: 'gpt-5.6', contextTokens: 40_000, serverCompaction: 'item' } as const;
const NATIVE = { codex_responses_native: true, threshold: 0.9 } as const;
const ITEM = { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA+/==' } as const;

/** An answer of the Responses form; the third one of a model comes behind a checkpoint. */
function nativeModel(checkpointAt = 2): ScriptedModel {
  return scriptedModel({
    info: GPT,
    route: ROUTE,
    wire: 'openai-responses',
    answer: (_, index) => answerWith(`Answer ${index}: ${wordsOf(`a${index}_`)}`, index === checkpointAt ? [ITEM] : []),
    extra: (index): Pick<ChatReply, 'serverCompaction'> => ({
      serverCompaction: { kind: index === checkpointAt ? 'compacted' : 'asked', thresholdTokens: 27_808 },
    }),
  });
}

function answerWith(text: string, items: readonly unknown[]): Partial<AssistantMessage> {
  const output = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
  return { content: text, _context: { wire: { format: 'openai-responses', parts: [...items, output] } } };
}

async function ask(session: HostSession, from: number, to: number): Promise<readonly TurnEvent[]> {
  const events: TurnEvent[] = [];
  for (let turn = from; turn < to; turn += 1) {
    await session.runTurn(`Question ${turn}: ${wordsOf(`q${turn}_`)}`, { onEvent: (event) => events.push(event) });
  }
  return events;
}

const sent = (model: ScriptedModel, at = -1): Messages => model.requests.at(at)?.messages ?? [];
const itemsIn = (messages: Messages): readonly unknown[] =>
  messages
    .flatMap(({ _context }) => _context?.wire?.parts ?? [])
    .filter((part) => JSON.stringify(part).includes('cmp_1'));

describe('a checkpoint of the server', () => {
  it('S-087 stands in later requests for what came before it, while the list and the store stay whole', async () => {
    const model = nativeModel();
    const host = await hostWith({ model, compression: NATIVE, systemPrompt: 'Be brief.' });
    const session = await host.newSession();
    const events = await ask(session, 0, 4);
    expect(sent(model, 2)).toHaveLength(6);
    expect(sent(model).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(itemsIn(sent(model))).toEqual([ITEM]);
    expect(contentText(sent(model)[3]?.content ?? '')).toContain('Question 3');
    expect(session.messages()).toHaveLength(9);
    expect(validateOpenAiChat(session.messages())).toEqual([]);
    expect(events).toContainEqual({ type: 'notice', level: 'info', text: expect.stringContaining('has compacted') });
    await host.close();
  });

  it('S-087 makes the next request small in the figures too, and teaches no ratio', async () => {
    const model = nativeModel();
    const host = await hostWith({ model, compression: NATIVE });
    const session = await host.newSession();
    await ask(session, 0, 2);
    const before = session.status().size.tokens;
    await ask(session, 2, 3);
    expect(session.status().size.tokens).toBeLessThan(before);
    await ask(session, 3, 4);
    const { tokens } = session.status().size;
    const bare = estimateMessagesTokens(sent(model)) + estimateMessagesTokens(session.messages().slice(-1));
    expect(tokens).toBeGreaterThan(bare);
    expect(session.contextMap().estimatedTokens).toBeLessThan(estimateMessagesTokens(session.messages()));
    await host.close();
  });

  it('S-089 is asked for below the local threshold, which stays armed', async () => {
    const model = nativeModel(-1);
    const host = await hostWith({ model, compression: { ...NATIVE, codex_responses_compact_threshold: 20_000 } });
    const session = await host.newSession();
    await ask(session, 0, 1);
    expect(model.requests[0]?.serverCompaction).toEqual({ thresholdTokens: 20_000, localTriggerTokens: 36_000 });
    expect((await session.compact()).kind).toBe('unchanged');
    await ask(session, 1, 8);
    expect((await session.compact()).kind).toBe('compacted');
    await host.close();
  });

  it.each([
    ['switched off', {}],
    ['with all compression off', { codex_responses_native: true, enabled: false }],
  ])('S-088 is not asked for %s', async (_case, compression) => {
    const model = nativeModel(-1);
    const host = await hostWith({ model, compression });
    await ask(await host.newSession(), 0, 1);
    expect(model.requests[0]?.serverCompaction).toBeUndefined();
    await host.close();
  });

  it('S-090 is not asked for again in a session whose server refused it, and is in another one', async () => {
    const refusing = scriptedModel({
      info: GPT,
      route: ROUTE,
      wire: 'openai-responses',
      extra: (_, { serverCompaction }) =>
        serverCompaction === undefined ? {} : { serverCompaction: { kind: 'refused', detail: 'Unknown parameter.' } },
    });
    const host = await hostWith({ model: refusing, compression: NATIVE });
    const events = await ask(await host.newSession(), 0, 2);
    await ask(await host.newSession(), 0, 1);
    const asked = refusing.requests.map(({ serverCompaction }) => serverCompaction !== undefined);
    expect(asked).toEqual([true, false, true]);
    expect(events.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', level: 'warning', text: expect.stringContaining('Unknown parameter.') },
    ]);
    await host.close();
  });

  it('S-091 is dropped for another route, with one warning, and counts again on the way back', async () => {
    const model = nativeModel();
    const router = scriptedModel({
      info: { name: 'openai/gpt-5.6', contextTokens: 40_000 },
      route: 'https://openrouter.ai',
    });
    const host = await hostWith({ model, compression: NATIVE });
    const session = await host.newSession();
    await ask(session, 0, 4);
    await session.switchModel(router);
    const events = await ask(session, 4, 6);
    expect(itemsIn(sent(router))).toEqual([]);
    expect(sent(router)).toHaveLength(11);
    expect(router.requests[0]?.serverCompaction).toBeUndefined();
    expect(events.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', level: 'warning', text: expect.stringContaining('cannot read the checkpoints') },
    ]);
    await session.switchModel(model);
    await ask(session, 6, 7);
    expect(itemsIn(sent(model))).toEqual([ITEM]);
    expect(sent(model)).toHaveLength(9);
    await host.close();
  });

  it('S-087 is replayed byte for byte after a restart, and out of an export', async () => {
    const store = createMemorySessionStore();
    const first = await hostWith({ model: nativeModel(), compression: NATIVE, store });
    const session = await first.newSession();
    await ask(session, 0, 3);
    await first.close();

    const elsewhere = createMemorySessionStore();
    await elsewhere.importSession(store.exportSession(session.id));
    for (const kept of [store, elsewhere]) {
      const model = nativeModel(-1);
      const host = await hostWith({ model, compression: NATIVE, store: kept });
      await ask(await host.resumeSession(session.id), 3, 4);
      expect(JSON.stringify(itemsIn(sent(model)))).toBe(JSON.stringify([ITEM]));
      expect(sent(model)).toHaveLength(3);
      await host.close();
    }
  });

  it('is told to listeners by runtime, and kept with the session', async () => {
    const store = createMemorySessionStore();
    const host = await hostWith({ model: nativeModel(), compression: NATIVE, store });
    const told: unknown[] = [];
    host.events.on('session:compress', (event) => told.push(event));
    const session = await host.newSession();
    await ask(session, 0, 4);
    expect(told).toEqual([
      { in_place: true, old_session_id: '', session_id: session.id, compression_count: 1, runtime: 'openai_responses' },
    ]);
    const { metadata } = await store.get(session.id);
    expect(metadata).toMatchObject({
      _host: { server: { count: 1, newest: [{ messages: 5, runtime: 'openai_responses' }] } },
    });
    await host.close();
  });
});

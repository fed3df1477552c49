import type { ThreadCompaction } from '@hermes-context/providers';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { hostWith, wordsOf } from '../host.fixture.ts';
import type { HostSession } from '../host-types.ts';
import { type ScriptedModel, scriptedModel } from '../scripted-model.fixture.ts';

interface ThreadModel extends ScriptedModel {
  readonly compactions: readonly string[];
}

/** A model whose server holds the conversation as thread `t1`, and says how a compaction of it ends. */
function threadModel(
  outcome: ThreadCompaction = { kind: 'compacted', turnId: 'turn-9', tokensAfter: 700 },
): ThreadModel {
  const compactions: string[] = [];
  const model = scriptedModel({
    info: { name: 'gpt-5.6-codex', contextTokens: 2_000, serverCompaction: 'thread' },
    route: 'codex app-server',
    answer: (_, index) => `Answer ${index}: ${wordsOf(`a${index}_`)}`,
    extra: () => ({ threadId: 't1' }),
    compactThread: async (threadId) => {
      compactions.push(threadId);
      return outcome;
    },
  });
  return { ...model, compactions };
}

async function ask(session: HostSession, turns: number) {
  const results = [];
  for (let turn = 0; turn < turns; turn += 1) results.push(await session.runTurn(`Question ${turn}: ${wordsOf('q')}`));
  return results;
}

describe('a conversation that the server holds', () => {
  it('S-083 is never rewritten here, however large it gets, and each boundary is kept and told', async () => {
    const store = createMemorySessionStore();
    const model = threadModel();
    const host = await hostWith({ model, store });
    const told: unknown[] = [];
    host.events.on('session:compress', (event) => told.push(event));
    const session = await host.newSession();
    await ask(session, 20);
    const before = session.messages();
    const report = await session.compact();
    expect(report).toMatchObject({ kind: 'thread-compacted', threadId: 't1', turnId: 'turn-9', tokensAfter: 700 });
    expect(session.messages()).toEqual(before);
    expect(before).toHaveLength(40);
    expect(told).toEqual([
      {
        in_place: true,
        old_session_id: '',
        session_id: session.id,
        compression_count: 1,
        runtime: 'codex_app_server',
        thread_id: 't1',
        turn_id: 'turn-9',
      },
    ]);
    expect((await store.get(session.id)).metadata).toMatchObject({
      _host: { server: { count: 1, newest: [{ messages: 40, threadId: 't1', turnId: 'turn-9' }] } },
    });
    await host.close();
  });

  it.each([
    ['native', 0],
    ['off', 0],
    ['hermes', 1],
  ])('S-085 is compacted by our threshold with %s: %i times or more', async (codex_app_server_auto, least) => {
    const model = threadModel();
    const host = await hostWith({ model, compression: { codex_app_server_auto } });
    const results = await ask(await host.newSession(), 12);
    expect(results.every(({ kind }) => kind === 'completed')).toBe(true);
    expect(Math.min(model.compactions.length, 1)).toBe(least);
    expect(results.flatMap(({ compactions }) => compactions).every(({ kind }) => kind === 'thread-compacted')).toBe(
      true,
    );
    await host.close();
  });

  it('S-084 is compacted by hand in each mode, and not before there is a thread', async () => {
    for (const codex_app_server_auto of ['native', 'hermes', 'off']) {
      const model = threadModel();
      const host = await hostWith({ model, compression: { codex_app_server_auto } });
      const session = await host.newSession();
      expect(await session.compact()).toMatchObject({ kind: 'unchanged', reason: 'nothing-to-compress' });
      await ask(session, 1);
      expect(await session.compact()).toMatchObject({ kind: 'thread-compacted', site: 'manual' });
      expect(model.compactions).toEqual(['t1']);
      await host.close();
    }
  });

  it('S-084 says why it failed, and changes no counter', async () => {
    const store = createMemorySessionStore();
    const host = await hostWith({ model: threadModel({ kind: 'failed', detail: 'contextWindowExceeded' }), store });
    const session = await host.newSession();
    await ask(session, 2);
    expect(await session.compact()).toMatchObject({ kind: 'unchanged', detail: 'contextWindowExceeded' });
    expect((await store.get(session.id)).metadata).not.toHaveProperty('_host.server');
    await host.close();
  });

  it('S-083 goes on in the same thread after a restart, and in none of another model', async () => {
    const store = createMemorySessionStore();
    const first = await hostWith({ model: threadModel(), store });
    const session = await first.newSession();
    await ask(session, 1);
    await first.close();
    const model = threadModel();
    const second = await hostWith({ model, store });
    const resumed = await second.resumeSession(session.id);
    await ask(resumed, 1);
    expect(model.requests[0]?.threadId).toBe('t1');
    const other = scriptedModel({ info: { name: 'other', contextTokens: 50_000 } });
    await resumed.switchModel(other);
    await ask(resumed, 1);
    expect(other.requests[0]?.threadId).toBeUndefined();
    expect(other.requests[0]?.messages).toHaveLength(5);
    await second.close();
  });

  it('S-083 is remembered through a compaction of the list, for another model in between', async () => {
    const model = threadModel();
    const host = await hostWith({ model });
    const session = await host.newSession();
    await ask(session, 6);
    await session.compact();
    await session.switchModel(scriptedModel({ info: { name: 'other', contextTokens: 50_000 } }));
    expect((await session.compact()).kind).toBe('compacted');
    await session.switchModel(model);
    await ask(session, 1);
    expect(model.requests.at(-1)).toMatchObject({ threadId: 't1', threadSeen: 12 });
    await session.compact();
    expect((await host.store.get(session.id)).metadata).toMatchObject({ _host: { server: { count: 2 } } });
    await host.close();
  });

  it('S-086 is one route alone: any other keeps the summaries that are made here', async () => {
    const info = { name: 'gpt-5.5', provider: 'openai-codex', contextTokens: 2_000 };
    const model = scriptedModel({ info, answer: (_, index) => `Answer ${index}: ${wordsOf(`a${index}_`)}` });
    const host = await hostWith({ model, compression: { codex_app_server_auto: 'native' } });
    const results = await ask(await host.newSession(), 12);
    expect(results.flatMap(({ compactions }) => compactions.map(({ kind }) => kind))).toContain('compacted');
    await host.close();
  });
});

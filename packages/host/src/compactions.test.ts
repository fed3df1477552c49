import type { TokenUsage } from '@hermes-context/contract';
import { contentText, isSummary } from '@hermes-context/messages';
import { createMemorySessionStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { engineOf, hostWith, readFile, talk, verboseModel } from './host.fixture.ts';
import { callOf, scriptedModel } from './scripted-model.fixture.ts';

describe('the engine', () => {
  it('S-001 decides when, does it, learns every usage, and lends tools', async () => {
    const learned: TokenUsage[] = [];
    const asked: number[] = [];
    const engine = engineOf({
      updateFromResponse: (usage) => void learned.push(usage),
      shouldCompress: (tokens) => {
        asked.push(tokens);
        return learned.length === 2;
      },
      compress: async ({ messages }) => ({ kind: 'compressed', messages: messages.slice(2) }),
    });
    const model = scriptedModel();
    const host = await hostWith({ engine, model });
    const session = await host.newSession();
    for (const text of ['one', 'two', 'three']) await session.runTurn(text);
    expect(learned).toHaveLength(3);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(model.requests[2]?.messages.map(({ content }) => content)).toEqual(['two', 'Done.', 'three']);
    await host.close();
  });

  it('S-009 offers its tools first, and answers their calls', async () => {
    const inputs: unknown[] = [];
    const grep = {
      name: 'lcm_grep',
      description: 'Finds.',
      parameters: { type: 'object', properties: {} },
      execute: async (input: unknown) => {
        inputs.push(input);
        return 'found it';
      },
    };
    const calls = [callOf('lcm_grep', { query: 'x' })];
    const model = scriptedModel({ answer: (_, index) => (index === 0 ? { tool_calls: calls } : 'Yes.') });
    const host = await hostWith({ engine: engineOf({ tools: [grep] }), model, tools: [readFile] });
    const session = await host.newSession();
    await session.runTurn('Find x.');
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['lcm_grep', 'session_search', 'read_file']);
    expect(inputs).toEqual([{ query: 'x' }]);
    expect(session.messages().find(({ role }) => role === 'tool')?.content).toBe('found it');
    await host.close();
  });

  it('S-046 compacts without a warning in the conversation beforehand', async () => {
    const model = verboseModel();
    const host = await hostWith({ model });
    const session = await host.newSession();
    await talk(session, 10);
    expect(session.status().compactions).toBeGreaterThan(0);
    const said = model.requests.flatMap(({ messages }) => messages.filter((message) => !isSummary(message)));
    const own = /^(Question|Answer) \d+: |^\[The conversation continues below\.\]$/;
    expect(said.map(({ content }) => contentText(content)).filter((text) => !own.test(text))).toEqual([]);
    await host.close();
  });

  it('that cannot be created gives way to the built-in one, said once', async () => {
    const warnings: string[] = [];
    const broken = engineOf({ compress: 5 as never });
    const host = await hostWith({ engine: broken, onWarning: (warning) => warnings.push(warning) });
    const fallbacks: unknown[] = [];
    host.events.on('engine:fallback', (event) => fallbacks.push(event));
    const session = await host.newSession();
    expect(session.status().engine).toBe('compressor');
    expect(fallbacks).toMatchObject([{ requested: 'toy', used: 'compressor' }]);
    expect(warnings.join()).toMatch(/The built-in compressor is used instead/);
    await host.close();
  });
});

describe('a compaction in place', () => {
  async function compacted() {
    const host = await hostWith({ model: verboseModel(), systemPrompt: 'Help.', platform: 'cli' });
    const events: unknown[] = [];
    host.events.on('session:compress', (event) => events.push(event));
    const session = await host.newSession({ title: 'Work', goal: { text: 'Ship it' } });
    const { id } = session;
    await talk(session, 18);
    return { host, session, id, events };
  }

  it('S-070 keeps the id, and puts a summary where the middle was', async () => {
    const { host, session, id } = await compacted();
    expect(session.status().compactions).toBeGreaterThan(0);
    expect(session.id).toBe(id);
    expect(session.messages().filter(isSummary)).toHaveLength(1);
    expect(contentText(session.messages()[0]?.content ?? '')).toMatch(/^Help\./);
    await host.close();
  });

  it('S-070 builds the system prompt anew', async () => {
    let prompt = 'Today is Monday.';
    const host = await hostWith({ model: verboseModel(), systemPrompt: () => prompt });
    const session = await host.newSession();
    await talk(session, 6);
    prompt = 'Today is Tuesday.';
    expect(contentText(session.messages()[0]?.content ?? '')).toBe('Today is Monday.');
    expect((await session.compact()).kind).toBe('compacted');
    expect(contentText(session.messages()[0]?.content ?? '')).toMatch(/^Today is Tuesday\.\n\n\[Note: /);
    await host.close();
  });

  it('S-071 archives the replaced turns under the same id', async () => {
    const { host, session } = await compacted();
    const { items } = await host.store.read(session.id, { states: ['compacted'], limit: 1_000 });
    expect(items.length).toBeGreaterThan(4);
    expect(items.filter(({ active, compacted: isCompacted }) => active || !isCompacted)).toEqual([]);
    expect(new Set(items.map(({ sessionId }) => sessionId))).toEqual(new Set([session.id]));
    await host.close();
  });

  it('S-072 leaves them to be found by session_search, from inside the session', async () => {
    const { host, session } = await compacted();
    const calls = [callOf('session_search', { query: 'q1_7' })];
    const model = scriptedModel({ answer: (_, index) => (index === 0 ? { tool_calls: calls } : 'Found.') });
    await session.switchModel(model);
    expect(
      session.messages().filter((message) => !isSummary(message) && JSON.stringify(message).includes('q1_7 ')),
    ).toEqual([]);
    const { added } = await session.runTurn('What was it?');
    expect(contentText(added.find(({ role }) => role === 'tool')?.content ?? '')).toContain('q1_7');
    await host.close();
  });

  it('S-073 makes no parent and no new title', async () => {
    const { host, session } = await compacted();
    const stored = await host.store.get(session.id);
    expect([stored.title, stored.parentSessionId]).toEqual(['Work', undefined]);
    await host.close();
  });

  it('S-074 tells listeners, with the mode and an empty old id', async () => {
    const { host, id, events } = await compacted();
    const told = { in_place: true, old_session_id: '', session_id: id, compression_count: 1, platform: 'cli' };
    expect(events[0]).toEqual(told);
    await host.close();
  });

  it('S-075 shows the mode of the last compaction until the next turn', async () => {
    const { host, session } = await compacted();
    await session.compact();
    expect(session.status().lastCompactionInPlace).toBe(true);
    await session.runTurn('Next.');
    expect(session.status().lastCompactionInPlace).toBeUndefined();
    await host.close();
  });

  it('that was taken back is not made again by the next turn', async () => {
    const { host, session } = await compacted();
    expect((await session.undo()).kind).toBe('changed');
    expect((await session.runTurn('Next.')).compactions).toEqual([]);
    await host.close();
  });

  it('is taken back and brought again', async () => {
    const { host, session } = await compacted();
    const before = session.messages();
    const report = await session.compact();
    expect(report.kind).toBe('compacted');
    const after = session.messages();
    expect((await session.undo()).kind).toBe('changed');
    expect(session.messages()).toEqual(before);
    expect((await session.redo()).kind).toBe('changed');
    expect(session.messages()).toEqual(after);
    await host.close();
  });
});

describe('a compaction with rotation', () => {
  it('S-076 goes on under a new id and title, child of the old one', async () => {
    const host = await hostWith({ model: verboseModel(), compression: { in_place: false } });
    const events: { readonly session_id: string; readonly old_session_id: string; readonly in_place: boolean }[] = [];
    host.events.on('session:compress', (event) => void events.push(event));
    const session = await host.newSession({ title: 'Work' });
    const first = session.id;
    await talk(session, 16);
    expect(events[0]).toMatchObject({ in_place: false, old_session_id: first });
    expect(session.id).toBe(events.at(-1)?.session_id);
    const tip = await host.store.get(session.id);
    expect(tip).toMatchObject({ title: `Work #${events.length + 1}`, parentSessionId: events.at(-1)?.old_session_id });
    await host.close();
  });

  it('S-077 moves the goal, and resuming the old session finds the new one', async () => {
    const store = createMemorySessionStore();
    const host = await hostWith({ store, model: verboseModel(), compression: { in_place: false } });
    const session = await host.newSession({ title: 'Work', goal: 'Ship it' });
    const first = session.id;
    await talk(session, 16);
    expect((await store.get(session.id)).goal).toBe('Ship it');
    expect((await store.get(first)).goal).toBeUndefined();
    expect(await host.resumeSession(first)).toBe(session);
    await host.close();

    const again = await hostWith({ store, model: verboseModel() });
    expect((await again.resumeSession(first)).id).toBe(session.id);
    await again.close();
  });
});

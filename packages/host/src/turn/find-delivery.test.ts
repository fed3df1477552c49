import { createMemorySessionStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { hostWith, readFile, talk, verboseModel, wordsOf } from '../host.fixture.ts';
import type { HostSession } from '../host-types.ts';
import { callOf, scriptedModel } from '../scripted-model.fixture.ts';
import { findDelivery } from './find-delivery.ts';

const message = { role: 'user', content: `Once: ${wordsOf('once')}` } as const;

/** How often it stands in the conversation, copies left out. */
async function timesStored(store: ReturnType<typeof createMemorySessionStore>): Promise<number> {
  const { items } = await store.list({ includeContinued: true });
  const pages = await Promise.all(items.map(({ id }) => store.read(id, { limit: 1_000 })));
  const all = pages.flatMap((page) => page.items);
  return all.filter((item) => item.copyOf === undefined && item.message.content === message.content).length;
}

async function rotate(session: HostSession): Promise<void> {
  expect(await session.compact()).toMatchObject({ kind: 'compacted', receipt: { inPlace: false } });
}

describe('a message that is delivered again', () => {
  it('is stored once, though the session was rotated in between, and gets its answer', async () => {
    const store = createMemorySessionStore();
    const host = await hostWith({ store, model: verboseModel(), compression: { in_place: false } });
    const session = await host.newSession();
    await talk(session, 6);
    const first = await session.runTurn(message, { key: 'k' });
    await rotate(session);
    expect(await session.runTurn(message, { key: 'k' })).toMatchObject({ kind: 'completed', text: first.text });
    // Two rotations back, and behind a summary by now.
    await talk(session, 6);
    await rotate(session);
    expect(await session.runTurn(message, { key: 'k' })).toMatchObject({ kind: 'completed', added: [] });
    expect(await timesStored(store)).toBe(1);
    await host.close();
  });

  it('is answered where a crash came between its tools and its answer', async () => {
    const store = createMemorySessionStore();
    const model = scriptedModel({ answer: () => 'Read.' });
    const { id } = await store.create();
    await store.append(id, [message], { key: 'k' });
    await store.append(id, [{ role: 'assistant', content: '', tool_calls: [callOf('read_file')] }]);
    const host = await hostWith({ store, model, tools: [readFile] });
    const session = await host.resumeSession(id);
    expect(await session.runTurn(message, { key: 'k' })).toMatchObject({ kind: 'completed', text: 'Read.' });
    expect(session.messages().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(await session.runTurn(message, { key: 'k' })).toMatchObject({ kind: 'completed', text: 'Read.' });
    expect(model.requests).toHaveLength(1);
    await host.close();
  });
});

describe('findDelivery', () => {
  it('knows nothing of a session without a rotation, and writes nothing', async () => {
    const store = createMemorySessionStore();
    const { id } = await store.create();
    await store.append(id, [message], { key: 'k' });
    const branch = await store.branch(id);
    for (const sessionId of [id, branch.id])
      expect(await findDelivery(store, sessionId, { message, key: 'k' })).toBeUndefined();
    expect(await timesStored(store)).toBe(1);
  });
});

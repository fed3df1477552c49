import type { Message, Messages } from '@hermes-context/contract';
import { isSummary } from '@hermes-context/messages';
import { createMemorySessionStore, openSqliteStore, type SessionStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { loadCase } from './load-case.ts';
import { contentsOf, freshPath, plan, recordsOf, STORES, summary } from './sessions/stores.fixture.ts';

async function readAll(store: SessionStore): Promise<Messages> {
  return (await store.read('S', { limit: 1_000 })).items.map(({ message }) => message);
}

describe('case 29: two workers on one session', () => {
  const { input, messages } = loadCase('29');
  const late = input['appendDuring'] as Message;
  let path = '';
  const keepEnds = (list: Messages): Messages => [...list.slice(0, 2), summary, ...list.slice(-1)];

  /** The session at its revision 7, its list as it was given. */
  async function prepare(): Promise<SessionStore> {
    path = freshPath();
    const store = await openSqliteStore(path);
    await store.create({ id: 'S' });
    await store.append('S', messages);
    for (let change = 0; change < 3; change += 1) {
      await store.rewind({ sessionId: 'S', messageId: `S:${messages.length}` });
      await store.undo({ sessionId: 'S' });
    }
    expect((await store.load('S')).revision).toBe(input['baseRevision']);
    return store;
  }

  it('lets nobody compact who cannot get the lease, because its store fails or another holds it', async () => {
    const first = await prepare();
    const second = await openSqliteStore(path);
    const request = await plan(first, { worker: 'w1', compact: keepEnds });
    expect(await second.acquireLease({ sessionId: 'S', holder: 'w2' })).toMatchObject({ kind: 'busy', holder: 'w1' });
    const forged = { ...request, key: 'w2', lease: { ...request.lease, holder: 'w2', fence: request.lease.fence + 1 } };
    expect(await second.commit(forged)).toEqual({ kind: 'lease-lost' });
    await second.close();
    await expect(second.acquireLease({ sessionId: 'S', holder: 'w2' })).rejects.toMatchObject({ fault: 'closed' });
    await expect(second.commit({ ...request, key: 'w2' })).rejects.toMatchObject({ fault: 'closed' });
    expect(contentsOf((await first.load('S')).messages)).toEqual(contentsOf(messages));
    await first.close();
  });

  it('keeps what arrived meanwhile, word for word and behind the summary', async () => {
    const store = await prepare();
    const other = await openSqliteStore(path);
    const request = await plan(store, { worker: 'w1', compact: keepEnds });
    expect(request.expectedRevision).toBe(7);
    await other.append('S', [late]);
    expect(await store.commit(request)).toMatchObject({ kind: 'committed', receipt: { revision: 8 } });
    const list = (await other.load('S')).messages;
    expect(contentsOf(list)).toEqual([...contentsOf(keepEnds(messages)), late.content]);
    expect(list.findIndex(isSummary)).toBeLessThan(list.length - 1);
    // Against any other revision it is refused.
    expect(await store.commit({ ...request, key: 'again' })).toEqual({ kind: 'conflict', revision: 8 });
    await Promise.all([store.close(), other.close()]);
  });

  it('is at revision 7 or at the next one after a crash, and a repeated commit is done once', async () => {
    const store = await prepare();
    const request = await plan(store, { worker: 'w1', compact: keepEnds });
    await store.append('S', [late]);
    await store.close(); // it dies before the commit…
    const restarted = await openSqliteStore(path);
    expect((await restarted.load('S')).revision).toBe(7);
    const committed = await restarted.commit(request);
    await restarted.close(); // …and after it, before anybody is told

    const again = await openSqliteStore(path);
    const before = await recordsOf(again);
    expect((await again.load('S')).revision).toBe(8);
    expect(await again.commit(request)).toEqual({ ...committed, kind: 'repeated' });
    expect(await recordsOf(again)).toEqual(before);

    const stored = await readAll(again);
    expect(stored.filter(isSummary)).toHaveLength(1);
    expect(contentsOf(stored)).toEqual([...contentsOf(messages), late.content, summary.content]);
    const { items: sessions } = await again.list({ includeContinued: true });
    expect(sessions.map(({ id, parentSessionId }) => [id, parentSessionId])).toEqual([['S', undefined]]);
    expect(await again.check()).toEqual([]);
    await again.close();
  });
});

describe.each(STORES)('case 35: messages of bad timestamps, %s', (_, open) => {
  it('keeps them in the given order, with a time for each that is one', async () => {
    const { input, messages } = loadCase('35');
    const now = Date.parse(String(input['now']));
    const store = await open();
    await store.create({ id: 'S' });
    await store.append('S', messages.slice(0, 4));
    await store.append('S', messages.slice(4));
    const request = await plan(store, { worker: 'w', compact: (list) => [summary, ...list.slice(-1)] });
    await store.commit(request);
    await store.undo({ sessionId: 'S', lease: request.lease });

    expect(contentsOf((await store.load('S')).messages)).toEqual(contentsOf(messages));
    const { items } = await store.read('S', { states: ['live'] });
    expect(items.map(({ message }) => message.content)).toEqual(contentsOf(messages));
    expect(items.map(({ timeSource, createdAt }) => (timeSource === 'message' ? createdAt : timeSource))).toEqual([
      'store',
      'store',
      1_924_995_600_000,
      1_924_995_600_000,
      now,
      Date.parse('2099-01-01T00:00:00Z'),
      'store',
    ]);
    expect(items.filter(({ createdAt }) => createdAt < Date.parse('2001-01-01'))).toEqual([]); // none is of 1970
    const everything = JSON.stringify([await recordsOf(store), await store.list(), await store.revisions('S')]);
    expect(everything).not.toMatch(/NaN|Invalid Date|Infinity|"(at|createdAt|updatedAt)":null/);
    expect(await store.check()).toEqual([]);
    await store.close();
  });

  it('knows a moment for any number and any text, however far off', async () => {
    const store = await open();
    await store.create({ id: 'S' });
    const odd = [
      1e300,
      -1e300,
      8.64e15,
      -8.64e15 - 1,
      1e18,
      0.5,
      -1,
      '+275760-09-13T00:00:00Z',
      '',
      '0',
      'Infinity',
      true,
    ];
    await store.append(
      'S',
      odd.map((timestamp, index): Message => {
        const message = { role: 'user', content: String(index), timestamp } as const;
        return message;
      }),
    );
    const { items } = await store.read('S');
    expect(items.map(({ message }) => message.content)).toEqual(odd.map((__, index) => String(index)));
    expect(items.filter(({ createdAt }) => Number.isNaN(new Date(createdAt).getTime()))).toEqual([]);
    const copy = createMemorySessionStore();
    expect(await copy.importSession(JSON.parse(JSON.stringify(await recordsOf(store))))).toMatchObject({
      kind: 'imported',
    });
    expect((await copy.read('S')).items).toEqual(items);
    await store.close();
  });
});

import type { Message, Messages } from '@hermes-context/contract';
import { afterAll, describe, expect, it } from 'vitest';
import type { CommitResult } from './change.ts';
import type { CompressEvent, EmitCompress } from './compress-event.ts';
import { findSession } from './find-session.ts';
import { findTip } from './find-tip.ts';
import { createMemorySessionStore } from './memory/memory-session-store.ts';
import type { Receipt } from './revision.ts';
import type { SessionStore } from './session-store.ts';
import { temporaryFolder } from './sqlite/bad-places.fixture.ts';
import { openSqliteStore } from './sqlite/sqlite-session-store.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

let count = 0;

type Open = (options?: { readonly emit?: EmitCompress }) => Promise<SessionStore>;

const stores: readonly (readonly [string, Open])[] = [
  ['in memory', async (options) => createMemorySessionStore(options)],
  [
    'in a file',
    (options) => {
      count += 1;
      return openSqliteStore(`${folder}/${count}.db`, options);
    },
  ],
];

const said = (content: string): Message => ({ role: 'user', content });
const contentsOf = (messages: Messages): readonly unknown[] => messages.map(({ content }) => content);

const summary = (content: string): Message => ({
  ...said(content),
  _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: 2 } } },
});

/** The session `chat` of a system prompt and what was said, needles in the middle. */
async function talk(store: SessionStore): Promise<void> {
  await store.create({ id: 'chat', title: 'name', goal: { ship: 'v3' }, metadata: { platform: 'cli' } });
  const list = ['first', 'second: needle-in-the-middle', 'third', 'newest'].map(said);
  await store.append('chat', [{ role: 'system', content: 'Today is Monday.' }, ...list]);
}

/** Compact as the built-in engine does: a rebuilt system prompt, a summary for the middle, the newest message. */
async function compact(store: SessionStore, sessionId: string, inPlace?: boolean): Promise<Receipt> {
  const leased = await store.acquireLease({ sessionId, holder: 'test' });
  if (leased.kind !== 'acquired') throw new Error(leased.kind);
  const { revision, sequence, messages } = await store.load(sessionId);
  const result: CommitResult = await store.commit({
    sessionId,
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome: {
      kind: 'compressed',
      messages: [
        { role: 'system', content: 'Today is Tuesday.' },
        summary(`Summary ${revision}`),
        ...messages.slice(-1),
      ],
    },
    lease: leased.lease,
    key: `compaction of ${sessionId} at ${revision}`,
    engine: 'test',
    ...(inPlace === undefined ? {} : { inPlace }),
  });
  await store.releaseLease(leased.lease);
  if (result.kind !== 'committed') throw new Error(result.kind);
  return result.receipt;
}

async function all(store: SessionStore): Promise<readonly unknown[]> {
  const { items } = await store.list({ includeContinued: true });
  return items.map(({ id, title, parentSessionId }) => [id, title, parentSessionId]);
}

describe.each(stores)('compaction in place, %s', (_, open) => {
  it('S-070 rewrites the list under the same id: the system prompt anew, a summary for the middle, the end as it was', async () => {
    const store = await open();
    await talk(store);
    const receipt = await compact(store, 'chat');
    expect(receipt).toMatchObject({
      sessionId: 'chat',
      inPlace: true,
      oldSessionId: '',
      messagesBefore: 5,
      messagesAfter: 3,
    });
    const { messages } = await store.load('chat');
    expect(contentsOf(messages)).toEqual(['Today is Tuesday.', 'Summary 1', 'newest']);
    expect(messages.at(-1)?._context?.id).toBe('chat:5'); // the very message, no copy of it
    await store.append('chat', [said('later')]);
    expect(contentsOf((await store.load('chat')).messages).at(-1)).toBe('later');
    await store.close();
  });

  it('S-071 keeps what was replaced under the same id, as active=0 and compacted=1', async () => {
    const store = await open();
    await talk(store);
    await compact(store, 'chat');
    await compact(store, 'chat');
    const { items } = await store.read('chat');
    expect(items.map(({ sessionId }) => sessionId)).toEqual(items.map(() => 'chat'));
    const states = items.map(({ sequence, active, compacted }) => [sequence, Number(active), Number(compacted)]);
    expect(states).toEqual([
      ...[1, 2, 3, 4].map((sequence) => [sequence, 0, 1]),
      [5, 1, 0],
      [6, 1, 0],
      [7, 0, 1], // the first summary, which the second one replaced
      [8, 1, 0],
    ]);
    expect(contentsOf(items.slice(0, 5).map(({ message }) => message))).toEqual([
      'Today is Monday.',
      'first',
      'second: needle-in-the-middle',
      'third',
      'newest',
    ]);
    await store.close();
  });

  it('S-072 finds what was replaced, from inside the same session too, and brings it back', async () => {
    const store = await open();
    await talk(store);
    const { summaryId = '' } = await compact(store, 'chat');
    await compact(store, 'chat');
    for (const scope of [{}, { sessionId: 'chat' }]) {
      const { hits } = await store.search({ text: 'needle-in-the-middle', ...scope });
      expect(hits.map(({ message }) => [message.id, message.state])).toEqual([['chat:3', 'compacted']]);
    }
    const behind = await store.read('chat', { behind: summaryId });
    expect(behind.items.map(({ id }) => id)).toEqual(['chat:1', 'chat:2', 'chat:3', 'chat:4']);
    await store.undo({ sessionId: 'chat' });
    await store.undo({ sessionId: 'chat' });
    expect(contentsOf((await store.load('chat')).messages)).toContain('second: needle-in-the-middle');
    await store.close();
  });

  it('S-073 makes no chain of parents and numbers no title', async () => {
    const store = await open();
    await talk(store);
    for (let time = 0; time < 3; time += 1) await compact(store, 'chat');
    expect(await all(store)).toEqual([['chat', 'name', undefined]]);
    await store.close();
  });
});

describe.each(stores)('compaction by rotation, %s', (_, open) => {
  it('S-076 goes on under a new id whose parent is the old one, as name #2, #3, …', async () => {
    const store = await open();
    await talk(store);
    await store.create({ id: 'taken', title: 'name #3' });
    const second = await compact(store, 'chat', false);
    expect(second).toMatchObject({ inPlace: false, oldSessionId: 'chat', revision: 2 });
    const third = await compact(store, second.sessionId, false);
    expect(new Set(['chat', second.sessionId, third.sessionId]).size).toBe(3);
    const known = expect.arrayContaining([
      ['chat', 'name', undefined],
      [second.sessionId, 'name #2', 'chat'],
      [third.sessionId, 'name #4', second.sessionId],
    ]);
    expect(await all(store)).toEqual(known);
    expect((await store.get('chat')).continuedBy).toBe(second.sessionId);
    expect(contentsOf((await store.load(third.sessionId)).messages)).toEqual([
      'Today is Tuesday.',
      'Summary 2',
      'newest',
    ]);
    // The old one stays as it was, and nothing is added to it any more.
    expect(contentsOf((await store.load('chat')).messages)).toHaveLength(5);
    expect(await store.append('chat', [said('late')])).toEqual({ kind: 'continued', by: second.sessionId });
    await store.close();
  });

  it('S-077 takes goal and metadata along, is found by search, and goes on where the conversation is', async () => {
    const store = await open();
    await talk(store);
    const { sessionId: second } = await compact(store, 'chat', false);
    const { sessionId: third } = await compact(store, second, false);
    const [old, tip] = [await store.get('chat'), await store.get(third)];
    expect([old.goal, tip.goal]).toEqual([undefined, { ship: 'v3' }]);
    expect([old.metadata, tip.metadata]).toEqual([{ platform: 'cli' }, { platform: 'cli' }]);
    expect(await findTip(store, 'chat')).toEqual(tip);
    expect(await findSession(store, 'name')).toEqual({ kind: 'found', session: tip });
    expect((await store.list()).items.map(({ id }) => id)).toEqual([third]);

    // From the newest session, what only the first ever said; and once, however many copies there are.
    const { hits } = await store.search({ text: 'needle-in-the-middle', sessionId: third });
    expect(hits.map(({ message }) => message.message.content)).toEqual(['second: needle-in-the-middle']);
    await store.close();
  });

  it('S-077 goes on in place after a rotation, and by rotation after that', async () => {
    const store = await open();
    await talk(store);
    const second = await compact(store, 'chat', false);
    const third = await compact(store, second.sessionId);
    expect(third).toMatchObject({ inPlace: true, sessionId: second.sessionId, compressionCount: 2 });
    expect((await store.get(second.sessionId)).goal).toEqual({ ship: 'v3' });
    const fourth = await compact(store, second.sessionId, false);
    expect(fourth.compressionCount).toBe(3);
    expect((await store.get(fourth.sessionId)).title).toBe('name #3');
    expect((await findTip(store, 'chat')).id).toBe(fourth.sessionId);
    await store.close();
  });
});

describe.each(stores)('what is told of a compaction, %s', (_, open) => {
  it('S-075 says its mode, in the event and in the receipt, so that nobody compares ids', async () => {
    const heard: [string, CompressEvent][] = [];
    const store = await open({ emit: (...event) => heard.push(event) });
    await talk(store);
    const receipts = [await compact(store, 'chat'), await compact(store, 'chat', false)];
    const { sessionId } = receipts[1] ?? { sessionId: '' };
    receipts.push(await compact(store, sessionId));
    expect(receipts.map(({ inPlace }) => inPlace)).toEqual([true, false, true]);
    expect(heard).toEqual([
      ['session:compress', { in_place: true, old_session_id: '', session_id: 'chat', compression_count: 1 }],
      ['session:compress', { in_place: false, old_session_id: 'chat', session_id: sessionId, compression_count: 2 }],
      ['session:compress', { in_place: true, old_session_id: '', session_id: sessionId, compression_count: 3 }],
    ]);
    await store.close();
  });

  it('is told once, when it is stored: not for what was refused, repeated, undone or redone', async () => {
    const heard: unknown[] = [];
    const store = await open({
      emit: (...event) => {
        heard.push(event);
        throw new Error('a listener that fails');
      },
    });
    await talk(store);
    const receipt = await compact(store, 'chat');
    const leased = await store.acquireLease({ sessionId: 'chat', holder: 'test' });
    if (leased.kind !== 'acquired') throw new Error(leased.kind);
    const request = {
      sessionId: 'chat',
      expectedRevision: 1,
      expectedSequence: 5,
      outcome: { kind: 'compressed', messages: [said('x')] },
      lease: leased.lease,
      engine: 'test',
    } as const;
    expect(await store.commit({ ...request, key: receipt.key })).toEqual({ kind: 'repeated', receipt });
    expect(await store.commit({ ...request, key: 'other' })).toEqual({ kind: 'conflict', revision: 2 });
    await store.undo({ sessionId: 'chat', lease: leased.lease });
    await store.redo({ sessionId: 'chat', lease: leased.lease });
    expect(heard).toHaveLength(1);
    await store.close();
  });
});

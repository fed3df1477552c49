import type { Message, Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLists, diffRevisions } from './diff-revisions.ts';
import { createMemorySessionStore } from './memory/memory-session-store.ts';
import type { SessionStore } from './session-store.ts';

function named(id: string): Message {
  return { role: 'user', content: `text of ${id}`, _context: { id } };
}

const textsOf = (messages: Messages): readonly unknown[] => messages.map(({ content }) => content);

function user(content: string): Message {
  return { role: 'user', content };
}

/** Replaces all but the last message by a summary. */
async function compact(store: SessionStore, sessionId: string, summary: string): Promise<void> {
  const { revision, sequence, messages } = await store.load(sessionId);
  const lease = await store.acquireLease({ sessionId, holder: 'test' });
  if (lease.kind !== 'acquired') throw new Error('busy');
  await store.append(sessionId, [user(`late to ${summary}`)]);
  await store.commit({
    sessionId,
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome: { kind: 'compressed', messages: [user(summary), ...messages.slice(-1)] },
    lease: lease.lease,
    key: summary,
    engine: 'test',
  });
  await store.releaseLease(lease.lease);
}

describe('the difference of two lists', () => {
  it('is told by ids, not by words', () => {
    const twin: Message = { ...named('b'), content: 'text of a' };
    expect(diffLists([named('a'), named('c')], [twin, named('c'), user('text of a')])).toEqual({
      removed: [named('a')],
      added: [twin, user('text of a')],
      kept: 1,
    });
  });

  it('turns the first list into the second', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const { removed, added, kept } = diffLists(before.map(named), after.map(named));
        expect(removed).toEqual(before.filter((id) => !after.includes(id)).map(named));
        expect(added).toEqual(after.filter((id) => !before.includes(id)).map(named));
        expect(kept + removed.length).toBe(before.length);
        expect(kept + added.length).toBe(after.length);
      }),
    );
  });
});

describe('the difference of two revisions', () => {
  it('is what the change did; what arrived before and after it is not part of it', async () => {
    const store = createMemorySessionStore();
    const { id } = await store.create();
    await store.append(id, [user('one'), user('two'), user('three')]);
    await compact(store, id, 'first summary');
    await store.append(id, [user('four'), user('five')]);
    await compact(store, id, 'second summary');
    await store.append(id, [user('six')]);

    const second = await diffRevisions(store, id, { from: 2, to: 3 });
    expect(textsOf(second.removed)).toEqual(['first summary', 'three', 'late to first summary', 'four']);
    expect(textsOf(second.added)).toEqual(['second summary']);
    expect([second.kept, second.appended]).toEqual([2, 1]);

    const first = await diffRevisions(store, id, { from: 1, to: 2 });
    expect([textsOf(first.removed), textsOf(first.added), first.appended]).toEqual([
      ['one', 'two'],
      ['first summary'],
      3,
    ]);

    await store.undo({ sessionId: id });
    const undone = await diffRevisions(store, id, { from: 3, to: 4 });
    expect([textsOf(undone.removed), textsOf(undone.added)]).toEqual([
      ['second summary'],
      ['first summary', 'three', 'late to first summary', 'four'],
    ]);
    expect(undone.appended).toBe(0);

    const back = await diffRevisions(store, id, { from: 3, to: 2 });
    expect([textsOf(back.removed), textsOf(back.added), back.appended]).toEqual([
      ['second summary', 'six'],
      ['first summary', 'three', 'late to first summary', 'four'],
      0,
    ]);
  });

  it('is refused for a revision that is not there', async () => {
    const store = createMemorySessionStore();
    const { id } = await store.create();
    await expect(diffRevisions(store, id, { from: 1, to: 2 })).rejects.toMatchObject({
      code: 'CTX_SESSION_INPUT_INVALID',
    });
  });
});

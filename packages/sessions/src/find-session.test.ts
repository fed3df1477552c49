import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSession } from './find-session.ts';
import { createMemorySessionStore } from './memory/memory-session-store.ts';
import type { NewSession } from './session.ts';
import type { SessionStore } from './session-store.ts';

async function storeOf(...sessions: readonly NewSession[]): Promise<SessionStore> {
  let at = 0;
  const store = createMemorySessionStore({ now: () => ++at });
  for (const session of sessions) await store.create(session);
  return store;
}

/** Compacts a session into a new one. @returns The new one's id. */
async function rotate(store: SessionStore, sessionId: string): Promise<string> {
  await store.append(sessionId, [{ role: 'user', content: `to ${sessionId}` }]);
  const { revision, sequence } = await store.load(sessionId);
  const lease = await store.acquireLease({ sessionId, holder: 'test' });
  if (lease.kind !== 'acquired') throw new Error('busy');
  const result = await store.commit({
    sessionId,
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome: { kind: 'compressed', messages: [{ role: 'user', content: 'short' }] },
    lease: lease.lease,
    key: `rotate ${sessionId}`,
    engine: 'test',
    inPlace: false,
  });
  if (result.kind !== 'committed') throw new Error(result.kind);
  return result.receipt.sessionId;
}

async function found(store: SessionStore, text: string): Promise<string> {
  const lookup = await findSession(store, text);
  return lookup.kind === 'found' ? lookup.session.id : lookup.kind;
}

describe('the session that a text stands for', () => {
  it('is that of the id, of the title, or the only one whose id begins so', async () => {
    const store = await storeOf({ id: 'abc1', title: 'Fix the build' }, { id: 'abd2' }, { id: 'x', title: 'ab' });
    expect(await found(store, 'abc1')).toBe('abc1');
    expect(await found(store, 'abd')).toBe('abd2');
    expect(await found(store, 'Fix the build')).toBe('abc1');
    expect(await found(store, 'fix')).toBe('none');
    expect(await found(store, 'Fix the')).toBe('none');
    expect(await found(store, '')).toBe('none');
    expect(await found(store, '漢字\n')).toBe('none');
    expect(await found(store, 'a'.repeat(500))).toBe('none');
  });

  it('is the one of the whole id, though others begin so, and of the whole title, though ids begin so', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `a${index}` }));
    const store = await storeOf({ id: 'a' }, ...many, { id: 'z', title: 'a1' }, { id: 'y', title: 'a' });
    expect(await found(store, 'a')).toBe('a');
    expect(await found(store, 'a1')).toBe('a1');
    expect(await found(await storeOf({ id: 'b1' }, { id: 'b2' }, { id: 'z', title: 'b' }), 'b')).toBe('z');
  });

  it('is open between several whose ids begin so: the newest are named', async () => {
    const store = await storeOf({ id: 'a1' }, { id: 'a2', title: 'two' }, { id: 'b' });
    expect(await findSession(store, 'a')).toMatchObject({
      kind: 'ambiguous',
      candidates: [{ id: 'a2', title: 'two' }, { id: 'a1' }],
      hasMore: false,
    });
    const many = await storeOf(...Array.from({ length: 11 }, (_, index) => ({ id: `a${index}` })));
    const lookup = await findSession(many, 'a');
    expect(lookup).toMatchObject({ kind: 'ambiguous', hasMore: true });
    expect(lookup.kind === 'ambiguous' && lookup.candidates).toHaveLength(10);
  });

  it('S-077 is where the conversation is now, if its title is given without a number', async () => {
    const store = await storeOf({ id: 'first', title: 'name' });
    const second = await rotate(store, 'first');
    const third = await rotate(store, second);
    expect(await found(store, 'name')).toBe(third);
    expect(await found(store, 'name #2')).toBe(second);
    expect(await found(store, 'first')).toBe('first');
  });

  it('S-076 is the highest of a title’s numbers where the first session of it is gone or renamed', async () => {
    const store = await storeOf(
      { title: 'name #2', id: 'n2' },
      { title: 'name #10', id: 'n10' },
      { title: 'name #9', id: 'n9' },
    );
    await store.create({ id: 'other', title: 'name #99 #2' });
    await store.create({ id: 'no-number', title: 'name #x' });
    expect(await found(store, 'name')).toBe('n10');
    expect(await found(store, 'nam')).toBe('none');
  });

  it('is always one of the ids that begin so, or named by the text', async () => {
    const word = fc.stringMatching(/^[ab_]{1,3}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { maxLength: 6 }), word, async (ids, text) => {
        const store = await storeOf(...ids.map((id) => ({ id })));
        const fitting = ids.filter((id) => id.startsWith(text));
        const expected = ids.includes(text) ? text : fitting.length > 1 ? 'ambiguous' : (fitting[0] ?? 'none');
        expect(await found(store, text)).toBe(expected);
      }),
    );
  });
});

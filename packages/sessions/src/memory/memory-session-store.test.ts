import { describeSessionStore } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { createMemorySessionStore } from './memory-session-store.ts';

describeSessionStore('memory', createMemorySessionStore);

describe('a store in memory', () => {
  it('needs nothing from outside', async () => {
    const store = createMemorySessionStore();
    const { id, createdAt } = await store.create();
    expect(id).toMatch(/^\d{8}_\d{6}_[0-9a-f]{6}$/);
    expect(Math.abs(Date.now() - createdAt)).toBeLessThan(60_000);
    await store.append(id, [{ role: 'user', content: 'a' }]);
    expect((await store.get(id)).liveTokens).toBeGreaterThan(0);
    expect(await store.acquireLease({ sessionId: id, holder: 'x' })).toMatchObject({ kind: 'acquired' });
  });

  it('counts tokens as it is told', async () => {
    const store = createMemorySessionStore({
      countTokens: ({ content }) => (typeof content === 'string' ? content.length : 0),
    });
    await store.create({ id: 's1' });
    await store.append('s1', [
      { role: 'user', content: 'four' },
      { role: 'user', content: 'sixsix' },
    ]);
    expect(await store.get('s1')).toMatchObject({ liveTokens: 10 });
  });

  it('says so where it is given one id over and over', async () => {
    const store = createMemorySessionStore({ now: () => 0, newId: () => 'abcdef' });
    expect((await store.create()).id).toBe('19700101_000000_abcdef');
    await expect(store.create()).rejects.toMatchObject({ code: 'CTX_SESSION_INPUT_INVALID' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTip } from './find-tip.ts';
import type { Session } from './session.ts';
import { SessionNotFoundError } from './session-errors.ts';
import type { SessionStore } from './session-store.ts';

/** A store that holds sessions of these ids, each with the one that it goes on in. */
function chain(links: Readonly<Record<string, string | undefined>>): Pick<SessionStore, 'get'> {
  return {
    async get(id): Promise<Session> {
      if (!Object.hasOwn(links, id)) throw new SessionNotFoundError(id, 'memory');
      const continuedBy = links[id];
      return {
        id,
        origin: 'new',
        ...(continuedBy === undefined ? {} : { continuedBy }),
        metadata: {},
        createdAt: 0,
        updatedAt: 0,
        revision: 1,
        sequence: 0,
        liveMessages: 0,
        liveTokens: 0,
        compactions: 0,
      };
    },
  };
}

describe('the tip of a conversation', () => {
  it('S-077 is the last session that followed by rotation', async () => {
    const store = chain({ one: 'two', two: 'three', three: undefined });
    for (const id of ['one', 'two', 'three']) expect((await findTip(store, id)).id).toBe('three');
  });

  it('is the last one that is here, where the next one is not', async () => {
    expect((await findTip(chain({ one: 'two', two: 'gone' }), 'one')).id).toBe('two');
  });

  it('is no session where the first one is not here, and other errors are passed on', async () => {
    await expect(findTip(chain({}), 'one')).rejects.toThrow(SessionNotFoundError);
    const broken: Pick<SessionStore, 'get'> = {
      get: async (id) => (id === 'one' ? chain({ one: 'two' }).get(id) : Promise.reject(new Error('disk'))),
    };
    await expect(findTip(broken, 'one')).rejects.toThrow('disk');
  });

  it('is found whatever the links are, rings included', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(id, fc.option(id, { nil: undefined })), async (links) => {
        const store = chain({ a: undefined, ...links });
        expect(Object.keys({ a: undefined, ...links })).toContain((await findTip(store, 'a')).id);
      }),
    );
  });
});

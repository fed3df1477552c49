import type { HostSession } from '@hermes-context/host';
import { describe, expect, it } from 'vitest';
import { OpenSessions } from './open-sessions.ts';

/** Sessions that only open and close, and keep a diary of it; closing takes as long as the test wants. */
function diary({ closing = Promise.resolve() }: { readonly closing?: Promise<void> } = {}) {
  const entries: string[] = [];
  const open = async (key: string): Promise<HostSession> => {
    entries.push(`open ${key}`);
    const close = async (): Promise<void> => {
      entries.push(`close ${key}`);
      await closing;
      entries.push(`closed ${key}`);
    };
    return { id: key, close } as HostSession;
  };
  return { entries, open };
}

const nothing = async (): Promise<void> => undefined;

describe('OpenSessions', () => {
  it('closes the one that was not used for longest', async () => {
    const { entries, open } = diary();
    const sessions = new OpenSessions(open, 2);
    for (const key of ['a', 'b', 'a', 'c']) await sessions.use(key, nothing);
    await sessions.close('nobody');
    expect(entries.filter((entry) => !entry.startsWith('closed'))).toEqual(['open a', 'open b', 'open c', 'close b']);
    expect(sessions.count).toBe(2);
  });

  it('closes none that somebody uses, even if it was used for longest', async () => {
    const { entries, open } = diary();
    const sessions = new OpenSessions(open, 1);
    const gate = Promise.withResolvers<void>();
    const long = sessions.use('a', () => gate.promise);
    await sessions.use('b', nothing);
    expect(entries).toContain('close b');
    expect(entries).not.toContain('close a');
    gate.resolve();
    await long;
    expect(sessions.count).toBe(1);
  });

  it('opens a session again only when it is closed', async () => {
    const closing = Promise.withResolvers<void>();
    const { entries, open } = diary({ closing: closing.promise });
    const sessions = new OpenSessions(open, 1);
    await sessions.use('a', nothing);
    await sessions.use('b', nothing);
    const again = sessions.use('a', nothing);
    await new Promise((resolve) => setImmediate(resolve));
    expect(entries).toEqual(['open a', 'open b', 'close a']);
    closing.resolve();
    await again;
    expect(entries.slice(2, 5)).toEqual(['close a', 'closed a', 'open a']);
  });

  it('opens once for all who ask at once, and tries again after a failure', async () => {
    let openCount = 0;
    const { open } = diary();
    const sessions = new OpenSessions(async (key) => {
      openCount += 1;
      if (openCount === 1) throw new Error('disk full');
      return open(key);
    }, 2);
    await expect(sessions.use('a', nothing)).rejects.toThrow('disk full');
    expect(sessions.count).toBe(0);
    await Promise.all([sessions.use('a', nothing), sessions.use('a', nothing)]);
    expect(openCount).toBe(2);
  });
});

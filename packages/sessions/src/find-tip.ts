import type { Session } from './session.ts';
import { SessionNotFoundError } from './session-errors.ts';
import type { SessionStore } from './session-store.ts';

/**
 * The session in which the conversation of this one goes on (S-077): the last of those that followed by rotation, or the
 * session itself. A follower that is not here, as after an import of the parent alone, ends the way; a ring ends too.
 *
 * @throws SessionNotFoundError - If there is no session of this id.
 */
export async function findTip(store: Pick<SessionStore, 'get'>, sessionId: string): Promise<Session> {
  let tip = await store.get(sessionId);
  const passed = new Set([tip.id]);
  while (tip.continuedBy !== undefined && !passed.has(tip.continuedBy)) {
    passed.add(tip.continuedBy);
    const next = await getIfThere(store, tip.continuedBy);
    if (next === undefined) return tip;
    tip = next;
  }
  return tip;
}

/** The session of this id, if there is one. */
export async function getIfThere(store: Pick<SessionStore, 'get'>, sessionId: string): Promise<Session | undefined> {
  try {
    return await store.get(sessionId);
  } catch (error) {
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
}

import type { UserMessage } from '@hermes-context/contract';
import { type Session, SessionNotFoundError, type SessionStore } from '@hermes-context/sessions';

/** A message that somebody names, so that it is stored once however often it comes. */
export interface Delivery {
  readonly message: UserMessage;
  readonly key: string;
}

/** How many messages of a session are looked at: a rotation copies to its front what goes on. */
const MAX_COPIES = 1_000;

/**
 * Whether a delivery came before a rotation: keys are known to the session that was open then, and to none that goes on
 * from it. Changes nothing.
 *
 * @returns The message's id in the session of today, absent where a summary stands for it; `undefined` for a message that
 * no session before this one knows.
 */
export async function findDelivery(
  store: SessionStore,
  sessionId: string,
  delivery: Delivery,
): Promise<{ readonly id?: string } | undefined> {
  for (let parent = await parentOf(store, sessionId); parent !== undefined; parent = await parentOf(store, parent.id)) {
    // A session that was closed takes nothing new, and still knows what came while it was open.
    const answer = await store.append(parent.id, [delivery.message], { key: delivery.key });
    if (answer.kind === 'continued') continue;
    const { items } = await store.read(sessionId, { states: ['live'], limit: MAX_COPIES });
    const copy = items.find(({ copyOf }) => copyOf === answer.ids[0]);
    return copy === undefined ? {} : { id: copy.id };
  }
  return undefined;
}

/** The session that a rotation closed for this one, if it is here. */
async function parentOf(store: SessionStore, sessionId: string): Promise<Session | undefined> {
  const { origin, parentSessionId } = await store.get(sessionId);
  if (origin !== 'rotation' || parentSessionId === undefined) return undefined;
  try {
    const parent = await store.get(parentSessionId);
    return parent.continuedBy === undefined ? undefined : parent;
  } catch (error) {
    // An import may have brought the younger one alone.
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
}

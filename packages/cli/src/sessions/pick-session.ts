import { ContextHostError } from '@hermes-context/contract';
import { findSession, type Session, type SessionLookup, SessionNotFoundError } from '@hermes-context/sessions';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import type { FoundStore } from './open-store.ts';
import { relativeTime } from './relative-time.ts';

/** Several sessions begin so. */
class SessionAmbiguousError extends ContextHostError {
  override readonly name = 'SessionAmbiguousError';
  readonly code = 'CTX_SESSION_AMBIGUOUS';
}

/** A session, and the store it is in. */
export interface PickedSession {
  readonly store: NonNullable<FoundStore['store']>;
  readonly session: Session;
}

/**
 * The session that the text on the command line means: an id or how it begins, a title or its beginning before ` #N`.
 *
 * @throws UsageError for nothing. SessionNotFoundError, SessionAmbiguousError.
 */
export async function pickSession(text: string, { store, path }: FoundStore): Promise<PickedSession> {
  if (text.trim() === '') throw noSession();
  if (store === undefined) throw new SessionNotFoundError(text, path);
  const lookup = await findSession(store, text);
  switch (lookup.kind) {
    case 'found':
      return { store, session: lookup.session };
    case 'ambiguous':
      throw ambiguous(text, lookup);
    case 'none':
      throw new SessionNotFoundError(text, path);
  }
}

function noSession(): UsageError {
  return new UsageError({
    what: 'The name of the session is empty.',
    why: 'A session is named by its id, the beginning of its id, or its title.',
    fix: 'See what there is: hermes sessions list',
  });
}

function ambiguous(
  text: string,
  { candidates, hasMore }: Extract<SessionLookup, { kind: 'ambiguous' }>,
): SessionAmbiguousError {
  const now = Date.now();
  const lines = candidates.map(({ id, title, updatedAt }) => {
    const name = title === undefined ? '' : `  ${plainText(title)}`;
    return `  ${id}  ${relativeTime(updatedAt, now)}${name}`;
  });
  return new SessionAmbiguousError({
    what: `Several sessions begin with "${text}":\n${[...lines, ...(hasMore ? ['  … and more'] : [])].join('\n')}`,
    why: 'A session is named by its id, by as much of it as no other one begins with, or by its title.',
    fix: 'Give more of the id.',
  });
}

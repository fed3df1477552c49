import { checkJson, checkSessionId, checkTitle, sessionIdTaken, titleTaken } from '../input-checks.ts';
import type { NewSession, Session, SessionChange } from '../session.ts';
import { SessionInputError } from '../session-errors.ts';
import { listAt, START } from '../view/list-state.ts';
import { insertRevision } from './revision-rows.ts';
import { freeSessionId, startWithCopies } from './rotate.ts';
import {
  findSession,
  getSession,
  insertSession,
  type SessionRow,
  type SessionStart,
  stateOfToday,
  toSession,
  updateSession,
} from './session-rows.ts';
import type { StoreContext } from './store-context.ts';

/** Add a session without messages, inside a transaction. */
export function createSession(context: StoreContext, session: NewSession): Session {
  const row = insertSession(context, { ...startOf(context, session), origin: 'new', parentSessionId: undefined });
  insertRevision(context, row.key, { ...START, number: 1, kind: 'start', at: row.createdAt });
  return toSession(context, updateSession(context, row, { revision: 1 }));
}

/** Add a session that begins with the live list of another, inside a transaction. What is not given is the other's, but for the title. */
export function branchSession(context: StoreContext, sessionId: string, session: NewSession): Session {
  const parent = getSession(context, sessionId);
  const { goal = parent.goal, ...start } = startOf(context, session);
  const row = startWithCopies(
    context,
    { session: parent, list: listAt(stateOfToday(context, parent), parent.sequence) },
    {
      ...start,
      goal,
      metadata: session.metadata === undefined ? parent.metadata : start.metadata,
      origin: 'branch',
      parentSessionId: parent.id,
    },
  );
  return toSession(context, row);
}

/** Change what is noted about a session, inside a transaction. */
export function changeSession(context: StoreContext, sessionId: string, change: SessionChange): Session {
  const row = getSession(context, sessionId);
  const { title, goal, metadata } = change;
  if (title !== undefined && title !== null) checkFreeTitle(context, title, row.id);
  const next = updateSession(context, row, {
    ...(title === undefined ? {} : { title: title ?? undefined }),
    ...(goal === undefined ? {} : { goal: goal === null ? undefined : checkJson('goal', goal) }),
    ...(metadata === undefined ? {} : { metadata: checkMetadata(metadata ?? {}) }),
    updatedAt: context.now(),
  });
  return toSession(context, next);
}

/** @throws SessionInputError - For a title that cannot be one, or that is another session's. */
function checkFreeTitle(context: StoreContext, title: string, sessionId?: string): void {
  const owner = ownerOf(context, checkTitle(title));
  if (owner !== undefined && owner !== sessionId) throw titleTaken(title, owner);
}

function startOf(
  context: StoreContext,
  { id, title, goal, metadata = {} }: NewSession,
): Omit<SessionStart, 'origin' | 'parentSessionId'> {
  if (id !== undefined && findSession(context, checkSessionId(id)) !== undefined) throw sessionIdTaken(id);
  if (title !== undefined) checkFreeTitle(context, title);
  return {
    id: id ?? freeSessionId(context),
    title,
    goal: goal === undefined || goal === null ? undefined : checkJson('goal', goal),
    metadata: checkMetadata(metadata),
    createdAt: context.now(),
  };
}

function checkMetadata(metadata: Readonly<Record<string, unknown>>): string {
  const text = checkJson('metadata', metadata);
  if (text.startsWith('{')) return text;
  throw new SessionInputError({
    what: `metadata is ${text.slice(0, 80)}.`,
    why: 'It is an object of names and values.',
    fix: 'Give an object, or leave it away.',
  });
}

function ownerOf({ driver }: StoreContext, title: string): SessionRow['id'] | undefined {
  const row = driver.get('SELECT id FROM sessions WHERE title = ?', title);
  return row === undefined ? undefined : String(row['id']);
}

import type { Session, SessionOrigin } from '../session.ts';
import { SessionNotFoundError } from '../session-errors.ts';
import { type ListState, listAt } from '../view/list-state.ts';
import { sizeOf } from '../view/ranges.ts';
import { readStored } from './damaged-content.ts';
import { readState } from './revision-rows.ts';
import type { SqlRow } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';
import { tokensOf } from './tokens-of.ts';

/** A session as its row has it. */
export interface SessionRow {
  readonly key: number;
  readonly id: string;
  readonly title: string | undefined;
  readonly origin: SessionOrigin;
  readonly parentSessionId: string | undefined;
  readonly continuedBy: string | undefined;
  /** JSON. */
  readonly goal: string | undefined;
  /** JSON. */
  readonly metadata: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revision: number;
  readonly sequence: number;
  readonly tokensThrough: number;
  readonly compactions: number;
  readonly fence: number;
}

/**
 * The row of a session.
 *
 * @throws SessionNotFoundError
 */
export function getSession(context: StoreContext, sessionId: string): SessionRow {
  const row = findSession(context, sessionId);
  if (row === undefined) throw new SessionNotFoundError(sessionId, context.location);
  return row;
}

/** The row of a session, if there is one. */
export function findSession({ driver }: Pick<StoreContext, 'driver'>, sessionId: string): SessionRow | undefined {
  // What is no text is the id of nothing; SQLite would refuse to look for it.
  const row = typeof sessionId === 'string' ? driver.get('SELECT * FROM sessions WHERE id = ?', sessionId) : undefined;
  return row === undefined ? undefined : toSessionRow(row);
}

/** A row of `SELECT * FROM sessions`. */
export function toSessionRow(row: SqlRow): SessionRow {
  return {
    key: Number(row['key']),
    id: String(row['id']),
    title: textOf(row['title']),
    origin: originOf(row['origin']),
    parentSessionId: textOf(row['parent_session_id']),
    continuedBy: textOf(row['continued_by']),
    goal: textOf(row['goal']),
    metadata: String(row['metadata']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    revision: Number(row['revision']),
    sequence: Number(row['sequence']),
    tokensThrough: Number(row['tokens_through']),
    compactions: Number(row['compactions']),
    fence: Number(row['fence']),
  };
}

/** A session as callers see it. */
export function toSession(context: StoreContext, row: SessionRow): Session {
  const list = listAt(stateOfToday(context, row), row.sequence);
  return {
    id: row.id,
    origin: row.origin,
    ...(row.title === undefined ? {} : { title: row.title }),
    ...(row.parentSessionId === undefined ? {} : { parentSessionId: row.parentSessionId }),
    ...(row.continuedBy === undefined ? {} : { continuedBy: row.continuedBy }),
    ...(row.goal === undefined ? {} : { goal: readStored(() => JSON.parse(row.goal ?? 'null')) }),
    metadata: readStored(() => JSON.parse(row.metadata)),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    revision: row.revision,
    sequence: row.sequence,
    liveMessages: sizeOf(list),
    liveTokens: tokensOf(context, row, list),
    compactions: row.compactions,
  };
}

/** The state of a session's live list after its newest change. */
export function stateOfToday(context: StoreContext, { key, revision }: SessionRow): ListState {
  return readState(context, key, revision);
}

/** What a new row needs to be told; the rest begins at nothing. */
export type SessionStart = Pick<SessionRow, 'id' | 'title' | 'origin' | 'parentSessionId' | 'goal' | 'metadata'> & {
  readonly createdAt: number;
  readonly compactions?: number;
};

/** Add a session without messages, at revision 0: its first revision is the caller's to add. */
export function insertSession({ driver }: StoreContext, start: SessionStart): SessionRow {
  const { insertedKey } = driver.run(
    `INSERT INTO sessions (id, title, origin, parent_session_id, goal, metadata, created_at, updated_at, revision,
       sequence, tokens_through, compactions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)`,
    start.id,
    start.title ?? null,
    start.origin,
    start.parentSessionId ?? null,
    start.goal ?? null,
    start.metadata,
    start.createdAt,
    start.createdAt,
    start.compactions ?? 0,
  );
  return {
    ...start,
    key: insertedKey,
    continuedBy: undefined,
    updatedAt: start.createdAt,
    revision: 0,
    sequence: 0,
    tokensThrough: 0,
    compactions: start.compactions ?? 0,
    fence: 0,
  };
}

/** Write where a session stands; the row as it is now. */
export function updateSession(
  { driver }: StoreContext,
  row: SessionRow,
  change: Partial<Omit<SessionRow, 'key' | 'id' | 'origin' | 'createdAt' | 'fence'>>,
): SessionRow {
  const next = { ...row, ...change };
  driver.run(
    `UPDATE sessions SET title = ?, parent_session_id = ?, continued_by = ?, goal = ?, metadata = ?, updated_at = ?,
       revision = ?, sequence = ?, tokens_through = ?, compactions = ? WHERE key = ?`,
    next.title ?? null,
    next.parentSessionId ?? null,
    next.continuedBy ?? null,
    next.goal ?? null,
    next.metadata,
    next.updatedAt,
    next.revision,
    next.sequence,
    next.tokensThrough,
    next.compactions,
    row.key,
  );
  return next;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function originOf(value: unknown): SessionOrigin {
  return value === 'rotation' || value === 'branch' ? value : 'new';
}

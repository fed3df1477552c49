import { bodyText } from './bodies.ts';
import { branchOf } from './branch.ts';
import type { PathRange, ResultRequest, StoredEntry } from './lcm-store.ts';
import { PathView, placeOf } from './path-view.ts';
import { joinMessage } from './split-message.ts';
import { intOf, maybeIntOf, maybeTextOf, type Sql, type SqlRow, textOf } from './sql.ts';

const ENTRY = `e.id, e.conversation, e.depth, e.segment, e.host_id, e.ambiguous_with, e.role, e.tool, e.at, e.tokens, e.rest,
  b.encoding, b.body, b.chars, c.session_id, c.head
  FROM entries e JOIN bodies b ON b.id = e.body JOIN conversations c ON c.id = e.conversation`;

/** Statements that read entries: tests look at their plans. */
export const ENTRY_PROBES = {
  byId: `SELECT ${ENTRY} WHERE e.id = ?`,
  stretch: `SELECT ${ENTRY} WHERE e.segment = ? AND e.depth BETWEEN ? AND ? ORDER BY e.depth`,
  byText: `SELECT e.id FROM bodies b CROSS JOIN entries e ON e.body = b.id CROSS JOIN conversations c ON c.id = e.conversation
    WHERE b.hash BETWEEN ? AND ? AND e.role = 'tool' AND e.tokens >= 100 AND c.session_id = ?`,
} as const;

/** How much one answer holds; what asks for more asks again. Copying it to another thread takes about a millisecond. */
const PAGE_CHARS = 200_000;
const PAGE_ENTRIES = 100;
/** Of a stored hash, all of it. */
const HASH_DIGITS = 32;

/** Some of a path, and where to go on. */
export interface EntryPage {
  readonly entries: readonly StoredEntry[];
  /** The next depth to ask for; unknown when this was the last page. */
  readonly nextDepth: number | undefined;
  /** The head whose path it is, for the next page. */
  readonly head: number | undefined;
}

/** What of which path is wanted. */
export interface PathRequest extends PathRange {
  readonly sessionId: string;
  /** The head of the page before; absent: the current one. */
  readonly head?: number | undefined;
}

/** A page of a path. */
export function readPath(sql: Sql, request: PathRequest): EntryPage {
  const head = request.head ?? headOf(sql, request.sessionId)?.head;
  const branch = branchOf(sql.db, head);
  const from = Math.max(1, request.fromDepth ?? 1);
  const to = Math.min(request.toDepth ?? Infinity, branch.at(-1)?.toDepth ?? 0, from - 1 + (request.limit ?? Infinity));
  const page = new Page();
  for (const { segment, fromDepth, toDepth } of branch) {
    const values = [segment, Math.max(from, fromDepth), Math.min(to, toDepth)] as const;
    if (values[1] > values[2]) continue;
    const stopped = sql.find(ENTRY_PROBES.stretch, values, (row) => !page.take(row));
    if (stopped !== undefined) return { entries: page.entries(sql), nextDepth: intOf(stopped, 'depth'), head };
  }
  return { entries: page.entries(sql), nextDepth: undefined, head };
}

/** A conversation's row, and nothing for an unknown session. */
export function headOf(sql: Sql, sessionId: string): { id: number; head: number | undefined } | undefined {
  const row = sql.get('SELECT id, head FROM conversations WHERE session_id = ?', sessionId);
  return row && { id: intOf(row, 'id'), head: maybeIntOf(row, 'head') };
}

/** The entries of a list of ids, in its order, as many as a page holds. */
export function readEntries(sql: Sql, ids: readonly number[]): readonly StoredEntry[] {
  const page = new Page();
  for (const id of ids) {
    const row = sql.get(ENTRY_PROBES.byId, id);
    if (row !== undefined && !page.take(row)) break;
  }
  return page.entries(sql);
}

/** A large result of a session by its text; of several the newest. */
export function readResult(sql: Sql, { sessionId, hash, callId }: ResultRequest): StoredEntry | undefined {
  const bounds = ['0', 'f'].map((digit) => Buffer.from(hash.padEnd(HASH_DIGITS, digit), 'hex'));
  const ids = sql.all(ENTRY_PROBES.byText, ...bounds, sessionId).map((row) => intOf(row, 'id'));
  for (const id of ids.toSorted((one, other) => other - one)) {
    const [entry] = readEntries(sql, [id]);
    if (callId === undefined || (entry?.message.role === 'tool' && entry.message.tool_call_id === callId)) return entry;
  }
  return undefined;
}

/** A piece of an entry's text. */
export function readText(
  sql: Sql,
  { id, from, chars }: { readonly id: number; readonly from: number; readonly chars: number },
): { text: string; chars: number } | undefined {
  const row = sql.get(ENTRY_PROBES.byId, id);
  if (row === undefined) return undefined;
  const text = bodyText(row);
  const start = Math.max(0, from);
  return { text: text.slice(start, start + Math.max(0, chars)), chars: text.length };
}

/** Rows up to the size of an answer; at least one, however large. */
class Page {
  readonly #rows: SqlRow[] = [];
  #chars = 0;

  /** Whether there was room. */
  take(row: SqlRow): boolean {
    const chars = intOf(row, 'chars') + textOf(row, 'rest').length;
    const isFull = this.#rows.length === PAGE_ENTRIES || this.#chars + chars > PAGE_CHARS;
    if (isFull && this.#rows.length > 0) return false;
    this.#chars += chars;
    this.#rows.push(row);
    return true;
  }

  entries(sql: Sql): readonly StoredEntry[] {
    const views = new Map<number, PathView>();
    return this.#rows.map((row) => {
      const conversation = intOf(row, 'conversation');
      const view = views.get(conversation) ?? new PathView(sql, conversation, maybeIntOf(row, 'head'));
      views.set(conversation, view);
      return entryOf(row, view.has(placeOf(row)));
    });
  }
}

function entryOf(row: SqlRow, isCurrent: boolean): StoredEntry {
  const hostId = maybeTextOf(row, 'host_id');
  const tool = maybeTextOf(row, 'tool');
  const ambiguousWith = maybeIntOf(row, 'ambiguous_with');
  const message = joinMessage({ text: bodyText(row), rest: textOf(row, 'rest') }, hostId);
  return {
    id: intOf(row, 'id'),
    depth: intOf(row, 'depth'),
    ...(hostId !== undefined && { hostId }),
    role: message.role,
    ...(tool !== undefined && { tool }),
    at: intOf(row, 'at'),
    tokens: intOf(row, 'tokens'),
    message,
    ...(ambiguousWith !== undefined && { ambiguousWith }),
    isCurrent,
    sessionId: textOf(row, 'session_id'),
  };
}

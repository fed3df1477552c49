import { bodyText } from './bodies.ts';
import { headOf } from './read-entries.ts';
import { SUMMARY_PROBES } from './read-summaries.ts';
import { joinMessage } from './split-message.ts';
import { intOf, maybeIntOf, maybeTextOf, type Sql, type SqlRow, textOf } from './sql.ts';
import { failure, StoreFault } from './store-failure.ts';

/** Version of the lines that an export writes. */
export const EXPORT_FORMAT = 1;

/** Where an export stands; nothing that came after its start is in it. */
export interface ExportCursor {
  readonly conversation: number;
  readonly newestEntry: number;
  readonly newestSummary: number;
  readonly afterEntry: number;
  readonly afterSummary: number;
}

/** Some lines of an export, and where to go on; nowhere after the last ones. */
export interface ExportPage {
  readonly lines: readonly string[];
  readonly cursor: ExportCursor | undefined;
}

const ENTRIES = `SELECT e.id, e.parent, e.host_id, e.ambiguous_with, e.at, e.tokens, e.rest, e.tool, s.is_aside, b.encoding,
  b.body, b.chars FROM entries e JOIN bodies b ON b.id = e.body JOIN segments s ON s.id = e.segment
  WHERE e.conversation = ? AND e.id > ? AND e.id <= ? ORDER BY e.id LIMIT 200`;
const SUMMARIES = `SELECT rowid AS row, id, kind, text, tokens, level, created_at FROM summaries
  WHERE conversation = ? AND rowid > ? AND rowid <= ? ORDER BY rowid LIMIT 50`;
const PAGE_CHARS = 200_000;

/** The first line: whose export it is. */
export function startExport(sql: Sql, sessionId: string): ExportPage {
  const conversation = headOf(sql, sessionId);
  if (conversation === undefined) throw new StoreFault(failure('unknown-session', sql.location, sessionId));
  const newest = sql.get(
    'SELECT (SELECT MAX(id) FROM entries) AS entry, (SELECT MAX(rowid) FROM summaries) AS summary',
  );
  return {
    lines: [JSON.stringify({ kind: 'session', format: EXPORT_FORMAT, sessionId, head: conversation.head ?? null })],
    cursor: {
      conversation: conversation.id,
      newestEntry: newest === undefined ? 0 : (maybeIntOf(newest, 'entry') ?? 0),
      newestSummary: newest === undefined ? 0 : (maybeIntOf(newest, 'summary') ?? 0),
      afterEntry: 0,
      afterSummary: 0,
    },
  };
}

/** The lines behind a cursor: all entries, then all summaries, then one that says it is the last. */
export function continueExport(sql: Sql, cursor: ExportCursor): ExportPage {
  const rows = sql.all(ENTRIES, cursor.conversation, cursor.afterEntry, cursor.newestEntry);
  if (rows.length > 0) return entryPage(rows, cursor);
  const summaries = sql.all(SUMMARIES, cursor.conversation, cursor.afterSummary, cursor.newestSummary);
  const last = summaries.at(-1);
  if (last === undefined) return { lines: [JSON.stringify({ kind: 'end' })], cursor: undefined };
  return {
    lines: summaries.map((row) => summaryLine(sql, row)),
    cursor: { ...cursor, afterSummary: intOf(last, 'row') },
  };
}

function entryPage(rows: readonly SqlRow[], cursor: ExportCursor): ExportPage {
  const lines: string[] = [];
  let chars = 0;
  let afterEntry = cursor.afterEntry;
  for (const row of rows) {
    if (chars > PAGE_CHARS) break;
    chars += intOf(row, 'chars');
    afterEntry = intOf(row, 'id');
    lines.push(entryLine(row));
  }
  return { lines, cursor: { ...cursor, afterEntry } };
}

function entryLine(row: SqlRow): string {
  const hostId = maybeTextOf(row, 'host_id');
  return JSON.stringify({
    kind: 'entry',
    id: intOf(row, 'id'),
    parent: maybeIntOf(row, 'parent') ?? null,
    at: intOf(row, 'at'),
    tokens: intOf(row, 'tokens'),
    hostId: hostId ?? null,
    tool: maybeTextOf(row, 'tool') ?? null,
    ambiguousWith: maybeIntOf(row, 'ambiguous_with') ?? null,
    isAside: intOf(row, 'is_aside') === 1,
    message: joinMessage({ text: bodyText(row), rest: textOf(row, 'rest') }, hostId),
  });
}

function summaryLine(sql: Sql, row: SqlRow): string {
  const id = textOf(row, 'id');
  const sources =
    textOf(row, 'kind') === 'leaf'
      ? {
          entries: sql
            .all('SELECT entry FROM summary_entries WHERE summary = ?', id)
            .map((source) => intOf(source, 'entry')),
        }
      : { children: sql.all(SUMMARY_PROBES.children, id).map((source) => textOf(source, 'child')) };
  return JSON.stringify({
    kind: 'summary',
    id,
    text: textOf(row, 'text'),
    tokens: intOf(row, 'tokens'),
    level: intOf(row, 'level'),
    createdAt: intOf(row, 'created_at'),
    ...sources,
  });
}

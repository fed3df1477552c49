import { existsSync, statSync } from 'node:fs';
import type { LcmStats } from './lcm-store.ts';
import { headOf } from './read-entries.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { intOf, type Sql, type SqlRow } from './sql.ts';
import { failure, StoreFault } from './store-failure.ts';

/** Sizes of the store; of one session where an id is given. Reads counters, not messages. */
export function readStats(sql: Sql, sessionId: string | undefined): LcmStats {
  const session = sessionId === undefined ? undefined : headOf(sql, sessionId);
  if (sessionId !== undefined && session === undefined) {
    throw new StoreFault({
      ...failure('unknown-session', sql.location, sessionId),
      fix: 'Ask for a session that was stored.',
    });
  }
  const [counts, kinds] = session === undefined ? countAll(sql) : countOne(sql, session.id);
  return {
    schemaVersion: SCHEMA_VERSION,
    sessions: intOf(counts, 'sessions'),
    entries: intOf(counts, 'entries'),
    ambiguousEntries: intOf(counts, 'ambiguous'),
    leaves: intOf(kinds, 'leaves'),
    condensed: intOf(kinds, 'condensed'),
    ...(session !== undefined && { path: pathStats(sql, session) }),
    file: fileStats(sql),
    indexLag: lag(sql),
  };
}

const COUNTS = `SELECT COUNT(*) AS sessions, COALESCE(SUM(entry_count), 0) AS entries,
  COALESCE(SUM(ambiguous_count), 0) AS ambiguous FROM conversations`;
const KINDS = `SELECT COALESCE(SUM(kind = 'leaf'), 0) AS leaves, COALESCE(SUM(kind = 'condensed'), 0) AS condensed
  FROM summaries`;

function countAll(sql: Sql): readonly [SqlRow, SqlRow] {
  return [rowOf(sql, COUNTS), rowOf(sql, KINDS)];
}

function countOne(sql: Sql, conversation: number): readonly [SqlRow, SqlRow] {
  return [
    rowOf(sql, `${COUNTS} WHERE id = ?`, conversation),
    rowOf(sql, `${KINDS} WHERE conversation = ?`, conversation),
  ];
}

function pathStats(sql: Sql, { id, head }: { id: number; head: number | undefined }): NonNullable<LcmStats['path']> {
  const tip = sql.get('SELECT depth, path_tokens FROM entries WHERE id = ?', head ?? 0);
  const roots = rowOf(
    sql,
    `SELECT COUNT(*) AS roots, COALESCE(SUM(s.source_tokens), 0) AS covered, COALESCE(SUM(s.tokens), 0) AS tokens
      FROM roots r JOIN summaries s ON s.id = r.summary WHERE r.conversation = ?`,
    id,
  );
  const tokens = tip === undefined ? 0 : intOf(tip, 'path_tokens');
  return {
    messages: tip === undefined ? 0 : intOf(tip, 'depth'),
    tokens,
    roots: intOf(roots, 'roots'),
    uncoveredTokens: tokens - intOf(roots, 'covered'),
    rootTokens: intOf(roots, 'tokens'),
  };
}

function fileStats(sql: Sql): LcmStats['file'] {
  return {
    bytes: sizeOf(sql.location),
    logBytes: sizeOf(`${sql.location}-wal`),
    contentBytes: markOf(sql, 'content_bytes'),
    bodyChars: markOf(sql, 'body_chars'),
    bodyBytes: markOf(sql, 'body_bytes'),
  };
}

function lag(sql: Sql): LcmStats['indexLag'] {
  const entries = rowOf(sql, 'SELECT COALESCE(MAX(id), 0) AS newest FROM entries');
  const summaries = rowOf(sql, 'SELECT COALESCE(MAX(rowid), 0) AS newest FROM summaries');
  return {
    entries: Math.max(0, intOf(entries, 'newest') - markOf(sql, 'indexed_entries')),
    summaries: Math.max(0, intOf(summaries, 'newest') - markOf(sql, 'indexed_summaries')),
  };
}

/** A figure of the store. */
export function markOf(sql: Sql, name: string): number {
  return intOf(rowOf(sql, 'SELECT value FROM marks WHERE name = ?', name), 'value');
}

function rowOf(sql: Sql, statement: string, ...values: readonly (string | number)[]): SqlRow {
  const row = sql.get(statement, ...values);
  if (row === undefined) throw new StoreFault(failure('damaged', sql.location, 'a figure is missing'));
  return row;
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

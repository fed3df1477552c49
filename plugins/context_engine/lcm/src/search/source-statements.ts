/** Node binds every number as a real one, and an index skips only to whole ones: without the casts it would read up to the place each time. */
const BOUNDS = 'n.rowid > CAST(? AS INTEGER) AND n.rowid < CAST(? AS INTEGER)';

/** Statements of a source. Tests look at their plans. */
export interface SourceStatements {
  /** Facts of rows by id, newest first: from, to, both not included. */
  readonly facts: string;
  /** The same with their text. */
  readonly texts: string;
  /** Facts of one row, and one row with its text, by id. */
  readonly fact: string;
  readonly row: string;
  /** Ids of rows that an index names, newest first: expression, from, to, limit. */
  readonly words: string;
  readonly grams: string;
  /** How many there are: expression, from, to. */
  readonly count: string;
}

const FACTS = 'SELECT e.id, e.conversation, e.segment, e.depth, e.role, e.tool, e.at, e.tokens';
const TEXTS = `${FACTS}, b.chars, b.encoding, b.body, CASE e.role WHEN 'assistant' THEN e.rest END AS rest
  FROM entries e CROSS JOIN bodies b ON b.id = e.body`;
const SUMMARY_FACTS = `SELECT s.rowid AS id, s.id AS summary, s.conversation, s.kind, s.first_entry, s.last_entry, s.first_at,
  s.last_at, s.tokens, l.segment, l.depth, f.depth AS first_depth`;
const SUMMARY_JOINS = 'CROSS JOIN entries l ON l.id = s.last_entry CROSS JOIN entries f ON f.id = s.first_entry';

/** Statements over messages. */
export const MESSAGE_STATEMENTS: SourceStatements = {
  facts: `${FACTS} FROM entries e WHERE e.id > ? AND e.id < ? ORDER BY e.id DESC`,
  texts: `${TEXTS} WHERE e.id > ? AND e.id < ? ORDER BY e.id DESC`,
  fact: `${FACTS} FROM entries e WHERE e.id = ?`,
  row: `${TEXTS} WHERE e.id = ?`,
  words: named('words'),
  grams: named('grams'),
  count: counted('words'),
};

/** Statements over summaries. */
export const SUMMARY_STATEMENTS: SourceStatements = {
  facts: `${SUMMARY_FACTS} FROM summaries s ${SUMMARY_JOINS} WHERE s.rowid > ? AND s.rowid < ? ORDER BY s.rowid DESC`,
  texts: `${SUMMARY_FACTS}, s.text FROM summaries s ${SUMMARY_JOINS} WHERE s.rowid > ? AND s.rowid < ? ORDER BY s.rowid DESC`,
  fact: `${SUMMARY_FACTS} FROM summaries s ${SUMMARY_JOINS} WHERE s.rowid = ?`,
  row: `${SUMMARY_FACTS}, s.text FROM summaries s ${SUMMARY_JOINS} WHERE s.rowid = ?`,
  words: named('summary_words'),
  grams: named('summary_grams'),
  count: counted('summary_words'),
};

function named(table: string): string {
  return `SELECT n.rowid AS id FROM ${table} n WHERE n.${table} MATCH ? AND ${BOUNDS} ORDER BY n.rowid DESC LIMIT ?`;
}

function counted(table: string): string {
  return `SELECT COUNT(*) AS count FROM ${table} n WHERE n.${table} MATCH ? AND ${BOUNDS}`;
}

/** The same statement the other way round, oldest first. */
export function oldestFirst(statement: string): string {
  return statement.replace(' DESC', '');
}

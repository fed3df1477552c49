import { bodyText } from './bodies.ts';
import { shortHash } from './identity.ts';
import { bytesOf, intOf, maybeIntOf, maybeTextOf, type Sql, type SqlRow, textOf } from './sql.ts';
import { markOf } from './stats.ts';

/** A finding, or `undefined` where others may be served. */
export type Findings = Generator<string | undefined>;

const ROWS = 200;
const BODIES = 20;

const ENTRIES = `SELECT e.id, e.conversation, e.parent, e.depth, e.segment, e.tokens, e.path_tokens, e.rest, e.ambiguous_with,
  p.conversation AS p_conversation, p.depth AS p_depth, p.segment AS p_segment, p.path_tokens AS p_tokens,
  s.origin, s.fork_depth, s.parent_segment, s.conversation AS s_conversation, b.chars
  FROM entries e LEFT JOIN entries p ON p.id = e.parent LEFT JOIN segments s ON s.id = e.segment
  LEFT JOIN bodies b ON b.id = e.body WHERE e.id > ? ORDER BY e.id LIMIT ?`;

/** Every entry stands behind its parent: later, one deeper, in its conversation, on its segment or one that leaves it. */
export function* verifyEntries(sql: Sql): Findings {
  for (let after = 0; ; ) {
    const rows = sql.all(ENTRIES, after, ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) {
      for (const problem of entryProblems(row)) yield `Message ${intOf(row, 'id')} ${problem}.`;
    }
    after = intOf(last, 'id');
    yield undefined;
  }
}

function entryProblems(row: SqlRow): readonly string[] {
  const parent = maybeIntOf(row, 'parent');
  const depth = 1 + (maybeIntOf(row, 'p_depth') ?? 0);
  const pathTokens = intOf(row, 'tokens') + (maybeIntOf(row, 'p_tokens') ?? 0);
  const checks: readonly (readonly [boolean, string])[] = [
    [parent === undefined || parent < intOf(row, 'id'), 'is older than the one it follows'],
    [intOf(row, 'depth') === depth, `has the number ${intOf(row, 'depth')} instead of ${depth}`],
    [intOf(row, 'path_tokens') === pathTokens, 'has a sum of tokens that is not its path’s'],
    [parent === undefined || row['p_conversation'] === row['conversation'], 'follows one of another conversation'],
    [row['s_conversation'] === row['conversation'], 'is on no segment of its conversation'],
    [row['chars'] !== null, 'has lost its text'],
    [isOnSegment(row), 'stands on a segment that does not lead to it'],
    [isJson(textOf(row, 'rest')), 'cannot be read'],
  ];
  return checks.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}

function isOnSegment(row: SqlRow): boolean {
  const isFirst = intOf(row, 'depth') === 1 + (maybeIntOf(row, 'fork_depth') ?? -1);
  if (!isFirst) return row['segment'] === row['p_segment'];
  return row['origin'] === row['parent'] && row['parent_segment'] === row['p_segment'];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Every body is what its hash says. */
export function* verifyBodies(sql: Sql): Findings {
  for (let after = 0; ; ) {
    const rows = sql.all(
      'SELECT id, hash, chars, encoding, body FROM bodies WHERE id > ? ORDER BY id LIMIT ?',
      after,
      BODIES,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) {
      if (!isIntact(row)) yield `The text ${intOf(row, 'id')} is not what was stored.`;
    }
    after = intOf(last, 'id');
    yield undefined;
  }
}

function isIntact(row: SqlRow): boolean {
  try {
    const text = bodyText(row);
    const hash = shortHash(text);
    return text.length === intOf(row, 'chars') && Buffer.compare(hash, bytesOf(row, 'hash')) === 0;
  } catch {
    return false;
  }
}

const CONVERSATIONS = `SELECT c.id, c.session_id, c.head, c.entry_count, c.ambiguous_count, h.conversation AS h_conversation
  FROM conversations c LEFT JOIN entries h ON h.id = c.head`;
const COUNTED = `SELECT conversation, COUNT(*) AS n, COUNT(ambiguous_with) AS ambiguous FROM entries GROUP BY conversation`;

/** Every head is a message of its conversation, and the counters count. */
export function* verifyConversations(sql: Sql): Findings {
  const counted = new Map(sql.all(COUNTED).map((row) => [intOf(row, 'conversation'), row]));
  yield undefined;
  for (const row of sql.all(CONVERSATIONS)) {
    const name = `Session ${maybeTextOf(row, 'session_id')}`;
    const counts = counted.get(intOf(row, 'id'));
    if (row['head'] !== null && row['h_conversation'] !== row['id']) yield `${name} has a head that is not its own.`;
    if (intOf(row, 'entry_count') !== Number(counts?.['n'] ?? 0)) yield `${name} counts its messages wrongly.`;
    if (intOf(row, 'ambiguous_count') !== Number(counts?.['ambiguous'] ?? 0)) yield `${name} counts its flags wrongly.`;
  }
}

/** The indexes hold what the marks say, no more and no less. */
export function* verifyIndexes(sql: Sql): Findings {
  const pairs = [
    ['words', 'entries', 'id', 'indexed_entries'],
    ['summary_words', 'summaries', 'rowid', 'indexed_summaries'],
  ] as const;
  for (const [index, table, key, mark] of pairs) {
    yield undefined;
    const through = markOf(sql, mark);
    const indexed = sql.get(`SELECT COUNT(*) AS n, COALESCE(MAX(id), 0) AS newest FROM ${index}_docsize`);
    const stored = sql.get(`SELECT COUNT(*) AS n FROM ${table} WHERE ${key} <= ?`, through);
    const isInStep = indexed?.['n'] === stored?.['n'] && Number(indexed?.['newest']) <= through;
    if (!isInStep) yield `The index ${index} is not in step with ${table}.`;
  }
}

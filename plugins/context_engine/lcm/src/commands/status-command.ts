import type { EngineCommand, EngineCommandResult, EngineCommandServices } from '@hermes-context/contract';
import { closestName } from '@hermes-context/messages';
import type { LcmStats } from '../store/lcm-store.ts';
import { intOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import { readStats } from '../store/stats.ts';
import { showTime } from '../tools/show-time.ts';
import { lookAtStore } from './look-at-store.ts';
import { counted, figure, plainLine, sizeText } from './plain-text.ts';
import { readWords } from './read-words.ts';
import { hasStore, noStoreText, storeFile } from './store-place.ts';
import { quoted, usage } from './usage-problem.ts';

/** Sessions that are listed: the newest ones. */
const LISTED_SESSIONS = 20;

const SESSIONS = `SELECT c.session_id, c.entry_count, c.updated_at,
  (SELECT COUNT(*) FROM roots r WHERE r.conversation = c.id) AS roots
  FROM conversations c ORDER BY c.updated_at DESC, c.id DESC LIMIT ?`;

/** A session in the list. */
interface SessionLine {
  readonly sessionId: string;
  readonly messages: number;
  readonly roots: number;
  readonly updatedAt: string;
}

/** `hermes lcm status [SESSION]`: sizes, of the store and of one session. Writes nothing. */
export const statusCommand: EngineCommand = {
  name: 'status',
  summary: 'sizes of the store, what is not indexed yet, and its newest sessions',
  usage: '[SESSION]',
  details: ['With SESSION, the id of a session: how much of it is summarised, and under how many summaries.'],
  run: async (words, services) => {
    const read = readWords(words, { command: 'status', arguments: ['SESSION?'], options: {} });
    if (read.kind === 'wrong') return read.result;
    if (!hasStore(services))
      return { kind: 'done', text: noStoreText(services), data: { ...dataOf(services), exists: false } };
    const [sessionId] = read.arguments;
    return lookAtStore(storeFile(services), async (sql) => statusOf(sql, sessionId, services));
  },
};

function dataOf(services: Pick<EngineCommandServices, 'dataDir'>) {
  return { store: storeFile(services), exists: true, stats: null, session: null, newestSessions: [] };
}

function statusOf(
  sql: Sql,
  sessionId: string | undefined,
  services: Pick<EngineCommandServices, 'dataDir'>,
): EngineCommandResult {
  const whole = readStats(sql, undefined);
  if (sessionId !== undefined && !isStored(sql, sessionId)) return unknownSession(sql, sessionId);
  const session = sessionId === undefined ? undefined : sessionStats(readStats(sql, sessionId), sessionId);
  const newest = sessionId === undefined ? sql.all(SESSIONS, LISTED_SESSIONS).map(sessionLine) : [];
  const text = [
    `Store ${storeFile(services)}`,
    ...storeLines(whole),
    ...(session === undefined ? listLines(newest, whole.sessions) : sessionLines(session)),
  ].join('\n');
  return {
    kind: 'done',
    text,
    data: { ...dataOf(services), stats: whole, session: session ?? null, newestSessions: newest },
  };
}

function storeLines({
  schemaVersion,
  sessions,
  entries,
  leaves,
  condensed,
  ambiguousEntries,
  file,
  indexLag,
}: LcmStats) {
  const doubtful = ambiguousEntries === 0 ? '' : `, ${figure(ambiguousEntries)} of them perhaps repetitions`;
  return [
    `${counted(entries, 'message')} in ${counted(sessions, 'session')}${doubtful}`,
    `${counted(leaves + condensed, 'summary', 'summaries')}: ${figure(leaves)} of messages, ${figure(condensed)} of summaries`,
    `${sizeText(file.bytes)} on disk for ${sizeText(file.contentBytes)} of messages; log ${sizeText(file.logBytes)}; schema ${schemaVersion}`,
    indexLag.entries + indexLag.summaries === 0
      ? 'All of it is indexed.'
      : `Not indexed yet, and searched directly: ${counted(indexLag.entries, 'message')}, ${counted(indexLag.summaries, 'summary', 'summaries')}`,
  ];
}

function listLines(newest: readonly SessionLine[], all: number): readonly string[] {
  if (newest.length === 0) return [];
  return [
    '',
    newest.length < all ? `The newest ${newest.length} of ${figure(all)} sessions:` : 'Sessions, the newest first:',
    ...newest.map(
      ({ sessionId, messages, roots, updatedAt }) =>
        `  ${plainLine(sessionId)}  ${updatedAt}  ${counted(messages, 'message')}, ${counted(roots, 'root')}`,
    ),
  ];
}

/** One session, with all that the store counts of it. */
interface SessionStats {
  readonly sessionId: string;
  readonly entries: number;
  readonly ambiguousEntries: number;
  readonly leaves: number;
  readonly condensed: number;
  readonly path: NonNullable<LcmStats['path']> | null;
}

function sessionStats(stats: LcmStats, sessionId: string): SessionStats {
  const { entries, ambiguousEntries, leaves, condensed, path = null } = stats;
  return { sessionId, entries, ambiguousEntries, leaves, condensed, path };
}

function sessionLines({ sessionId, entries, leaves, condensed, path }: SessionStats): readonly string[] {
  const head = ['', `Session ${plainLine(sessionId)}`, `${counted(entries, 'message')} on all branches`];
  const summaries = `${counted(leaves + condensed, 'summary', 'summaries')} made`;
  if (path === null) return [...head, summaries];
  const { messages, tokens, roots, rootTokens, uncoveredTokens } = path;
  return [
    ...head,
    `Current branch: ${counted(messages, 'message')}, ${counted(tokens, 'token')}`,
    `${summaries}; ${counted(roots, 'root')} of ${counted(rootTokens, 'token')} over ${counted(tokens - uncoveredTokens, 'token')}, ${counted(uncoveredTokens, 'token')} under none`,
  ];
}

function isStored(sql: Sql, sessionId: string): boolean {
  return sql.get('SELECT 1 FROM conversations WHERE session_id = ?', sessionId) !== undefined;
}

function unknownSession(sql: Sql, sessionId: string): EngineCommandResult {
  const names = sql.all(SESSIONS, LISTED_SESSIONS).map((row) => textOf(row, 'session_id'));
  const meant = closestName(sessionId, names);
  return usage(
    `The store has no session ${quoted(sessionId)}.`,
    'A session is named by its whole id, and is stored once the engine has seen it.',
    meant === undefined ? 'See the newest ones: hermes lcm status' : `Did you mean ${meant}?`,
  );
}

function sessionLine(row: SqlRow): SessionLine {
  return {
    sessionId: textOf(row, 'session_id'),
    messages: intOf(row, 'entry_count'),
    roots: intOf(row, 'roots'),
    updatedAt: showTime(intOf(row, 'updated_at')),
  };
}

import { bodyText } from '../store/bodies.ts';
import { intOf, maybeTextOf, type Sql, type SqlRow, textOf } from '../store/sql.ts';
import type { GrepRequest, GrepRun } from './grep-types.ts';
import { conversationGram, conversationToken, quoted, roleToken, toolToken } from './index-text.ts';
import type { Narrowing } from './query.ts';
import type { ScopeFilter } from './scope-filter.ts';
import { entryBounds, type SearchScope } from './search-scope.ts';
import { isOwnTool, type SearchableText, searchableText } from './searchable-text.ts';
import { MESSAGE_STATEMENTS, type SourceStatements, SUMMARY_STATEMENTS } from './source-statements.ts';

/** Rows that can be searched: messages or summaries. Their ids rise with time. */
export interface Source {
  readonly kind: 'message' | 'summary';
  /** All rows up to this one are in the indexes. */
  readonly indexed: number;
  /** The highest one there is. */
  readonly newest: number;
  /** The lowest and the highest one in the scope, both included. */
  readonly bounds: readonly [low: number, high: number];
  readonly statements: SourceStatements;
  /** Whether most rows are not expected to pass: then their text is not read along with them. */
  readonly isSelective: boolean;
  /** Whether a row passes the filters, from its columns without the text. */
  passes(row: SqlRow): boolean;
  textOf(row: SqlRow): SearchableText;
  /** An index's question, narrowed down to the scope as far as the index knows it. */
  scoped(narrowing: Narrowing): Narrowing;
  /** The same by conversation alone, whatever share of the store they are. */
  ofConversations(narrowing: Narrowing): Narrowing;
  /** The same, if it names no row that does not pass. */
  exactly(narrowing: Narrowing): Narrowing | undefined;
  /** Whether a row's conversation is in the scope. */
  isInConversations(row: SqlRow): boolean;
}

/** What a source is made for. */
export interface SourceContext {
  readonly sql: Sql;
  readonly request: GrepRequest;
  readonly run: GrepRun;
  readonly scope: SearchScope;
  readonly filter: ScopeFilter;
  /** Whether the indexes may be asked; otherwise the rows themselves are read. */
  readonly mayUseIndexes: boolean;
}

const NEWEST_ENTRY = 'SELECT COALESCE(MAX(id), 0) AS newest FROM entries';
const NEWEST_SUMMARY = 'SELECT COALESCE(MAX(rowid), 0) AS newest FROM summaries';
const MARK = 'SELECT value FROM marks WHERE name = ?';

const CHARS = 'SELECT b.chars FROM entries e CROSS JOIN bodies b ON b.id = e.body WHERE e.id = ?';

/** From how many characters a message counts as a file. */
export const DEFAULT_FILE_CHARS = 100_000;

/** The messages of a scope. */
export function messageSource(context: SourceContext): Source {
  const { sql, scope, request } = context;
  const newest = numberOf(sql.get(NEWEST_ENTRY), 'newest');
  return {
    kind: 'message',
    indexed: context.mayUseIndexes ? numberOf(sql.get(MARK, 'indexed_entries'), 'value') : 0,
    newest,
    bounds: entryBounds(sql, scope, newest),
    statements: MESSAGE_STATEMENTS,
    isSelective: isSelective(context, newest),
    passes: messageFilter(context),
    textOf: (row) => searchableText(bodyText(row), maybeTextOf(row, 'rest')),
    scoped: (narrowing) => scopedToMessages(narrowing, { scope, request, newest }),
    ofConversations: (narrowing) => scopedToConversations(narrowing, scope),
    exactly: (narrowing) => (scope.isWhole && !isFiltered(request) ? exactConversations(narrowing, scope) : undefined),
    isInConversations: (row) => context.filter.hasConversation(intOf(row, 'conversation')),
  };
}

/** The summaries of a scope. */
export function summarySource({ sql, scope, filter, request, mayUseIndexes }: SourceContext): Source {
  const newest = numberOf(sql.get(NEWEST_SUMMARY), 'newest');
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = request;
  return {
    kind: 'summary',
    indexed: mayUseIndexes ? numberOf(sql.get(MARK, 'indexed_summaries'), 'value') : 0,
    newest,
    bounds: [1, newest],
    statements: SUMMARY_STATEMENTS,
    isSelective: false,
    passes: (row) =>
      intOf(row, 'last_at') >= since &&
      intOf(row, 'first_at') < until &&
      filter.hasConversation(intOf(row, 'conversation')) &&
      filter.isCurrent(placeOf(row)) &&
      filter.hasSummary(textOf(row, 'summary')),
    textOf: (row) => searchableText(textOf(row, 'text').toWellFormed(), undefined),
    scoped: (narrowing) => scopedToConversations(narrowing, scope),
    ofConversations: (narrowing) => scopedToConversations(narrowing, scope),
    exactly: () => undefined,
    isInConversations: (row) => filter.hasConversation(intOf(row, 'conversation')),
  };
}

function messageFilter({ sql, request, run, filter }: SourceContext): (row: SqlRow) => boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = request;
  const roles = request.roles.length === 0 ? undefined : new Set<string>(request.roles);
  const tools = request.toolNames.length === 0 ? undefined : new Set(request.toolNames);
  const fileChars = run.fileChars ?? DEFAULT_FILE_CHARS;
  const isInTime = (at: number): boolean => at >= since && at < until;
  const isOfTool = (tool: string | undefined): boolean => tools?.has(tool ?? '') ?? !isOwnTool(tool);
  const isLong = (id: number): boolean => numberOf(sql.get(CHARS, id), 'chars') >= fileChars;
  const isWanted = (row: SqlRow): boolean =>
    isInTime(intOf(row, 'at')) && (roles?.has(textOf(row, 'role')) ?? true) && isOfTool(maybeTextOf(row, 'tool'));
  return (row) => {
    const id = intOf(row, 'id');
    return isWanted(row) && filter.hasEntry({ ...placeOf(row), id }) && (request.in !== 'files' || isLong(id));
  };
}

function placeOf(row: SqlRow): { readonly conversation: number; readonly segment: number; readonly depth: number } {
  return { conversation: intOf(row, 'conversation'), segment: intOf(row, 'segment'), depth: intOf(row, 'depth') };
}

/** More conversations than that are not told to an index, only checked afterwards. */
const MAX_CONVERSATIONS = 64;

interface MessageScope {
  readonly scope: SearchScope;
  readonly request: GrepRequest;
  readonly newest: number;
}

function scopedToMessages(narrowing: Narrowing, { scope, request, newest }: MessageScope): Narrowing {
  // Where most messages belong to the scope, asking the index for that costs more than it saves.
  const narrowed = isMinor(scope, newest) ? scopedToConversations(narrowing, scope) : narrowing;
  if (narrowing.table === 'grams') return narrowed;
  const facts = [request.roles.map(roleToken), request.toolNames.map(toolToken)].filter(({ length }) => length > 0);
  return { ...narrowed, expression: [narrowed.expression, ...facts.map(anyOf)].join(' AND ') };
}

function isSelective({ scope, request }: SourceContext, newest: number): boolean {
  return isFiltered(request) || isMinor(scope, newest);
}

function isFiltered({ roles, toolNames, since, until, in: target }: GrepRequest): boolean {
  return roles.length + toolNames.length > 0 || since !== undefined || until !== undefined || target === 'files';
}

/** Whether a scope is less than half of the store. */
function isMinor({ conversations }: SearchScope, newest: number): boolean {
  return (
    conversations !== undefined && conversations.reduce((total, { entryCount }) => total + 2 * entryCount, 0) < newest
  );
}

function scopedToConversations(narrowing: Narrowing, { conversations }: SearchScope): Narrowing {
  if (conversations === undefined || conversations.length > MAX_CONVERSATIONS) return narrowing;
  const token = narrowing.table === 'words' ? conversationToken : conversationGram;
  const expression = `${anyOf(conversations.map(({ id }) => token(id)))} AND ${narrowing.expression}`;
  return { ...narrowing, expression };
}

/** The index of words has conversations exactly, as long as they are few. */
function exactConversations(narrowing: Narrowing, scope: SearchScope): Narrowing | undefined {
  const isExact = scope.conversations === undefined || scope.conversations.length <= MAX_CONVERSATIONS;
  return isExact && narrowing.table === 'words' ? scopedToConversations(narrowing, scope) : undefined;
}

function anyOf(tokens: readonly string[]): string {
  return `(${tokens.map(quoted).join(' OR ')})`;
}

function numberOf(row: SqlRow | undefined, column: string): number {
  return row === undefined ? 0 : intOf(row, column);
}

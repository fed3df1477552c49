import type { Message } from '@hermes-context/contract';
import { checkNumber } from '../input-checks.ts';
import type { SearchQuery } from '../search-query.ts';
import { SearchQueryError } from '../session-errors.ts';
import type { MessageState } from '../stored-message.ts';
import { type ParsedQuery, parseSearchQuery } from './parse-search-query.ts';
import { readCursor, type SearchPosition } from './search-cursor.ts';

/** Which messages of the scope are looked at. */
export interface SearchFilter {
  readonly states: ReadonlySet<MessageState>;
  readonly roles: ReadonlySet<string> | undefined;
  readonly tools: ReadonlySet<string> | undefined;
  readonly after: number;
  readonly before: number;
}

/** A query that was checked, with all defaults in place. */
export interface PreparedSearch {
  readonly query: SearchQuery;
  readonly parsed: ParsedQuery;
  readonly filter: SearchFilter;
  readonly start: SearchPosition;
  readonly limit: number;
  readonly contextMessages: number;
  readonly budgetMs: number;
}

/** What a filter looks at. */
export interface FilterFacts {
  readonly role: string;
  readonly tools: readonly string[];
  readonly createdAt: number;
}

const DEFAULT_BUDGET_MS = 2_000;
const MAX_BUDGET_MS = 600_000;

/**
 * A query, ready to be answered.
 *
 * @throws SearchQueryError - For a query that cannot be answered.
 * @throws SessionInputError - For a number out of its bounds.
 */
export function prepareSearch(query: SearchQuery): PreparedSearch {
  const parsed = parseSearchQuery(query.text, query.mode);
  const { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = query;
  if (!(after < before)) throw emptyFilter('The time ends before it begins.', 'after is earlier than before');
  const states = namesOf<MessageState>('states', query.states) ?? new Set<MessageState>(['live', 'compacted']);
  for (const state of states) {
    if (!STATES.has(state))
      throw emptyFilter(`${JSON.stringify(state)} is no state.`, 'states are live, compacted and hidden');
  }
  return {
    query,
    parsed,
    filter: {
      states,
      roles: namesOf<Message['role']>('roles', query.roles),
      tools: namesOf('tools', query.tools),
      after,
      before,
    },
    start: readCursor(query),
    limit: checkNumber(query.limit, { name: 'limit', max: 100, fallback: 20 }),
    contextMessages: checkNumber(query.contextMessages, { name: 'contextMessages', min: 0, max: 20, fallback: 0 }),
    budgetMs: checkNumber(query.budgetMs, {
      name: 'budgetMs',
      min: 0,
      max: MAX_BUDGET_MS,
      fallback: DEFAULT_BUDGET_MS,
    }),
  };
}

const STATES: ReadonlySet<string> = new Set<MessageState>(['live', 'compacted', 'hidden']);

/** Whether a message is of those that are looked at; its state aside, which changes. */
export function passesFilter({ roles, tools, after, before }: SearchFilter, facts: FilterFacts): boolean {
  return (
    (roles?.has(facts.role) ?? true) &&
    (tools === undefined || facts.tools.some((name) => tools.has(name))) &&
    facts.createdAt >= after &&
    facts.createdAt < before
  );
}

function namesOf<Name extends string>(
  option: string,
  names: readonly Name[] | undefined,
): ReadonlySet<Name> | undefined {
  if (names === undefined) return undefined;
  if (names.length === 0) throw emptyFilter(`${option} is an empty list.`, 'a filter names what may be found');
  return new Set(names);
}

function emptyFilter(what: string, rule: string): SearchQueryError {
  return new SearchQueryError({
    what,
    why: `No message could be a hit: ${rule}.`,
    fix: 'Correct the filter, or leave it away.',
  });
}

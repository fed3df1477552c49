import type { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../store/sql.ts';
import { markOf, readCursor, type SearchPosition, writeCursor } from './cursor.ts';
import type { GrepAnswer, GrepError, GrepFound, GrepRequest, GrepRun } from './grep-types.ts';
import { Hits } from './hits.ts';
import { keptSql } from './kept-sql.ts';
import { IndexFault } from './named-rows.ts';
import { ignoringCase, type Query, readQuery } from './query.ts';
import { ScopeFilter } from './scope-filter.ts';
import { SearchPage } from './search-page.ts';
import { resolveScope, type SearchScope } from './search-scope.ts';
import { messageSource, type Source, summarySource } from './source.ts';
import { WorkBudget } from './work-budget.ts';

/**
 * Answer a question over a store. Yields every few milliseconds, so that others can be served; what they write meanwhile
 * does not change the answer. An error is an answer too: it is thrown only where the store itself fails.
 */
export function* grep(db: DatabaseSync, request: GrepRequest, run: GrepRun): Generator<void, GrepAnswer> {
  const sql = keptSql(db);
  const query = readQuery(request);
  if (isError(query)) return query;
  const position = positionOf(request, run);
  if (position !== undefined && 'kind' in position) return position;
  const scope = resolveScope(sql, request, run);
  if ('kind' in scope) return scope;
  const prepared = { request, run, scope, query, position };
  try {
    return yield* new Search(sql, { ...prepared, mayUseIndexes: true }).answer();
  } catch (error) {
    // Nothing is lost with an index but time.
    if (!(error instanceof IndexFault)) throw error;
    return yield* new Search(sql, { ...prepared, mayUseIndexes: false }).answer();
  }
}

interface Prepared {
  readonly request: GrepRequest;
  readonly run: GrepRun;
  readonly scope: SearchScope;
  readonly query: Query;
  readonly position: SearchPosition | undefined;
  readonly mayUseIndexes: boolean;
}

/** One call, from its resolved scope to its answer. */
class Search {
  readonly #sql: Sql;
  readonly #prepared: Prepared;
  readonly #budget: WorkBudget;
  readonly #hits: Hits;
  readonly #messages: Source | undefined;
  readonly #summaries: Source | undefined;

  constructor(sql: Sql, prepared: Prepared) {
    const { request, run, scope, mayUseIndexes } = prepared;
    const context = { sql, request, run, scope, filter: new ScopeFilter(sql, scope), mayUseIndexes };
    this.#sql = sql;
    this.#prepared = prepared;
    this.#budget = new WorkBudget(run.clock, run.limits);
    this.#hits = new Hits(sql, request, run);
    this.#messages = request.in === 'summaries' ? undefined : messageSource(context);
    this.#summaries = request.in === 'summaries' || request.in === 'all' ? summarySource(context) : undefined;
  }

  *answer(): Generator<void, GrepFound> {
    const page = this.#page(this.#prepared.position?.isRelaxed ?? false);
    yield* page.fill();
    if (!this.#mayRelax(page)) return this.#found(page);
    const relaxed = this.#page(true);
    yield* relaxed.fill();
    return this.#found(relaxed.knownCount === 0 && relaxed.isExhausted ? page : relaxed);
  }

  #mayRelax(page: SearchPage): boolean {
    const { query, request } = this.#prepared;
    const isFinal = page.isRelaxed || !page.isExhausted || page.knownCount > 0;
    return !isFinal && query.relaxation !== undefined && !request.countOnly;
  }

  #relaxedQuery(): Query {
    const { query, request } = this.#prepared;
    if (query.relaxation !== 'ignore-case') return query;
    const relaxed = ignoringCase(request, query.mode);
    return isError(relaxed) ? query : relaxed;
  }

  #page(isRelaxed: boolean): SearchPage {
    const { position, request, query } = this.#prepared;
    const isResumed = position !== undefined && position.isRelaxed === isRelaxed;
    return new SearchPage({
      sql: this.#sql,
      query: isRelaxed ? this.#relaxedQuery() : query,
      isRelaxed,
      request,
      budget: this.#budget,
      hits: this.#hits,
      messages: this.#messages,
      summaries: this.#summaries,
      position: isResumed ? position : undefined,
    });
  }

  #found(page: SearchPage): GrepFound {
    const { query, scope, mayUseIndexes } = this.#prepared;
    const { isExhausted, knownCount } = page;
    return {
      kind: 'answer',
      ...this.#shown(page),
      returned: page.hits.length,
      total: { kind: isExhausted ? 'exact' : 'at-least', count: knownCount },
      ...this.#progress(page),
      scanned: { rows: this.#budget.rows, chars: this.#budget.chars },
      ...(page.isRelaxed && query.relaxation !== undefined && { relaxed: query.relaxation }),
      modeUsed: query.mode,
      scope: {
        conversations: scope.sessions,
        conversationCount: scope.conversationCount,
        messages: scope.messages,
      },
      warnings: [...query.warnings, ...page.warnings, ...(mayUseIndexes ? [] : [NO_INDEX])],
    };
  }

  #shown({ hits }: SearchPage): Pick<GrepFound, 'hits' | 'groups'> {
    const { countOnly, groupBy } = this.#prepared.request;
    if (countOnly) return { hits: [] };
    return groupBy === 'summary' ? { hits: [], groups: this.#hits.group(hits) } : { hits };
  }

  #progress(page: SearchPage): Pick<GrepFound, 'complete' | 'reasonIncomplete' | 'nextCursor'> {
    const { request, run } = this.#prepared;
    if (page.isExhausted) return { complete: true };
    const nextCursor = writeCursor(markOf(request, run), page.position);
    if (page.isFull) return { complete: true, nextCursor };
    const why = this.#budget.spent() ?? 'A limit was reached';
    return {
      complete: false,
      reasonIncomplete: `${why} before everything was searched; nextCursor goes on there.`,
      nextCursor,
    };
  }
}

const NO_INDEX = 'The search index cannot be read, so all messages were read instead.';

function positionOf(request: GrepRequest, run: GrepRun): SearchPosition | undefined | GrepError {
  if (request.cursor === undefined) return undefined;
  const position = readCursor(request.cursor, markOf(request, run));
  if (typeof position !== 'string') return position;
  const why =
    position === 'malformed' ? 'It is not what an answer gave as nextCursor.' : 'It belongs to another question.';
  const fix =
    'Repeat the question as it was with the nextCursor of its last answer, or leave the cursor away to begin anew.';
  return { kind: 'error', reason: 'bad-cursor', message: `The cursor cannot be used. ${why} ${fix}` };
}

function isError(query: Query | GrepError): query is GrepError {
  return 'kind' in query;
}

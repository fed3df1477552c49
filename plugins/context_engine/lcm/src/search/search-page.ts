import type { Sql } from '../store/sql.ts';
import type { SearchPosition } from './cursor.ts';
import type { GrepHit, GrepRequest } from './grep-types.ts';
import type { Hits } from './hits.ts';
import type { Listing } from './listing.ts';
import type { Query } from './query.ts';
import { MAX_RANKED_TERMS, Ranking } from './ranking.ts';
import type { Source } from './source.ts';
import { type Term, tellingTerms } from './text-query.ts';
import { Walk } from './walk.ts';
import type { WorkBudget } from './work-budget.ts';

/** What a page is made of. */
export interface PageContext {
  readonly sql: Sql;
  readonly query: Query;
  readonly isRelaxed: boolean;
  readonly request: GrepRequest;
  readonly budget: WorkBudget;
  readonly hits: Hits;
  readonly messages: Source | undefined;
  readonly summaries: Source | undefined;
  readonly position: SearchPosition | undefined;
}

/** Of a page over messages and summaries, summaries get this part; more where the messages do not fill the rest. */
const SUMMARY_SHARE = 0.25;

/** One page of hits: summaries first, where both are asked for. */
export class SearchPage {
  readonly #context: PageContext;
  readonly #messages: Listing | undefined;
  readonly #summaries: Listing | undefined;
  readonly #rankedTerms: readonly (readonly Term[])[] | undefined;

  constructor(context: PageContext) {
    const { messages, summaries, position } = context;
    this.#context = context;
    this.#rankedTerms = rankedTerms(context);
    this.#messages = messages && this.#listing(messages, position?.messages);
    this.#summaries = summaries && this.#listing(summaries, position?.summaries);
  }

  get isRelaxed(): boolean {
    return this.#context.isRelaxed;
  }

  get hits(): readonly GrepHit[] {
    return [...(this.#summaries?.hits ?? []), ...(this.#messages?.hits ?? [])];
  }

  /** Whether nothing is behind this page. */
  get isExhausted(): boolean {
    return this.#listings().every(({ isExhausted }) => isExhausted);
  }

  /** Whether the page has as many hits as it may. */
  get isFull(): boolean {
    return !this.#context.request.countOnly && this.#left() <= 0;
  }

  get knownCount(): number {
    return this.#listings().reduce((sum, { knownCount }) => sum + knownCount, 0);
  }

  /** Where the next page begins. */
  get position(): SearchPosition {
    return {
      isRelaxed: this.#context.isRelaxed,
      messages: this.#messages?.position,
      summaries: this.#summaries?.position,
    };
  }

  get warnings(): readonly string[] {
    const { request, query, isRelaxed } = this.#context;
    const warnings: string[] = [];
    if (request.sort === 'relevance' && this.#rankedTerms === undefined) {
      warnings.push('Only words can be sorted by relevance: newest first.');
    }
    if (isRelaxed && query.text !== undefined)
      warnings.push('No message has all of the words: those with most of them first.');
    else if (isRelaxed) warnings.push('Nothing matches with these capitals: capitals were ignored.');
    if (this.#summaries !== undefined && request.roles.length + request.toolNames.length > 0) {
      warnings.push('Summaries have no roles and no tools: those filters were applied to messages alone.');
    }
    return warnings;
  }

  *fill(): Generator<void, void> {
    const { limit } = this.#context.request;
    if (this.#summaries !== undefined) {
      yield* this.#summaries.take(this.#messages === undefined ? limit : Math.ceil(limit * SUMMARY_SHARE));
    }
    if (this.#messages !== undefined) yield* this.#messages.take(this.#left());
    const mayTakeMore = this.#messages?.isExhausted === true && this.#summaries?.isExhausted === false;
    if (mayTakeMore && this.#left() > 0) yield* this.#summaries.take(this.#left());
  }

  #listings(): readonly Listing[] {
    return [this.#summaries, this.#messages].filter((listing) => listing !== undefined);
  }

  #left(): number {
    return this.#context.request.limit - this.#listings().reduce((sum, { hits }) => sum + hits.length, 0);
  }

  #listing(source: Source, start: SearchPosition['messages']): Listing {
    const { sql, query, budget, hits, request } = this.#context;
    const context = {
      sql,
      source,
      query,
      budget,
      start,
      isOldestFirst: request.sort === 'oldest',
      isCount: request.countOnly,
      toHit: (row: Parameters<Hits['message']>[0], text: Parameters<Hits['message']>[1]) =>
        hits[source.kind](row, text, query.matcher),
    };
    return this.#rankedTerms === undefined ? new Walk(context) : new Ranking(context, this.#rankedTerms);
  }
}

/** What is ranked by, one term of each group being needed; unknown where hits come by id. */
function rankedTerms({ query, isRelaxed, request }: PageContext): readonly (readonly Term[])[] | undefined {
  const { text } = query;
  if (text === undefined) return undefined;
  if (isRelaxed) {
    const telling = tellingTerms(text).toSorted((one, other) => other.source.length - one.source.length);
    return [telling.slice(0, MAX_RANKED_TERMS)];
  }
  const terms = text.groups.flat();
  const canRank =
    request.case !== 'sensitive' && terms.length <= MAX_RANKED_TERMS && terms.every(({ words }) => words.length > 0);
  return request.sort === 'relevance' && canRank ? text.groups : undefined;
}

import { branchOf } from '../store/branch.ts';
import { LIVE_PROBES, parentsOf } from '../store/live-summaries.ts';
import { intOf, maybeIntOf, type Sql, textOf } from '../store/sql.ts';
import { SCOPE_PROBES, type SearchScope } from './search-scope.ts';

/** Tells whether entries and summaries are shown: on the current branch of their conversation, and under the summary asked for. */
export class ScopeFilter {
  readonly #sql: Sql;
  readonly #scope: SearchScope;
  readonly #conversations: ReadonlySet<number> | undefined;
  /** Up to which depth a branch follows a segment; 0: not at all. */
  readonly #reach = new Map<number, number>();
  readonly #loaded = new Set<number>();
  readonly #under = new Map<string, boolean>();

  constructor(sql: Sql, scope: SearchScope) {
    this.#sql = sql;
    this.#scope = scope;
    this.#conversations = scope.conversations && new Set(scope.conversations.map(({ id }) => id));
  }

  /** Whether a conversation is one of those looked at. */
  hasConversation(conversation: number): boolean {
    return this.#conversations?.has(conversation) ?? true;
  }

  hasEntry(entry: {
    readonly id: number;
    readonly conversation: number;
    readonly segment: number;
    readonly depth: number;
  }): boolean {
    if (!this.hasConversation(entry.conversation) || !this.isCurrent(entry)) return false;
    const { summary } = this.#scope;
    if (summary === undefined) return true;
    return this.#sql
      .all(LIVE_PROBES.leavesOver, entry.id)
      .some((row) => this.#isUnder(textOf(row, 'summary'), summary.id));
  }

  /** Whether a summary is the one asked for, or under it. */
  hasSummary(id: string): boolean {
    return this.#scope.summary === undefined || this.#isUnder(id, this.#scope.summary.id);
  }

  /** Whether a place is on the current branch of its conversation, or beside it. */
  isCurrent({ conversation, segment, depth }: { conversation: number; segment: number; depth: number }): boolean {
    if (this.#scope.includeAbandoned) return true;
    this.#load(conversation);
    const known = this.#reach.get(segment);
    if (known !== undefined) return depth <= known;
    const reach = this.#reachAside(segment);
    this.#reach.set(segment, reach);
    return depth <= reach;
  }

  #load(conversation: number): void {
    if (this.#loaded.has(conversation)) return;
    this.#loaded.add(conversation);
    const row = this.#sql.get(SCOPE_PROBES.conversationById, conversation);
    const head = row && maybeIntOf(row, 'head');
    for (const { segment, toDepth } of branchOf(this.#sql.db, head)) this.#reach.set(segment, toDepth);
  }

  /** What was delivered from within the path stands beside it, and is shown with it. */
  #reachAside(segment: number): number {
    const row = this.#sql.get(SCOPE_PROBES.segment, segment);
    if (row === undefined || intOf(row, 'is_aside') === 0) return 0;
    const parent = maybeIntOf(row, 'parent_segment');
    const isShown = parent === undefined || intOf(row, 'fork_depth') <= (this.#reach.get(parent) ?? 0);
    return isShown ? Number.POSITIVE_INFINITY : 0;
  }

  #isUnder(id: string, top: string): boolean {
    if (id === top) return true;
    const known = this.#under.get(id);
    if (known !== undefined) return known;
    const isUnder = parentsOf(this.#sql, id).some((parent) => this.#isUnder(parent, top));
    this.#under.set(id, isUnder);
    return isUnder;
  }
}

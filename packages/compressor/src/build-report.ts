import type { CompressReport, CompressRequest, Messages, Repair, SummaryResult } from '@hermes-context/contract';
import type { CountTokens } from './boundary-policy.ts';
import type { CompressionBudget } from './budget.ts';
import { describeShortfall } from './describe-limits.ts';
import type { CompactionPlan } from './plan-compaction.ts';
import type { Pruned } from './prune/prune-messages.ts';

/** One compaction, from the request to the list that leaves. */
export interface CompactionFacts {
  readonly request: CompressRequest;
  readonly plan: CompactionPlan;
  readonly pruned: Pruned;
  readonly summary: SummaryResult & { readonly kind: 'summary' };
  /** As assembled, before the last repair. */
  readonly list: Messages;
  readonly after: Messages;
  /** Indices into `list`. */
  readonly repairs: readonly Repair[];
}

/** What the compaction did, in terms of the request's own list, so that nothing vanishes unreported. */
export function buildReport(
  facts: CompactionFacts,
  { budget, countTokens }: { readonly budget: CompressionBudget; readonly countTokens: CountTokens },
): CompressReport {
  const { request, plan, pruned, summary } = facts;
  const { headEnd, tailStart, carried } = plan.boundaries;
  const shortfall = describeShortfall(facts, { budget, countTokens });
  return {
    covered: plan.covered,
    boundaries: { headEnd, tailStart },
    carried,
    rewritten: changedInHead(facts),
    pruned: pruned.counts,
    summary: {
      source: summary.source,
      tokens: countTokens({ role: 'user', content: summary.text }),
      attempts: summary.attempts,
    },
    repairs: withInputIndices(facts),
    warnings: [...summary.warnings, ...tailWarnings(plan, request.messages.length)],
    ...(shortfall === undefined ? {} : { shortfall }),
  };
}

function changedInHead({ request, plan, list }: CompactionFacts): readonly number[] {
  const head = list.slice(0, plan.boundaries.headEnd);
  return head.flatMap((message, index) => (message === request.messages[index] ? [] : [index]));
}

/** Repairs were made on the assembled list; whoever reads them knows the list of the request. */
function withInputIndices({ request, plan, list, repairs }: CompactionFacts): readonly Repair[] {
  const { headEnd, tailStart, carried } = plan.boundaries;
  // By place, not by object: one object may stand in a list twice.
  const tailShift = request.messages.length - list.length;
  const inputIndex = (index: number): number => {
    if (index < headEnd) return index;
    if (index + tailShift >= tailStart) return index + tailShift;
    return carried.find((each) => request.messages[each] === list[index]) ?? headEnd; // else it is new
  };
  return repairs.map((repair) => ({ ...repair, index: inputIndex(repair.index) }));
}

function tailWarnings({ boundaries }: CompactionPlan, messageCount: number): readonly string[] {
  if (!boundaries.isTailCut) return [];
  const kept = messageCount - boundaries.tailStart;
  return [
    `The protected tail did not fit under the threshold: its oldest groups were summarised too. Messages of it that remain: ${kept}.`,
  ];
}

import type { BoundaryPolicy } from './boundary-policy.ts';
import { type GroupedMessages, groupAt, measureTail, type TailStep } from './measure-tail.ts';

/** What the tail wants to hold beyond its budget. */
export interface TailAnchors {
  /** Indices that stay in their place when the stretched budget allows. */
  readonly wanted: readonly number[];
  /** Index from which on everything must be in the tail, whatever it costs. */
  readonly mustHold: number;
  /** What stands before the tail and stays: head and carried messages, in tokens, when the tail starts at an index. */
  readonly tokensBefore: (tailStart: number) => number;
}

/** Where the tail starts, and whether it had to give up groups that it was to protect. */
export interface TailDecision {
  readonly tailStart: number;
  readonly isCut: boolean;
}

/**
 * Where the tail starts: as early as its budget, its minimum of messages or an anchor asks for, and
 * then as late as it must so that the whole fits (S-052). A larger budget never gives a shorter tail.
 */
export function findTailStart(grouped: GroupedMessages, policy: BoundaryPolicy, anchors: TailAnchors): TailDecision {
  const { messages, groups } = grouped;
  const startOf = (index: number): number => groupAt(groups, index)?.start ?? messages.length;
  const byCount = startOf(Math.max(0, messages.length - policy.protectLast));
  const mustHold = Math.min(startOf(anchors.mustHold), groups.at(-1)?.start ?? 0);
  const limit = { tokens: Math.max(policy.tailTokens, policy.stretchedTailTokens), index: Math.min(byCount, mustHold) };
  const steps = measureTail(grouped, limit);

  const byBudget = earliestWithin(steps, policy.tailTokens) ?? messages.length;
  const stretched = earliestWithin(steps, policy.stretchedTailTokens) ?? messages.length;
  const anchored = anchors.wanted.map(startOf).filter((start) => start >= stretched);
  const wanted = Math.min(byBudget, byCount, mustHold, ...anchored);

  const fits = ({ start, tokens }: TailStep): boolean => tokens + anchors.tokensBefore(start) <= policy.roomTokens;
  const fitting = steps.findLast((step) => step.start >= wanted && fits(step))?.start ?? messages.length;
  const tailStart = Math.min(fitting, mustHold);
  return { tailStart, isCut: tailStart > wanted };
}

function earliestWithin(steps: readonly TailStep[], tokens: number): number | undefined {
  return steps.findLast((step) => step.tokens <= tokens)?.start;
}

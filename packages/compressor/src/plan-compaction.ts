import type { Message, Messages, SummaryRequest } from '@hermes-context/contract';
import { classifyMessage, summaryBody } from '@hermes-context/messages';
import type { Boundaries, BoundaryPolicy, CountTokens } from './boundary-policy.ts';
import { findBoundaries } from './find-boundaries.ts';

/** Which messages go where, before any of them is touched. */
export interface CompactionPlan {
  readonly boundaries: Boundaries;
  /** Indices that the new summary will stand for, ascending: earlier summaries included, carried messages not. */
  readonly covered: readonly number[];
  /** Those of `covered` that have not been summarised before. Empty: there is nothing to do. */
  readonly fresh: readonly number[];
  /** The carried messages, each with the number of `fresh` messages in front of it: what follows was done for it. */
  readonly carried: NonNullable<SummaryRequest['carried']>;
  /** The earlier summaries among `covered`, joined; read from the transcript, never from memory (S-060). */
  readonly previousSummary: string | undefined;
  /** How many messages the earlier summaries stand for. */
  readonly previouslyCovered: number;
}

/** Decide what to summarise. Pure; counts tokens only as far as the tail reaches. */
export function planCompaction(messages: Messages, policy: BoundaryPolicy, countTokens: CountTokens): CompactionPlan {
  const boundaries = findBoundaries(messages, policy, countTokens);
  const isCarried = new Set(boundaries.carried);
  const carried: { message: Message; before: number }[] = [];
  const covered: number[] = [];
  const fresh: number[] = [];
  const summaries: Message[] = [];
  for (let index = boundaries.headEnd; index < boundaries.tailStart; index += 1) {
    const message = messages[index];
    if (message === undefined) continue;
    if (isCarried.has(index)) {
      carried.push({ message, before: fresh.length });
      continue;
    }
    covered.push(index);
    const kind = classifyMessage(message);
    if (kind === 'summary') summaries.push(message);
    else if (kind !== 'bridge') fresh.push(index);
  }
  const bodies = summaries.map((message) => summaryBody(message) ?? '').filter((body) => body !== '');
  return {
    boundaries,
    covered,
    fresh,
    carried,
    previousSummary: bodies.length === 0 ? undefined : bodies.join('\n\n'),
    previouslyCovered: summaries.reduce((total, message) => total + coveredCount(message), 0),
  };
}

function coveredCount({ _context }: Message): number {
  return _context?.mark?.kind === 'summary' ? _context.mark.summary.coveredCount : 0;
}

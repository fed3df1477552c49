import type {
  CompressOutcome,
  CompressRequest,
  Messages,
  Summarise,
  SummaryRequest,
  SummaryResult,
} from '@hermes-context/contract';
import { isRealUser, noteCompaction, repairMessages } from '@hermes-context/messages';
import { assemble } from './assemble.ts';
import type { BoundaryPolicy, CountTokens } from './boundary-policy.ts';
import { type CompressionBudget, contentTokensOfFullBudget, summaryBudget } from './budget.ts';
import { buildReport } from './build-report.ts';
import { checkProgress } from './check-progress.ts';
import { describeNothing } from './describe-limits.ts';
import { messagesAt } from './messages-at.ts';
import { type CompactionPlan, planCompaction } from './plan-compaction.ts';
import { type Pruned, pruneMessages } from './prune/prune-messages.ts';
import type { PruneStyle } from './prune/prune-result.ts';

/** What the pipeline needs to know, and the one thing it must ask for. */
export interface CompressionSteps {
  readonly policy: BoundaryPolicy;
  readonly budget: CompressionBudget;
  readonly pruneStyle: PruneStyle;
  readonly countTokens: CountTokens;
  /** The one step with an effect: it asks a model. */
  readonly summarise: Summarise;
}

/** An outcome, and whether it saved enough to have been worth it. */
export interface CompressionPass {
  readonly outcome: CompressOutcome;
  readonly isEffective: boolean;
}

/** boundaries → prune → summarise → assemble → repair. Pure but for `steps.summarise`. */
export async function compressMessages(request: CompressRequest, steps: CompressionSteps): Promise<CompressionPass> {
  const isPromptPinned = request.pins?.includes(0) === true;
  const messages = isPromptPinned ? request.messages : noteCompaction(request.messages);
  const plan = planCompaction(messages, steps.policy, steps.countTokens);
  if (plan.fresh.length === 0) return ineffective(describeNothing(messages, plan, steps.policy));

  const pruned = pruneMessages(messages, {
    tailStart: plan.boundaries.tailStart,
    style: steps.pruneStyle,
    keep: steps.policy.pins,
  });
  const summary = await steps.summarise({ ...request, ...material({ messages, plan, pruned }, steps) });
  request.signal.throwIfAborted();
  if (summary.kind === 'failed') return ineffective(summaryFailed(summary));
  if (summary.text.trim() === '') return ineffective(emptySummary(summary));

  const list = assembleParts({ messages, plan, pruned }, summary);
  const pinned = new Set(messagesAt(messages, request.pins ?? []));
  const { messages: after, repairs } = repairMessages(list, { pinned });
  const requestTokens = request.promptTokens ?? steps.budget.thresholdTokens;
  const change = {
    ...request,
    covered: plan.covered,
    kept: keptMessages(request.messages, plan),
    after,
    requestTokens,
  };
  const progress = checkProgress(change, steps.countTokens);
  if (!progress.isSmaller) return ineffective(noProgress(summary));

  const report = buildReport({ request, plan, pruned, summary, list, after, repairs }, steps);
  const outcome: CompressOutcome = { kind: 'compressed', messages: after, summary: summary.text, report };
  return { outcome, isEffective: progress.isEffective };
}

interface Prepared {
  readonly messages: Messages;
  readonly plan: CompactionPlan;
  /** The whole list after phase 1. */
  readonly pruned: Pruned;
}

/** What the summary is made of, and how long it may be. */
function material(
  { messages, plan, pruned }: Prepared,
  { budget, countTokens }: CompressionSteps,
): Omit<SummaryRequest, 'signal'> {
  // Counting further than to the full budget would change nothing.
  const limit = contentTokensOfFullBudget(budget.maxSummaryTokens);
  let contentTokens = 0;
  for (const index of plan.covered) {
    const message = messages[index];
    if (message === undefined || contentTokens >= limit) break;
    contentTokens += countTokens(message);
  }
  return {
    messages: messagesAt(pruned.messages, plan.fresh),
    originals: messagesAt(messages, plan.fresh),
    maxTokens: summaryBudget(contentTokens, budget.maxSummaryTokens),
    ...(plan.previousSummary === undefined ? {} : { previousSummary: plan.previousSummary }),
    ...(plan.carried.length === 0 ? {} : { carried: plan.carried }),
    hasNewerRequest: hasNewerRequest(messages, plan),
  };
}

/** Whether the user said something that is newer than all that the summary is made of. */
function hasNewerRequest(messages: Messages, { boundaries, carried, fresh }: CompactionPlan): boolean {
  if (carried.some(({ before }) => before === fresh.length)) return true;
  for (let index = boundaries.tailStart; index < messages.length; index += 1) {
    const message = messages[index];
    if (message !== undefined && isRealUser(message)) return true;
  }
  return false;
}

function assembleParts({ messages, plan, pruned }: Prepared, { text, source }: Summary): Messages {
  const { headEnd, tailStart, carried } = plan.boundaries;
  return assemble({
    head: pruned.messages.slice(0, headEnd),
    carried: messagesAt(messages, carried),
    tail: messages.slice(tailStart),
    summary: text,
    mark: { source, coveredCount: plan.fresh.length + plan.previouslyCovered },
  });
}

/** What was to stay as it was, as it was in the request. */
function keptMessages(messages: Messages, { boundaries }: CompactionPlan): Messages {
  const { headEnd, tailStart, carried } = boundaries;
  return [...messages.slice(0, headEnd), ...messagesAt(messages, carried), ...messages.slice(tailStart)];
}

type Summary = SummaryResult & { readonly kind: 'summary' };

function ineffective(outcome: CompressOutcome): CompressionPass {
  return { outcome, isEffective: false };
}

function summaryFailed({ detail, failure }: SummaryResult & { readonly kind: 'failed' }): CompressOutcome {
  return { kind: 'unchanged', reason: 'summary-failed', detail, cause: failure, warnings: [detail] };
}

/** A summarizer that breaks its word must not cost the history. */
function emptySummary({ warnings }: Summary): CompressOutcome {
  const detail =
    'The summary came back empty, so the history stays as it is. Choose another auxiliary.compression.model.';
  return { kind: 'unchanged', reason: 'summary-failed', detail, warnings: [...warnings, detail] };
}

function noProgress({ warnings }: Summary): CompressOutcome {
  const detail = 'The summary would not be smaller than what it stands for.';
  return { kind: 'unchanged', reason: 'no-progress', detail, warnings };
}

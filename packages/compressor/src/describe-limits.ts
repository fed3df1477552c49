import type { CompressOutcome, CompressRequest, Message, Messages } from '@hermes-context/contract';
import { isSummary } from '@hermes-context/messages';
import type { BoundaryPolicy, CountTokens } from './boundary-policy.ts';
import type { CompressionBudget } from './budget.ts';
import type { CompactionPlan } from './plan-compaction.ts';

/** Why there is nothing to summarise, in the words of whoever reads the outcome. */
export function describeNothing(messages: Messages, plan: CompactionPlan, policy: BoundaryPolicy): CompressOutcome {
  const { headEnd, tailStart } = plan.boundaries;
  const isPinned = policy.pins.some((index) => index >= tailStart) && tailStart <= headEnd;
  const parts = [`${headEnd} at the start`, `${messages.length - tailStart} at the end`];
  const summarised = plan.covered.length > 0 ? '; what lies between has been summarised already' : '';
  const detail = `All ${messages.length} messages are protected or summarised: ${parts.join(', ')}${summarised}.`;
  return { kind: 'unchanged', reason: isPinned ? 'pinned' : 'nothing-to-compress', detail };
}

interface Result {
  readonly request: CompressRequest;
  readonly plan: CompactionPlan;
  readonly after: Messages;
}

interface Limits {
  readonly budget: CompressionBudget;
  readonly countTokens: CountTokens;
}

/** Why the result is still at or above the threshold, with figures; `undefined` when it is not. */
export function describeShortfall(
  { request, plan, after }: Result,
  { budget, countTokens }: Limits,
): string | undefined {
  const overhead = request.overheadTokens ?? 0;
  const total = sumTokens(after, countTokens) + overhead;
  if (total < budget.thresholdTokens) return undefined;

  const { messages } = request;
  const tail = new Set(messages.slice(plan.boundaries.tailStart));
  const carried = new Set(plan.boundaries.carried.map((index) => messages[index]));
  const shares = new Map<string, number>();
  const add = (part: string, tokens: number): unknown => shares.set(part, (shares.get(part) ?? 0) + tokens);
  for (const message of after) add(partOf(message, { tail, carried }), countTokens(message));
  if (overhead > 0) add('tool definitions', overhead);
  const largestFirst = [...shares].toSorted((a, b) => b[1] - a[1]).map(([part, tokens]) => `${part} ${figure(tokens)}`);
  return `Still ${figure(total)} tokens, threshold ${figure(budget.thresholdTokens)}. What is left may not be reduced: ${largestFirst.join(', ')}.`;
}

function partOf(
  message: Message,
  { tail, carried }: { readonly tail: ReadonlySet<unknown>; readonly carried: ReadonlySet<unknown> },
): string {
  if (message.role === 'system') return 'system prompt';
  if (isSummary(message)) return 'summary';
  if (carried.has(message)) return 'newest user message';
  return tail.has(message) ? 'newest messages' : 'first messages';
}

function sumTokens(messages: Messages, countTokens: CountTokens): number {
  return messages.reduce((total, message) => total + countTokens(message), 0);
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

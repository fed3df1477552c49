import type { Message, Messages, ToolCall } from '@hermes-context/contract';
import { toolCallsOf } from './content.ts';
import { type Provider, type Violation, type ViolationRule, violation } from './validate-violation.ts';

/** Characters that every provider takes in the id of a call. */
const LEGAL_ID = /^[a-zA-Z0-9_-]+$/;

/** Whether an id of a call is one that every provider takes; a missing one is not. */
export function isLegalCallId(id: string | undefined): boolean {
  return id !== undefined && LEGAL_ID.test(id);
}

/** An assistant message with its calls, and which of them have a result. */
interface OpenGroup {
  readonly index: number;
  readonly calls: readonly ToolCall[];
  /** So many of the first calls were answered in their order, as nearly all are: no table is made for those. */
  answeredCount: number;
  /** How many results each id still waits for, once one came out of order. */
  waiting: Map<string, number> | undefined;
}

const NO_VIOLATIONS: readonly Violation[] = [];

const NO_GROUP: OpenGroup = Object.freeze({ index: 0, calls: [], answeredCount: 0, waiting: undefined });

/**
 * What is wrong with calls and results by where they stand: results must follow their call's message directly,
 * with nothing but tool messages between. Stricter than Anthropic where two assistant messages in a row, which an
 * adapter merges, are answered together.
 */
export function pairViolations(messages: Messages): readonly Violation[] {
  const violations: Violation[] = [];
  let group = NO_GROUP;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const rule = answer(group, message.tool_call_id);
      if (rule !== undefined) violations.push(violation(index, rule));
      continue;
    }
    if (group !== NO_GROUP) violations.push(...unanswered(group));
    group = openGroup(message, index);
  }
  violations.push(...unanswered(group));
  return violations;
}

/** What is wrong with the ids of calls: within a message, and for Anthropic within the request. */
export function callIdViolations(messages: Messages, provider: Provider): readonly Violation[] {
  const violations: Violation[] = [];
  const callerById = new Map<string, number>();
  for (const [index, message] of messages.entries()) {
    for (const { id } of toolCallsOf(message)) {
      const rule = callIdFault(id, { index, earlierIndex: callerById.get(id), provider });
      if (rule !== undefined) violations.push(violation(index, rule));
      callerById.set(id, index);
    }
  }
  return violations;
}

function openGroup(message: Message, index: number): OpenGroup {
  const calls = toolCallsOf(message);
  return calls.length === 0 ? NO_GROUP : { index, calls, answeredCount: 0, waiting: undefined };
}

function answer(group: OpenGroup, id: string): ViolationRule | undefined {
  if (group === NO_GROUP) return 'result-orphaned';
  if (group.waiting === undefined && group.calls[group.answeredCount]?.id === id) {
    group.answeredCount += 1;
    return undefined;
  }
  group.waiting ??= waitingOf(group);
  const count = group.waiting.get(id);
  if (count === undefined) return 'result-orphaned';
  if (count === 0) return 'result-duplicate';
  group.waiting.set(id, count - 1);
  return undefined;
}

function waitingOf({ calls, answeredCount }: OpenGroup): Map<string, number> {
  const waiting = new Map<string, number>();
  for (const [position, { id }] of calls.entries()) {
    waiting.set(id, (waiting.get(id) ?? 0) + (position < answeredCount ? 0 : 1));
  }
  return waiting;
}

function unanswered({ index, calls, answeredCount, waiting }: OpenGroup): readonly Violation[] {
  let count = 0;
  if (waiting === undefined) count = calls.length - answeredCount;
  else for (const left of waiting.values()) count += left;
  return count === 0 ? NO_VIOLATIONS : Array.from({ length: count }, () => violation(index, 'call-unanswered'));
}

function callIdFault(
  id: string | undefined,
  at: { readonly index: number; readonly earlierIndex: number | undefined; readonly provider: Provider },
): ViolationRule | undefined {
  if (id === undefined || id === '') return 'call-id-empty';
  if (at.earlierIndex === at.index) return 'call-id-duplicate';
  if (at.provider !== 'anthropic') return undefined;
  if (at.earlierIndex !== undefined) return 'call-id-reused';
  return isLegalCallId(id) ? undefined : 'call-id-characters';
}

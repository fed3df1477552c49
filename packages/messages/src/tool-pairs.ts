import type { Messages, ToolCall } from '@hermes-context/contract';
import { toolCallsOf } from './content.ts';

/** One call of a tool, and where its result stands. */
export interface CallSite {
  readonly call: ToolCall;
  /** Index of the assistant message that made the call. */
  readonly messageIndex: number;
  /** Index of the tool message that answers it; `undefined` while there is none. */
  readonly resultIndex: number | undefined;
}

/** Which result belongs to which call. Indices are ascending. */
export interface ToolPairing {
  /** Every call, in order. */
  readonly calls: readonly CallSite[];
  /** Indices of results that answer no call in front of them. */
  readonly orphans: readonly number[];
  /** Indices of results that a later one replaced. */
  readonly duplicates: readonly number[];
}

/** What is known while reading: a site that may still get its result. */
interface OpenSite {
  readonly call: ToolCall;
  readonly messageIndex: number;
  resultIndex: number | undefined;
}

/** The newest calls of one id: several only where one message made them. */
interface Callers {
  readonly messageIndex: number;
  readonly sites: OpenSite[];
  answeredCount: number;
}

/**
 * Pair calls with results by position, since real conversations use an id again for another call.
 *
 * A result belongs to the nearest call of its id in front of it; several calls of one id in one message are
 * answered in order. A further result for a call that has one replaces it: the last result is the complete one.
 */
export function pairToolCalls(messages: Messages): ToolPairing {
  const calls: OpenSite[] = [];
  const orphans: number[] = [];
  const duplicates: number[] = [];
  const callersById = new Map<string, Callers>();

  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const callers = callersById.get(message.tool_call_id);
      if (callers === undefined) orphans.push(index);
      else takeResult(callers, index, duplicates);
      continue;
    }
    for (const call of toolCallsOf(message)) {
      const site: OpenSite = { call, messageIndex: index, resultIndex: undefined };
      calls.push(site);
      addCaller(callersById, site);
    }
  }
  return { calls, orphans, duplicates: duplicates.sort((left, right) => left - right) };
}

/** Calls that no tool message answers, in order. */
export function unansweredCalls(messages: Messages): readonly CallSite[] {
  return pairToolCalls(messages).calls.filter((site) => site.resultIndex === undefined);
}

/** Indices of tool messages that answer no call in front of them, ascending. */
export function orphanedResults(messages: Messages): readonly number[] {
  return pairToolCalls(messages).orphans;
}

function addCaller(callersById: Map<string, Callers>, site: OpenSite): void {
  const known = callersById.get(site.call.id);
  if (known?.messageIndex === site.messageIndex) known.sites.push(site);
  else callersById.set(site.call.id, { messageIndex: site.messageIndex, sites: [site], answeredCount: 0 });
}

function takeResult(callers: Callers, index: number, duplicates: number[]): void {
  const { sites } = callers;
  const isFirstResult = callers.answeredCount < sites.length;
  const site = sites[isFirstResult ? callers.answeredCount : sites.length - 1];
  if (site === undefined) return;
  if (isFirstResult) callers.answeredCount += 1;
  else if (site.resultIndex !== undefined) duplicates.push(site.resultIndex);
  site.resultIndex = index;
}

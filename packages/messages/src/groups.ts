import type { Messages, ToolCall } from '@hermes-context/contract';
import { toolCallsOf } from './content.ts';

/** Messages that must stay together, as the half-open range `[start, end)` of their indices. */
export interface MessageGroup {
  readonly start: number;
  readonly end: number;
}

/**
 * The list cut into the smallest ranges that no boundary may split, in order and without gaps.
 *
 * An assistant message with calls reaches through its last result; whatever stands between rides along, and ranges
 * that overlap are one. Any other message stands alone, a result without a call too. Reads ids only, never text.
 */
export function groupMessages(messages: Messages): readonly MessageGroup[] {
  const starts = groupStarts(messages);
  return starts.map((start, position) => ({ start, end: starts[position + 1] ?? messages.length }));
}

function groupStarts(messages: Messages): readonly number[] {
  const starts: number[] = [];
  const callers = new CallerFinder(messages);
  for (let index = 0; index < messages.length; index += 1) {
    const caller = callers.callerOf(index);
    if (caller === undefined) starts.push(index);
    else dropStartsBehind(starts, caller);
  }
  return starts;
}

/** The caller's range now reaches to here: ranges that began behind it are part of it. Each start is dropped once. */
function dropStartsBehind(starts: number[], caller: number): void {
  for (let last = starts.at(-1); last !== undefined && last > caller; last = starts.at(-1)) starts.pop();
}

/** Finds the nearest message in front of a result that made its call. Asked for one index after the other. */
class CallerFinder {
  readonly #messages: Messages;
  #lastCaller = 0;
  #lastCalls: readonly ToolCall[] = [];
  #answeredCount = 0;
  readonly #callerById = new Map<string, number>();
  #readTo = 0;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  callerOf(index: number): number | undefined {
    const message = this.#messages[index];
    if (message?.role !== 'tool') {
      this.#lastCalls = message === undefined ? [] : toolCallsOf(message);
      this.#lastCaller = index;
      this.#answeredCount = 0;
      return undefined;
    }
    // Nearly all results stand behind their call and in its order: no look-up for those.
    const expected = this.#lastCalls[this.#answeredCount];
    if (expected === undefined || expected.id !== message.tool_call_id) return this.#find(message.tool_call_id, index);
    this.#answeredCount += 1;
    return this.#lastCaller;
  }

  #find(id: string, before: number): number | undefined {
    for (; this.#readTo < before; this.#readTo += 1) {
      const message = this.#messages[this.#readTo];
      if (message === undefined) continue;
      for (const call of toolCallsOf(message)) this.#callerById.set(call.id, this.#readTo);
    }
    return this.#callerById.get(id);
  }
}

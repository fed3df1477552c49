import type { Message, Messages, PruneCounts, ToolCall } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';
import { findRepeatedResults } from './find-repeated-results.ts';
import { ARGUMENT_LIMITS, type ArgumentLimits, pruneArguments } from './prune-arguments.ts';
import { pruneImages } from './prune-images.ts';
import { MAX_KEPT_CHARS, type PruneStyle, pruneResult } from './prune-result.ts';

/** How far phase 1 goes. */
export interface PrunePolicy {
  /** Messages from this index on are the protected tail and stay as they are. */
  readonly tailStart: number;
  readonly style: PruneStyle;
  readonly limits?: ArgumentLimits;
  /** Indices before the tail that stay word for word: pinned messages, the newest request. */
  readonly keep?: readonly number[];
}

/** The list after phase 1: same length, same order. */
export interface Pruned {
  readonly messages: Messages;
  readonly counts: PruneCounts;
}

/**
 * Phase 1: clear old tool results, long call arguments and historical images outside the tail.
 * No model call. A second run changes nothing; messages that did not change are the same objects.
 */
export function pruneMessages(
  messages: Messages,
  { tailStart, style, limits = ARGUMENT_LIMITS, keep = [] }: PrunePolicy,
): Pruned {
  const repeated = findRepeatedResults(messages, { end: tailStart, minChars: MAX_KEPT_CHARS });
  const callOfId = new Map<string, ToolCall>();
  const pruneOne = (message: Message): Message => {
    switch (message.role) {
      case 'system':
        return message;
      case 'user':
        return pruneImages(message);
      case 'assistant':
        for (const call of toolCallsOf(message)) callOfId.set(call.id, call);
        return pruneArguments(pruneImages(message), limits);
      case 'tool': {
        // A result belongs to the nearest call before it: ids occur again in real logs.
        const call = callOfId.get(message.tool_call_id);
        return pruneResult(message, { call, isRepeatedLater: repeated.has(message), style });
      }
    }
  };
  const kept = new Set(keep);
  const pruned = messages.map((message, index) => {
    if (index >= tailStart) return message;
    const after = pruneOne(message);
    return kept.has(index) ? message : after;
  });
  return { messages: pruned, counts: { ...countChanges(messages, pruned), duplicates: repeated.size } };
}

function countChanges(before: Messages, after: Messages): Omit<PruneCounts, 'duplicates'> {
  const counts = { results: 0, arguments: 0, images: 0 };
  for (const [index, now] of after.entries()) {
    const old = before[index];
    if (old === now || old === undefined) continue;
    for (const kind of kindsOfChange(old, now)) counts[kind] += 1;
  }
  return counts;
}

function kindsOfChange(before: Message, after: Message): readonly ('results' | 'arguments' | 'images')[] {
  return [
    ...(after.content === before.content ? [] : [after.role === 'tool' ? ('results' as const) : ('images' as const)]),
    ...(toolCallsOf(after) === toolCallsOf(before) ? [] : ['arguments' as const]),
  ];
}

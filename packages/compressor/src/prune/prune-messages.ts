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
  const old = messages.slice(0, tailStart);
  const kept = new Set(keep);
  const pruned = old.map((message, index) => {
    const after = pruneOne(message);
    return kept.has(index) ? message : after;
  });
  return {
    messages: [...pruned, ...messages.slice(tailStart)],
    counts: { ...countChanges(old, pruned), duplicates: repeated.size },
  };
}

function countChanges(before: Messages, after: Messages): Omit<PruneCounts, 'duplicates'> {
  const changes = after.flatMap((now, index) => {
    const old = before[index];
    return old === undefined || old === now ? [] : kindsOfChange(old, now);
  });
  const count = (kind: string): number => changes.filter((each) => each === kind).length;
  return { results: count('result'), arguments: count('arguments'), images: count('image') };
}

function kindsOfChange(before: Message, after: Message): readonly string[] {
  const content = after.role === 'tool' ? 'result' : 'image';
  return [
    ...(after.content === before.content ? [] : [content]),
    ...(toolCallsOf(after) === toolCallsOf(before) ? [] : ['arguments']),
  ];
}

import type { Message, Messages } from '@hermes-context/contract';
import { idOf } from './canonical-message.ts';

/** A stored message that the engine was given. */
export interface SeenMessage {
  readonly sequence: number;
  readonly id: string;
  /** Equal for equal messages, ids aside: the canonical text, or a digest of it. */
  readonly fingerprint: string;
  /** Its index in the list that the engine was given. Default: its index in `seen`. */
  readonly place?: number;
}

/** What to look among. */
export interface ReferOptions {
  /** In the order of the list. Messages that equal none of the outcome, and whose ids it does not name, may be left out. */
  readonly seen: readonly SeenMessage[];
  /** Length of the list that the engine was given. Default: that of `seen`. */
  readonly seenCount?: number;
  readonly fingerprintOf: (message: Message) => string;
}

/** What a message of an outcome is: one that was there, or a new one. */
export type MessageReference =
  | { readonly kind: 'kept'; readonly sequence: number }
  | { readonly kind: 'new'; readonly message: Message };

/**
 * Which messages of an outcome are stored already. One that carries the id of a seen message and is equal to it stays
 * that message. One without any id stays the seen message that it is equal to: at the same place from the start, at the
 * same place from the end, and else the first one that is left. A message is never kept twice, and what is left of the
 * outcome is new: rewritten messages, summaries, copies of a copy.
 */
export function referMessages(
  messages: Messages,
  { seen, seenCount = seen.length, fingerprintOf }: ReferOptions,
): readonly MessageReference[] {
  const kept = new Map<number, SeenMessage>();
  const used = new Set<SeenMessage>();
  const fingerprints = messages.map(fingerprintOf);
  const keep = (index: number, row: SeenMessage | undefined): boolean => {
    if (row === undefined || used.has(row) || row.fingerprint !== fingerprints[index]) return false;
    kept.set(index, row);
    used.add(row);
    return true;
  };

  const byId = new Map(seen.map((row) => [row.id, row]));
  const byPlace = new Map(seen.map((row, index) => [row.place ?? index, row]));
  const bare = new Set<number>();
  for (const [index, message] of messages.entries()) {
    const id = idOf(message);
    if (id === undefined) bare.add(index);
    else keep(index, byId.get(id));
  }

  // Engines keep the head and the tail. Matched from both ends, words that come twice stay where they are.
  keepRun(messages.length, (index) => kept.has(index) || (bare.has(index) && keep(index, byPlace.get(index))));
  keepRun(messages.length, (distance) => {
    const index = messages.length - 1 - distance;
    return kept.has(index) || (bare.has(index) && keep(index, byPlace.get(seenCount - 1 - distance)));
  });

  // Reversed, so that the first one that is left is the last of its array: taking it costs the same for any number.
  const left = Map.groupBy(seen.filter((row) => !used.has(row)).toReversed(), ({ fingerprint }) => fingerprint);
  for (const index of bare) {
    if (!kept.has(index)) keep(index, left.get(fingerprints[index] ?? '')?.pop());
  }
  return messages.map((message, index) => {
    const row = kept.get(index);
    return row === undefined ? { kind: 'new', message } : { kind: 'kept', sequence: row.sequence };
  });
}

/** Counts up for as long as the answer is yes. */
function keepRun(length: number, isKept: (step: number) => boolean): void {
  let step = 0;
  while (step < length && isKept(step)) step += 1;
}

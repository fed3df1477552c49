import type { MessageState } from '../stored-message.ts';
import { above, concat, holds, type Ranges, sizeOf, span, subtract, toSet, union } from './ranges.ts';

/**
 * The live list of a session after one of its changes. Every sequence up to `base` is in exactly one of `live`,
 * `compacted` and `hidden`; what was appended later is live behind it. So an append changes no state, and what a change
 * costs does not depend on how many messages it is about.
 */
export interface ListState {
  /** Sequence of the newest message before the change. */
  readonly closed: number;
  /** Sequence of the newest message when the change was done, those that it added included. */
  readonly base: number;
  /** In the order of the list. */
  readonly live: Ranges;
  /** A set. */
  readonly compacted: Ranges;
  /** A set. */
  readonly hidden: Ranges;
}

/** A session's state before anything was changed: all that comes is live. */
export const START: ListState = { closed: 0, base: 0, live: [], compacted: [], hidden: [] };

/** The list that was live when `newest` was the newest message. */
export function listAt(state: ListState, newest: number): Ranges {
  return concat(state.live, span(state.base, newest));
}

/** What a message is, by its sequence. */
export function messageState(state: ListState, sequence: number): MessageState {
  if (sequence > state.base) return 'live';
  if (holds(state.compacted, sequence)) return 'compacted';
  return holds(state.hidden, sequence) ? 'hidden' : 'live';
}

/** A compaction: the list up to `seen` becomes `kept`, with `added` new messages in it. */
export interface Compaction {
  /** Sequence of the newest message that the engine saw. */
  readonly seen: number;
  /** Sequence of the newest message there is. */
  readonly newest: number;
  /** The new list in its order; sequences above `newest` are those of the messages that the compaction adds. */
  readonly list: Ranges;
  /** How many messages it adds. */
  readonly added: number;
}

/** The state after a compaction, and the set of messages that are not live any more because of it. */
export function afterCompaction(
  state: ListState,
  { seen, newest, list, added }: Compaction,
): { readonly state: ListState; readonly covered: Ranges } {
  const covered = subtract(toSet(listAt(state, seen)), toSet(list));
  return {
    state: {
      closed: newest,
      base: newest + added,
      live: concat(list, span(seen, newest)),
      compacted: union(state.compacted, covered),
      hidden: state.hidden,
    },
    covered,
  };
}

/** The state after the list was cut to its first `keptMessages`. */
export function afterRewind(state: ListState, newest: number, keptMessages: number): ListState {
  const [live, removed] = split(listAt(state, newest), keptMessages);
  return {
    closed: newest,
    base: newest,
    live,
    compacted: state.compacted,
    hidden: union(state.hidden, toSet(removed)),
  };
}

/** A change, and what surrounds it. */
export interface Reversal {
  /** The state that the change was made on. */
  readonly before: ListState;
  readonly change: ListState;
  readonly current: ListState;
  /** Sequence of the newest message there is. */
  readonly newest: number;
}

/** The state after a change was taken back: what it was made on, then what is live that came after it. */
export function afterUndo({ before, change, current, newest }: Reversal): ListState {
  return {
    closed: newest,
    base: newest,
    live: concat(listAt(before, change.closed), since(change, current, newest)),
    compacted: before.compacted,
    hidden: union(before.hidden, span(change.closed, change.base), above(current.hidden, change.base)),
  };
}

/** The state after a change that was taken back took effect again. */
export function afterRedo({ change, current, newest }: Omit<Reversal, 'before'>): ListState {
  return {
    closed: newest,
    base: newest,
    live: concat(change.live, since(change, current, newest)),
    compacted: change.compacted,
    hidden: union(change.hidden, above(current.hidden, change.base)),
  };
}

/** Whether the three parts hold every sequence up to the base exactly once. */
export function isSound({ closed, base, live, compacted, hidden }: ListState): boolean {
  const parts = concat(live, compacted, hidden);
  const all = union(parts);
  const isWhole = base === 0 ? all.length === 0 : all.length === 1 && all[0]?.from === 1 && all[0].to === base + 1;
  return closed <= base && isWhole && sizeOf(parts) === base;
}

function since(change: ListState, current: ListState, newest: number): Ranges {
  return above(listAt(current, newest), change.base);
}

function split(list: Ranges, size: number): readonly [Ranges, Ranges] {
  const head: { from: number; to: number }[] = [];
  const rest: { from: number; to: number }[] = [];
  let room = size;
  for (const { from, to } of list) {
    const middle = Math.min(to, from + room);
    if (middle > from) head.push({ from, to: middle });
    if (to > middle) rest.push({ from: middle, to });
    room -= middle - from;
  }
  return [head, rest];
}

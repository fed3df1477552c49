import type { Delivery, IngestMessage } from './lcm-store.ts';
import type { Known, PathView } from './path-view.ts';

/** A delivered message with what it is recognised by. */
export interface Delivered extends IngestMessage {
  readonly hash: Uint8Array;
}

/** What a delivered message turned out to be. */
export interface Sighting {
  readonly entry: Known;
  /** Whether it stands behind the ones before it in the list; another one is known, but does not say where we are. */
  readonly isInOrder: boolean;
}

/** Neighbours that are compared before one of several equal places is chosen. */
const MAX_LOOK_AHEAD = 256;
/** First messages of a list that are tried as its beginning. */
const MAX_STARTS = 16;
/** Neighbours in a row that leave no doubt. */
const GOOD_FIT = 8;

interface Start {
  readonly index: number;
  readonly entry: Known | undefined;
  readonly fit: number;
}

/**
 * Find the messages of a list among the entries. The list is followed along the tree: a message is the child of the
 * one before it, or stands behind a gap that a summary covers. Where nothing leads to it, the host's id does; without
 * one, the place among equal messages whose neighbours fit the longest.
 */
export class Recogniser {
  readonly #list: readonly Delivered[];
  readonly #view: PathView;
  readonly #delivery: Delivery;
  #at: Known | undefined;
  /** Where a list without ids begins, once it was looked for. */
  #start: Start | undefined;
  /** Whether the list has left what is known since then. */
  #hasLeft = false;

  constructor(list: readonly Delivered[], view: PathView, delivery: Delivery) {
    this.#list = list;
    this.#view = view;
    this.#delivery = delivery;
  }

  /** One for each message; unknown for those that are in no entry. */
  sightings(): readonly (Sighting | undefined)[] {
    return this.#list.map((message, index) => {
      const sighting = message.hostId === undefined ? this.#byContent(index) : this.#byHostId(message, message.hostId);
      if (sighting?.isInOrder === true) this.#at = sighting.entry;
      this.#hasLeft = sighting === undefined ? this.#hasLeft || message.message.role !== 'system' : false;
      return sighting;
    });
  }

  #byHostId(message: Delivered, hostId: string): Sighting | undefined {
    const same = this.#view.byHostId(hostId).filter(({ role }) => role === message.message.role);
    if (same.length === 0) return this.#adopted(message);
    const candidates = same.filter(({ isAside }) => !isAside);
    const onPath = candidates.find((entry) => this.#view.has(entry));
    const entry = onPath ?? this.#child(message) ?? candidates[0];
    const [aside] = same;
    if (entry !== undefined) return { entry, isInOrder: this.#follows(entry) };
    return aside && { entry: aside, isInOrder: false };
  }

  /** The same message, stored before the host had an id for it: only where the list leads straight to it. */
  #adopted(message: Delivered): Sighting | undefined {
    if (this.#at === undefined && message !== this.#list[0]) return undefined;
    const children = this.#view.childrenOf(this.#at);
    const entry = children.find((child) => child.hostId === undefined && isSame(child, message));
    return entry && { entry, isInOrder: true };
  }

  #byContent(index: number): Sighting | undefined {
    const message = this.#list[index];
    if (message === undefined) return undefined;
    if (this.#at === undefined) return this.#atStart(index);
    const child = this.#child(message);
    if (child !== undefined && !this.#view.isCovered(child.id)) return { entry: child, isInOrder: true };
    const aside = child === undefined ? this.#aside(message, index) : undefined;
    if (aside !== undefined) return { entry: aside, isInOrder: false };
    // Next to what is compacted, an equal message behind the gap may be the one that is meant.
    const entry = this.#best(this.#behindGap(message), index)?.entry ?? child;
    return entry && { entry, isInOrder: true };
  }

  /** One that was put aside at this very place, if the list goes on as it did then. */
  #aside(message: Delivered, index: number): Known | undefined {
    const at = this.#at;
    const next = at && this.#view.at(at.depth + 1);
    if (at === undefined || next === undefined || next.parent !== at.id) return undefined;
    const asides = this.#view.byHash(message.hash).filter((entry) => entry.isAside && entry.parent === at.id);
    const following = this.#list.slice(index + 1, index + 1 + MAX_STARTS);
    return following.some((later) => isSame(next, later)) ? asides[0] : undefined;
  }

  #child(message: Delivered): Known | undefined {
    if (this.#at === undefined) return undefined;
    return this.#view.childrenOf(this.#at).find((child) => isSame(child, message));
  }

  /** Where the list begins among what is known: with one of its first messages, the one from which it fits the longest. */
  #atStart(index: number): Sighting | undefined {
    if (this.#delivery === 'added') return undefined;
    this.#start ??= this.#findStart(index);
    const { entry } = this.#start;
    return this.#start.index === index && entry !== undefined ? { entry, isInOrder: true } : undefined;
  }

  /** A live list begins with the first message or behind covered ones; where none of it does, as a part: anywhere. */
  #findStart(from: number): Start {
    return (this.#delivery === 'live' ? this.#plainStart(from) : undefined) ?? this.#longestStart(from);
  }

  #plainStart(from: number): Start | undefined {
    for (const [index, message] of this.#firstOnes(from)) {
      const beginnings = this.#equalBehind(message, 0);
      const plain = beginnings.filter(
        (entry) => message.isAfterGap === true || this.#view.isGapCovered(undefined, entry),
      );
      const best = this.#best(plain, index);
      if (best !== undefined) return { index, ...best };
    }
    return undefined;
  }

  #longestStart(from: number): Start {
    let start: Start = { index: from, entry: undefined, fit: 0 };
    for (const [index, message] of this.#firstOnes(from)) {
      const best = this.#best(this.#equalBehind(message, 0), index);
      const isWorthIt =
        best !== undefined && best.fit > start.fit + (start.entry === undefined ? 0 : index - start.index);
      if (isWorthIt) start = { index, ...best };
      if (start.fit >= GOOD_FIT) break;
    }
    return start;
  }

  #firstOnes(from: number): readonly (readonly [number, Delivered])[] {
    const first = this.#list.slice(from, from + MAX_STARTS);
    return first.flatMap((message, offset) =>
      message.hostId === undefined ? [[from + offset, message] as const] : [],
    );
  }

  /** Places that follow on covered messages only. What was compacted itself does not follow on something new. */
  #behindGap(message: Delivered): readonly Known[] {
    const at = this.#at;
    if (at === undefined || !this.#view.has(at)) return [];
    const equal = this.#equalBehind(message, at.depth);
    if (message.isAfterGap === true) return equal;
    return equal.filter(
      (entry) => this.#view.isGapCovered(at, entry) && !(this.#hasLeft && this.#view.isCovered(entry.id)),
    );
  }

  #equalBehind({ hash }: Delivered, depth: number): readonly Known[] {
    const equal = this.#view.byHash(hash);
    return equal.filter((entry) => !entry.isAside && entry.depth > depth && this.#view.has(entry));
  }

  /** Of several equal places, the one whose neighbours fit the longest; then one that leads up to the head; then the first. */
  #best(candidates: readonly Known[], index: number): { readonly entry: Known; readonly fit: number } | undefined {
    let best: { readonly entry: Known; readonly fit: number; readonly reachesHead: boolean } | undefined;
    for (const entry of candidates.toSorted((a, b) => a.depth - b.depth)) {
      const { fit, last } = this.#fit(entry, index);
      const reachesHead = this.#delivery === 'part' && last.id === this.#view.head?.id;
      const isBetter = best === undefined || fit > best.fit || (fit === best.fit && reachesHead && !best.reachesHead);
      if (isBetter) best = { entry, fit, reachesHead };
      if (index + fit >= this.#list.length) break;
    }
    return best;
  }

  #fit(entry: Known, index: number): { readonly fit: number; readonly last: Known } {
    let last = entry;
    let fit = 1;
    while (fit < MAX_LOOK_AHEAD) {
      const message = this.#list[index + fit];
      const next = message && (this.#nextTo(last, message) ?? this.#overGap(last, message));
      if (next === undefined) break;
      last = next;
      fit += 1;
    }
    return { fit, last };
  }

  #nextTo(entry: Known, message: Delivered): Known | undefined {
    const next = this.#view.at(entry.depth + 1);
    return next !== undefined && isSame(next, message) ? next : undefined;
  }

  #overGap(entry: Known, message: Delivered): Known | undefined {
    const next = this.#view.at(entry.depth + 1);
    if (next === undefined || !this.#view.isCovered(next.id)) return undefined;
    return this.#equalBehind(message, entry.depth).find((equal) => this.#view.isGapCovered(entry, equal));
  }

  #follows(entry: Known): boolean {
    const at = this.#at;
    if (at === undefined) return true;
    return entry.depth > at.depth && (this.#view.has(entry) ? this.#view.has(at) : this.#descends(entry, at));
  }

  /** Of entries that are not on the branch. Only after an undo is this asked at all. */
  #descends(entry: Known, ancestor: Known): boolean {
    if (entry.segment === ancestor.segment) return true;
    return this.#view.branchTo(entry).has(ancestor);
  }
}

function isSame(entry: Known, message: Delivered | undefined): boolean {
  if (message === undefined || entry.role !== message.message.role) return false;
  if (entry.hostId !== undefined && message.hostId !== undefined) return entry.hostId === message.hostId;
  return Buffer.compare(entry.hash, message.hash) === 0;
}

import type { Delivery } from './lcm-store.ts';
import type { Known, PathView } from './path-view.ts';
import type { Delivered, Sighting } from './recognise.ts';

/** What is to become of one delivered message. */
export type Planned =
  | { readonly kind: 'known'; readonly entry: Known }
  /** To be appended. With `ambiguousWith`, it may be a repetition of that entry. */
  | { readonly kind: 'new'; readonly ambiguousWith: number | undefined }
  /** To be kept off the path, behind an entry or in front of the first one. */
  | { readonly kind: 'aside'; readonly origin: number | undefined; readonly before: number };

/** What an ingest will do. */
export interface IngestPlan {
  readonly messages: readonly Planned[];
  /** Where the new messages are appended; the head afterwards if there are none. Unknown: in front of everything. */
  readonly anchor: Known | undefined;
}

/** Known messages that are stored once more when one turns up in front of them; behind more it is put aside. */
const MAX_STORED_AGAIN = 256;

/** A delivered list as it was recognised. */
export interface Recognised {
  readonly list: readonly Delivered[];
  readonly sightings: readonly (Sighting | undefined)[];
  readonly delivery: Delivery;
}

/**
 * Decide what to do with each message of a list, so that the path is the list afterwards, nothing is skipped, and
 * nothing under a summary is moved.
 */
export function planIngest(recognised: Recognised, view: PathView): IngestPlan {
  const { list, sightings } = recognised;
  const lastKnown = sightings.findLastIndex((sighting) => sighting?.isInOrder === true);
  const again = startOfStoredAgain(recognised, lastKnown, view);
  const end = again ?? lastKnown + 1;
  const isDoubtful = lastKnown < 0 && recognised.delivery !== 'live';
  const following = nextInOrder(sightings);
  const messages = list.map((message, index): Planned => {
    const entry = index < end || again === undefined ? sightings[index]?.entry : undefined;
    if (entry !== undefined) return { kind: 'known', entry };
    if (index < end) return asideBefore(following[index]);
    return {
      kind: 'new',
      ambiguousWith: isDoubtful && message.hostId === undefined ? newestEqual(message, view) : undefined,
    };
  });
  return { messages, anchor: anchorOf(recognised, end, view) };
}

function anchorOf({ sightings, delivery }: Recognised, end: number, view: PathView): Known | undefined {
  const inOrder = sightings.slice(0, end).flatMap((sighting) => (sighting?.isInOrder ? [sighting.entry] : []));
  const last = inOrder.at(-1);
  if (last !== undefined) return view.has(last) && isCompacted(inOrder, view) ? view.endOfCovered(last) : last;
  return delivery === 'live' && !sightings.some((sighting) => sighting !== undefined) ? undefined : view.head;
}

/**
 * Whether a list leaves out what summaries cover. Then what follows its last known message follows on those as well;
 * in a list that shows covered messages one by one, it follows on the message itself.
 */
function isCompacted(inOrder: readonly Known[], view: PathView): boolean {
  const [first] = inOrder;
  const last = inOrder.at(-1);
  const hasGap = inOrder.some((entry, index) => index > 0 && entry.parent !== inOrder[index - 1]?.id);
  return hasGap || (first !== undefined && first.depth > 1) || (last !== undefined && !view.isCovered(last.id));
}

/**
 * Where the list departs from what is stored, though known messages follow: a message between two neighbours, or, in a
 * live list, neighbours that have become so because what stood between them was taken back.
 */
function startOfStoredAgain(recognised: Recognised, lastKnown: number, view: PathView): number | undefined {
  const last = recognised.sightings[lastKnown]?.entry;
  if (last === undefined || (recognised.delivery !== 'live' && last.id !== view.head?.id)) return undefined;
  for (const step of stepsOf(recognised)) {
    if (departs(recognised, step, view) && mayStoreAgain(recognised, step.start, view)) return step.start;
  }
  return undefined;
}

/** Two known messages that follow each other in a list. */
interface Step {
  readonly from: Known;
  readonly to: Known;
  /** Where the second one stands in the list. */
  readonly index: number;
  /** Where what stands between them begins; the same as `index` if nothing does. System messages are not counted. */
  readonly start: number;
}

function stepsOf({ list, sightings }: Recognised): readonly Step[] {
  const inOrder = sightings.flatMap((sighting, index) => (sighting?.isInOrder ? [{ to: sighting.entry, index }] : []));
  return inOrder.slice(1).flatMap(({ to, index }, position) => {
    const before = inOrder[position];
    if (before === undefined) return [];
    const isUnknown = (at: number) => sightings[at] === undefined && list[at]?.message.role !== 'system';
    let start = before.index + 1;
    while (start < index && !isUnknown(start)) start += 1;
    return [{ from: before.to, to, index, start }];
  });
}

function departs({ list, delivery }: Recognised, { from, to, index, start }: Step, view: PathView): boolean {
  if (to.parent === from.id) return start < index;
  if (delivery !== 'live' || list[index]?.isAfterGap === true) return false;
  return !view.branchTo(to).isGapCovered(from, to);
}

function mayStoreAgain({ list, sightings }: Recognised, start: number, view: PathView): boolean {
  if (list.length - start > MAX_STORED_AGAIN) return false;
  return sightings.slice(start).every((sighting) => sighting === undefined || !view.isSummarised(sighting.entry.id));
}

/** For each place of a list the known message of the path that stands there or behind it. */
function nextInOrder(sightings: Recognised['sightings']): readonly (Known | undefined)[] {
  let next: Known | undefined;
  const fromTheBack = sightings.toReversed().map((sighting) => {
    if (sighting?.isInOrder === true) next = sighting.entry;
    return next;
  });
  return fromTheBack.reverse();
}

function asideBefore(next: Known | undefined): Planned {
  return { kind: 'aside', origin: next?.parent, before: next?.id ?? 0 };
}

function newestEqual({ hash, message }: Delivered, view: PathView): number | undefined {
  return view.byHash(hash).find((entry) => entry.role === message.role && !entry.isAside && view.has(entry))?.id;
}

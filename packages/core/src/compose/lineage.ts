import type { CompressReport, Message, Messages } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';
import { alignLists } from './align-lists.ts';

/** A list that came out of a request's, and where each message of it stood there. Origins ascend. */
export interface Lineage {
  readonly messages: Messages;
  /** For each message its index in the request; `undefined` for one that an engine put in. */
  readonly origins: readonly (number | undefined)[];
}

/** The list of a request, before any engine. */
export function lineageOf(messages: Messages): Lineage {
  return { messages, origins: messages.map((_, index) => index) };
}

/**
 * For each message after a change its index before, the same object or not. A new message that takes the place of
 * an old one, such as a result that was cleared, has the place of that; one that stands for several, such as a
 * summary, has none.
 */
export function findPlaces(
  before: Messages,
  after: Messages,
  report?: CompressReport,
): readonly (number | undefined)[] {
  const { sources } = alignLists(before, after);
  const heirs = findHeirs(before, { after, sources, summarised: new Set(report?.covered) });
  return sources.map((source, index) => source ?? heirs.get(index));
}

interface Change {
  readonly after: Messages;
  readonly sources: readonly (number | undefined)[];
  /** Indices before that a summary stands for, so that nothing takes their place. */
  readonly summarised: ReadonlySet<number>;
}

/** Index after → index before, for new messages that stand where an old one stood. Neighbours that stayed fence them in. */
function findHeirs(before: Messages, { after, sources, summarised }: Change): ReadonlyMap<number, number> {
  const heirs: (readonly [number, number])[] = [];
  const kept = new Set(sources);
  let goneFrom = 0;
  let freshFrom = 0;
  for (const [index, source] of [...sources, before.length].entries()) {
    if (source === undefined) continue;
    const gone = indicesOf(before, goneFrom, source).filter(([place]) => !kept.has(place) && !summarised.has(place));
    heirs.push(...pairUp(gone, indicesOf(after, freshFrom, index)));
    goneFrom = source + 1;
    freshFrom = index + 1;
  }
  return new Map(heirs);
}

type Indexed = readonly (readonly [index: number, message: Message])[];

function indicesOf(messages: Messages, start: number, end: number): Indexed {
  return messages.slice(start, end).map((message, offset) => [start + offset, message]);
}

/** Pairs by what a message answers or calls; what has neither only where every place is filled again. */
function pairUp(gone: Indexed, fresh: Indexed): readonly (readonly [heir: number, place: number])[] {
  const isRefilled = gone.length === fresh.length;
  const recognised = fresh.flatMap(([index, message]) => {
    const feature = message._context?.mark === undefined ? featureOf(message, isRefilled) : undefined;
    return feature === undefined ? [] : [{ index, feature }];
  });
  if (recognised.length === 0) return [];
  const { sources } = alignLists(
    gone.map(([, message]) => featureOf(message, isRefilled)),
    recognised.map(({ feature }) => feature),
  );
  return recognised.flatMap(({ index }, position) => {
    const place = gone[sources[position] ?? -1];
    return place === undefined ? [] : [[index, place[0]] as const];
  });
}

/** By what two forms of one message are recognised as such; `undefined` where by nothing. */
function featureOf(message: Message, isRefilled: boolean): string | undefined {
  if (message.role === 'tool') return `result ${message.tool_call_id}`;
  const calls = toolCallsOf(message).map(({ id }) => id);
  if (calls.length > 0) return `calls ${calls.join(' ')}`;
  return isRefilled || message.role === 'system' ? message.role : undefined;
}

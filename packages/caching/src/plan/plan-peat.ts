import type { CacheMarker, CachePlan, CacheSlot, CacheTtl, MarkerPlace } from '../cache-plan.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import type { WirePrompt } from '../wire-prompt.ts';
import { whyNone } from './plan-system-and-3.ts';
import { type CarrierSearch, lastCarrier, searchCarriers, systemEnd, toolsEnd } from './search-carriers.ts';
import { settleMarkers } from './settle-markers.ts';
import { roleOf } from './wire-blocks.ts';

/** How to plan by the strategy `peat`. Messages are counted as they stand in the request. */
export interface PeatRequest {
  readonly route: CacheRoute;
  /** Lifetimes of the prefix marker and of all others. A longer one behind a shorter one raises it, see the notes. */
  readonly ttl: { readonly prefix: CacheTtl; readonly rest: CacheTtl };
  /** The model's smallest cacheable prefix, in tokens. Default: the route's. Of use with `tokensUpTo` alone. */
  readonly minTokens?: number | undefined;
  /**
   * Estimated size of the prompt up to and with a place, in tokens; `undefined` when unknown. A marker under the
   * minimum is left out. Without it none is: the provider ignores what is too short.
   */
  readonly tokensUpTo?: ((place: MarkerPlace) => number | undefined) | undefined;
  /** Index of the message that ends the stable head: the summary, or the last one that was pruned. */
  readonly epoch?: number | undefined;
  /** Set on the first request after a rewrite: where the head ended before. It takes the anchor's slot. */
  readonly previousEpoch?: number | undefined;
  /** Blocks whose text is new in each request: they get no marker, as what it wrote would never be read. */
  readonly perRequest?: readonly MarkerPlace[] | undefined;
}

/**
 * Breakpoints by the strategy `peat`: the end of the system prompt (prefix), the end of the stable head (epoch), the
 * end of the previous request (anchor), and the end of this one (tail). The anchor is an exact earlier write, so that
 * the whole previous prompt is read however many blocks a step has. The prompt is not edited.
 *
 * On a route that sets breakpoints of its own at the end of the prompt, only the prefix and the epochs are marked.
 * It looks at the two ends and at the two epochs, whatever the length of the history.
 */
export function planPeat(prompt: WirePrompt, request: PeatRequest): CachePlan {
  const search = searchCarriers(prompt, request.route, request.perRequest);
  const skipped: CachePlan['skipped'][number][] = [];
  const wished: CacheMarker[] = [];
  for (const each of slotsOf(search, request)) {
    const { slot, place, why } = each;
    const whyEmpty = whyLeftOut(each, search, request);
    if (place === undefined || whyEmpty !== undefined) skipped.push({ slot, why: whyEmpty ?? each.absent });
    else wished.push({ place, slot, why, ttl: slot === 'prefix' ? request.ttl.prefix : request.ttl.rest });
  }
  const settled = settleMarkers(wished, search.rules);
  return { ...settled, skipped: [...skipped, ...settled.skipped] };
}

interface Slot {
  readonly slot: CacheSlot;
  readonly place: MarkerPlace | undefined;
  /** Why there, when there is a place. */
  readonly why: string;
  /** Why it stays empty, when there is none. */
  readonly absent: string;
}

function slotsOf(search: CarrierSearch, request: PeatRequest): readonly Slot[] {
  return [prefixSlot(search), epochSlot(search, request), anchorSlot(search, request), tailSlot(search)];
}

function prefixSlot(search: CarrierSearch): Slot {
  const system = systemEnd(search);
  return {
    slot: 'prefix',
    place: system ?? toolsEnd(search),
    why: system === undefined ? 'It ends the tools, and no system prompt can carry it.' : 'It ends the system prompt.',
    absent: 'Neither a system prompt nor a tool can carry a marker.',
  };
}

function epochSlot(search: CarrierSearch, { epoch }: PeatRequest): Slot {
  return {
    slot: 'epoch',
    place: epoch === undefined ? undefined : lastCarrier(search, epoch),
    why: 'It ends the head that stays as it is until the next rewrite.',
    absent:
      epoch === undefined ? 'The history was not rewritten yet.' : 'Nothing in the stable head can carry a marker.',
  };
}

function anchorSlot(search: CarrierSearch, { previousEpoch }: PeatRequest): Slot {
  if (previousEpoch !== undefined) {
    return {
      slot: 'anchor',
      place: lastCarrier(search, previousEpoch),
      why: 'It ended the stable head before this rewrite, and is all of the messages that is still cached.',
      absent: 'Nothing in the earlier stable head can carry a marker.',
    };
  }
  if (search.rules.route.marksTail === true) return ownBreakpoint('anchor');
  const last = lastAssistant(search.prompt.messages);
  return {
    slot: 'anchor',
    place: last === undefined ? undefined : lastCarrier(search, last - 1),
    why: 'It ended the previous request, which is cached up to there.',
    absent:
      last === undefined
        ? 'The model has not answered yet, so there is no previous request.'
        : 'Nothing before the last answer can carry a marker.',
  };
}

function tailSlot(search: CarrierSearch): Slot {
  if (search.rules.route.marksTail === true) return ownBreakpoint('tail');
  return {
    slot: 'tail',
    place: lastCarrier(search, search.prompt.messages.length - 1),
    why: 'It ends this request, for the next one to read.',
    absent: 'Nothing in the messages can carry a marker.',
  };
}

function ownBreakpoint(slot: CacheSlot): Slot {
  return { slot, place: undefined, why: '', absent: 'The provider sets this breakpoint itself.' };
}

function lastAssistant(messages: WirePrompt['messages']): number | undefined {
  const index = messages.findLastIndex((message) => roleOf(message) === 'assistant');
  return index === -1 ? undefined : index;
}

function whyLeftOut({ place, absent }: Slot, search: CarrierSearch, request: PeatRequest): string | undefined {
  if (place === undefined) return whyNone(search, absent);
  const { tokensUpTo, minTokens, route } = request;
  const tokens = tokensUpTo?.(place);
  const least = minTokens ?? route.minTokens;
  if (tokens === undefined || tokens >= least) return undefined;
  return `The prompt has about ${tokens} tokens up to there, and fewer than ${least} are not cached.`;
}

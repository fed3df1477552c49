import type { CacheMarker, CachePlan, CacheTtl, MarkerPlace } from '../cache-plan.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { type CarrierSearch, carriersOfMessage, searchCarriers, systemEnd } from './search-carriers.ts';
import { settleMarkers } from './settle-markers.ts';
import { isObject, isSystemMessage } from './wire-blocks.ts';

/** Source: project description, "Strategy: system_and_3". */
const RECENT_COUNT = 3;

/** How to plan by the strategy `system_and_3`. */
export interface SystemAnd3Request {
  readonly route: CacheRoute;
  /** Lifetime of all four markers. */
  readonly ttl: CacheTtl;
  /** Blocks whose text is new in each request: they get no marker, as what it wrote would never be read. */
  readonly perRequest?: readonly MarkerPlace[] | undefined;
}

/**
 * Breakpoints by the description's strategy: the end of the system prompt, and the last 3 other messages that can
 * carry one on this route. Messages that cannot are passed over and cost no breakpoint. The prompt is not edited.
 */
export function planSystemAnd3(prompt: WirePrompt, { route, ttl, perRequest }: SystemAnd3Request): CachePlan {
  const search = searchCarriers(prompt, route, perRequest);
  const system = systemEnd(search);
  const recent = recentCarriers(search);
  const skipped: CachePlan['skipped'][number][] = [];
  const wished: CacheMarker[] = [];
  if (system !== undefined) wished.push({ place: system, ttl, slot: 'system', why: 'It ends the system prompt.' });
  else skipped.push({ slot: 'system', why: whyNone(search, 'No block of a system prompt can carry a marker.') });
  for (const place of recent) {
    wished.push({ place, ttl, slot: 'recent', why: 'It is among the last 3 messages that can carry a marker.' });
  }
  if (recent.length < RECENT_COUNT) {
    const missing = `Only ${recent.length} of the other messages can carry a marker.`;
    skipped.push({ slot: 'recent', why: whyNone(search, missing) });
  }
  const settled = settleMarkers(wished, search.rules);
  return { ...settled, skipped: [...skipped, ...settled.skipped] };
}

/** Why a slot stays empty: the route's own reason, where it takes no markers at all. */
export function whyNone({ rules }: CarrierSearch, otherwise: string): string {
  return rules.placement === 'none' ? `${rules.route.title} takes no markers in this form of request.` : otherwise;
}

function recentCarriers(search: CarrierSearch): readonly MarkerPlace[] {
  const { prompt, rules } = search;
  const places: MarkerPlace[] = [];
  if (rules.placement === 'none') return places;
  for (let index = prompt.messages.length - 1; index >= 0 && places.length < RECENT_COUNT; index -= 1) {
    const message = prompt.messages[index];
    if (message !== undefined && !isSystemMessage(message)) places.push(...carriersIn(search, index));
  }
  return places.slice(0, RECENT_COUNT).toReversed();
}

/**
 * One place for each message that the description counts, latest first: there each result of a tool is a message of its
 * own, though the Anthropic form sends those of one step as blocks of one.
 */
function carriersIn(search: CarrierSearch, index: number): readonly MarkerPlace[] {
  const places: MarkerPlace[] = [];
  let hasOther = false;
  for (const place of carriersOfMessage(search, index)) {
    const isResult = isToolResultAt(search.prompt.messages[index], place);
    if (isResult || !hasOther) places.push(place);
    hasOther ||= !isResult;
    if (places.length === RECENT_COUNT) break;
  }
  return places;
}

function isToolResultAt(message: WireObject | undefined, place: MarkerPlace): boolean {
  if (place.part !== 'messages' || place.block === undefined || !Array.isArray(message?.['content'])) return false;
  const block: unknown = message['content'][place.block];
  return isObject(block) && block['type'] === 'tool_result';
}

import type { MarkerPlace } from '../cache-plan.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import type { WirePrompt } from '../wire-prompt.ts';
import { blockCarriers, type CarrierRules, canToolCarry, carrierRules, carriersOf } from './find-carrier.ts';
import { comparePlaces } from './place-order.ts';
import { isSystemMessage } from './wire-blocks.ts';

/** A request, where markers can stand in it, and where the caller forbids them. */
export interface CarrierSearch {
  readonly prompt: WirePrompt;
  readonly rules: CarrierRules;
  readonly perRequest: readonly MarkerPlace[];
}

/** A search through one request. `perRequest`: blocks whose text is new in each request. */
export function searchCarriers(
  prompt: WirePrompt,
  route: CacheRoute,
  perRequest: readonly MarkerPlace[] = [],
): CarrierSearch {
  return { prompt, rules: carrierRules(prompt, route), perRequest };
}

/** The end of the system prompt: of `system`, or of the system messages that open the conversation. */
export function systemEnd(search: CarrierSearch): MarkerPlace | undefined {
  const { prompt, rules } = search;
  if (rules.shape !== 'anthropic') return openingEnd(search);
  if (rules.placement === 'none') return undefined;
  for (const index of blockCarriers(prompt.system, rules)) {
    const place = { part: 'system', index } as const;
    if (!isBarred(search, place)) return place;
  }
  return undefined;
}

/** The last tool definition that may carry a marker. */
export function toolsEnd(search: CarrierSearch): MarkerPlace | undefined {
  const tools = search.prompt.tools ?? [];
  for (let index = tools.length - 1; index >= 0; index -= 1) {
    const place = { part: 'tools', index } as const;
    if (canToolCarry(tools[index], search.rules) && !isBarred(search, place)) return place;
  }
  return undefined;
}

/** The last place at or before a message that may carry a marker. It walks back over what cannot, and no further. */
export function lastCarrier(search: CarrierSearch, index: number): MarkerPlace | undefined {
  if (search.rules.placement === 'none') return undefined;
  for (let at = Math.min(index, search.prompt.messages.length - 1); at >= 0; at -= 1) {
    const place = carrierIn(search, at);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The last place in one message that may carry a marker. */
function carrierIn(search: CarrierSearch, index: number): MarkerPlace | undefined {
  for (const place of carriersOfMessage(search, index)) return place;
  return undefined;
}

/** The places in one message that may carry a marker, latest first. */
export function* carriersOfMessage(search: CarrierSearch, index: number): Generator<MarkerPlace> {
  const message = search.prompt.messages[index];
  if (message === undefined) return;
  for (const block of carriersOf(message, search.rules)) {
    const place: MarkerPlace = { part: 'messages', index, ...(block !== undefined && { block }) };
    if (!isBarred(search, place)) yield place;
  }
}

function openingEnd(search: CarrierSearch): MarkerPlace | undefined {
  const { messages } = search.prompt;
  let end = 0;
  while (isSystemAt(messages, end)) end += 1;
  return lastCarrier(search, end - 1);
}

function isSystemAt(messages: WirePrompt['messages'], index: number): boolean {
  const message = messages[index];
  return message !== undefined && isSystemMessage(message);
}

/** A message that is named as a whole bars each of its blocks, and a block the message that would carry for it. */
function isBarred({ perRequest }: CarrierSearch, place: MarkerPlace): boolean {
  return perRequest.some((barred) => comparePlaces(barred, place) === 0 || isSameMessage(barred, place));
}

function isSameMessage(a: MarkerPlace, b: MarkerPlace): boolean {
  if (a.part !== 'messages' || b.part !== 'messages' || a.index !== b.index) return false;
  return a.block === undefined || b.block === undefined;
}

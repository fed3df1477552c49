import type { CacheTtl, MarkerPlace } from '../cache-plan.ts';
import type { CacheRoute, MarkerPlacement } from '../routes/cache-route.ts';
import type { WireObject, WirePrompt, WireShape } from '../wire-prompt.ts';
import { placementIn } from './marker-form.ts';
import { contentField, isBlank, isBlankText, isObject, roleOf } from './wire-blocks.ts';

/**
 * Blocks of an Anthropic message that may carry a marker. Not among them: thinking, and what stands inside a block.
 * Source: types of the Anthropic SDK 1.15.0, and its documentation, read 2 December 2026.
 */
const ANTHROPIC_BLOCKS: ReadonlySet<string> = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'tool_use',
  'tool_result',
  'server_tool_use',
  'mcp_tool_use',
  'mcp_tool_result',
  'container_upload',
  'compaction',
  'tool_addition',
  'tool_removal',
  'tool_reference',
]);
const SERVER_RESULT = /_tool_result$/;

/** An OpenAI breakpoint does not say how long it lives. */
const DEFAULT_TTL: readonly CacheTtl[] = ['5m'];

/** What decides where markers can stand in a request. */
export interface CarrierRules {
  readonly shape: WireShape;
  readonly route: CacheRoute;
  readonly placement: MarkerPlacement;
  /** Lifetimes that a marker can ask for in this form of request. */
  readonly ttls: readonly CacheTtl[];
}

/** The rules for one request on one route. */
export function carrierRules(prompt: WirePrompt, route: CacheRoute): CarrierRules {
  const placement = placementIn(prompt.shape, route);
  return { shape: prompt.shape, route, placement, ttls: placement === 'breakpoint' ? DEFAULT_TTL : route.ttls };
}

/** Whether a place exists in this request and may carry a marker there. */
export function canCarry(prompt: WirePrompt, place: MarkerPlace, rules: CarrierRules): boolean {
  if (rules.placement === 'none') return false;
  switch (place.part) {
    case 'tools':
      return canToolCarry(prompt.tools?.[place.index], rules);
    case 'system':
      return rules.shape === 'anthropic' && canBlockCarry(prompt.system, place.index, rules);
    case 'messages':
      return canMessageCarry(prompt.messages[place.index], place.block, rules);
  }
}

/** The places of a message that may carry a marker, latest first; `undefined` is the message itself. */
export function* carriersOf(message: WireObject, rules: CarrierRules): Generator<number | undefined> {
  if (rules.placement === 'none') return;
  if (usesMessageLevel(message, rules)) yield undefined;
  else if (hasOpenRole(message, rules)) yield* blockCarriers(message[contentField(message)], rules);
}

/** The blocks of a content that may carry a marker, latest first: 0 for a string. */
export function* blockCarriers(content: unknown, rules: CarrierRules): Generator<number> {
  const last = Array.isArray(content) ? content.length - 1 : 0;
  for (let block = last; block >= 0; block -= 1) {
    if (canBlockCarry(content, block, rules)) yield block;
  }
}

/** Whether a tool definition may carry a marker. */
export function canToolCarry(tool: WireObject | undefined, { shape, route, placement }: CarrierRules): boolean {
  if (tool === undefined || placement === 'none' || placement === 'breakpoint') return false;
  // A deferred tool is not part of the prefix.
  return (shape === 'anthropic' || route.onTools) && tool['defer_loading'] !== true;
}

function canMessageCarry(message: WireObject | undefined, block: number | undefined, rules: CarrierRules): boolean {
  if (message === undefined || rules.placement === 'none') return false;
  if (usesMessageLevel(message, rules)) return block === undefined;
  if (block === undefined || !hasOpenRole(message, rules)) return false;
  return canBlockCarry(message[contentField(message)], block, rules);
}

/** S-104: in the description's native layout, whose adapter lifts the marker onto the block that it makes. */
function usesMessageLevel(message: WireObject, { shape, route }: CarrierRules): boolean {
  if (shape !== 'openai-chat' || !route.messageLevel) return false;
  const { role, content } = message;
  return role === 'tool' || (Array.isArray(content) ? content.every(isBlankText) : isBlank(content));
}

function hasOpenRole(message: WireObject, { shape, route }: CarrierRules): boolean {
  if (shape === 'anthropic') return true;
  const role = roleOf(message);
  return role === 'tool' ? route.toolRole === 'part' : role !== 'assistant' || route.noAssistant !== true;
}

function canBlockCarry(content: unknown, index: number, rules: CarrierRules): boolean {
  if (typeof content === 'string') return index === 0 && !isBlank(content);
  if (!Array.isArray(content)) return false;
  const block: unknown = content[index];
  if (!isObject(block)) return false;
  const { type } = block;
  if (typeof type !== 'string' || isBlankText(block)) return false;
  if (rules.shape !== 'anthropic') return rules.route.parts.includes(type);
  return ANTHROPIC_BLOCKS.has(type) || SERVER_RESULT.test(type);
}

import {
  blocksOf,
  type CacheMarker,
  type CachePlan,
  type CachePolicy,
  type CacheRoute,
  type MarkerPlace,
  planPeat,
  planSystemAnd3,
  type WireObject,
  type WirePrompt,
} from '@hermes-context/caching';
import { describePlace } from './describe-place.ts';

/** What to plan, and by which policy. */
export interface NextRequest {
  /** The conversation so far, without markers. */
  readonly prompt: WirePrompt;
  readonly route: CacheRoute;
  readonly policy: CachePolicy;
  /** Index of the message that holds the last summary; absent where nothing was compacted. */
  readonly epoch?: number | undefined;
}

/** A breakpoint, and what a person wants to know of it. */
export interface PlannedMarker extends CacheMarker {
  /** Its place in words, with numbers from 1: `message 12 (user), tool_result block 3`. */
  readonly where: string;
  /** Estimated size of the prompt up to and with it. */
  readonly tokensUpTo: number;
}

/** The breakpoints of the next request. */
export interface NextPlan extends Pick<CachePlan, 'skipped' | 'notes'> {
  readonly markers: readonly PlannedMarker[];
  /** Estimated size of the request, as far as it is known. */
  readonly totalTokens: number;
}

/** Stands for what the user will say. */
const NEXT_MESSAGE: WireObject = { role: 'user', content: 'The next message.' };
const NO_MARKERS: CachePlan = { markers: [], skipped: [], notes: [] };

/**
 * Where a host sets breakpoints in the request that comes next. Where the conversation ends with an answer, that request
 * has one more message of the user, which is not known yet and counts as no tokens.
 */
export function planNextRequest(next: NextRequest): NextPlan {
  const { prompt, policy } = next;
  const isAnswered = prompt.messages.at(-1)?.['role'] === 'assistant';
  const request = isAnswered ? { ...prompt, messages: [...prompt.messages, NEXT_MESSAGE] } : prompt;
  const plan = policy.enabled ? planFor(request, next) : NO_MARKERS;
  return {
    ...plan,
    totalTokens: tokensOf(prompt),
    markers: plan.markers.map((marker) => ({ ...marker, ...detailsOf(marker.place, prompt) })),
  };
}

function planFor(request: WirePrompt, { route, policy: { strategy, ttl }, epoch }: NextRequest): CachePlan {
  switch (strategy) {
    case 'peat':
      return planPeat(request, { route, ttl: { prefix: ttl, rest: ttl }, epoch });
    case 'system_and_3':
      return planSystemAnd3(request, { route, ttl });
    case 'none':
      return NO_MARKERS;
  }
}

function detailsOf(place: MarkerPlace, prompt: WirePrompt): Pick<PlannedMarker, 'where' | 'tokensUpTo'> {
  const { length } = prompt.messages;
  if (place.part !== 'messages' || place.index < length) {
    return { where: describePlace(prompt, place), tokensUpTo: tokensOf(upTo(prompt, place)) };
  }
  return { where: `message ${length + 1}, the user's next`, tokensUpTo: tokensOf(prompt) };
}

function tokensOf(prompt: WirePrompt): number {
  return blocksOf(prompt).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The prompt as it would be if it ended with this place. */
function upTo({ system, messages, ...rest }: WirePrompt, place: MarkerPlace): WirePrompt {
  const { index } = place;
  switch (place.part) {
    case 'tools':
      return { ...rest, tools: rest.tools?.slice(0, index + 1) ?? [], messages: [] };
    case 'system':
      return { ...rest, ...headOf(typeof system === 'object' ? system.slice(0, index + 1) : system), messages: [] };
    case 'messages': {
      const last = messages.slice(index, index + 1).map((message) => cutMessage(message, place.block));
      return { ...rest, ...headOf(system), messages: [...messages.slice(0, index), ...last] };
    }
  }
}

function headOf(system: WirePrompt['system']): Pick<WirePrompt, 'system'> {
  return system === undefined ? {} : { system };
}

/** Up to a block. Calls of the chat form stand behind the content. */
function cutMessage(message: WireObject, block: number | undefined): WireObject {
  if (block === undefined) return message;
  const { content, tool_calls: _calls, ...rest } = message;
  return { ...rest, content: Array.isArray(content) ? content.slice(0, block + 1) : content };
}

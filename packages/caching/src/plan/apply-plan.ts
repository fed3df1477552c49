import type { CacheMarker, CachePlan } from '../cache-plan.ts';
import type { CacheRoute, MarkerPlacement } from '../routes/cache-route.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { mapChanged, sentObject, strippedObject, withoutBlankText } from './clean-object.ts';
import { canCarry, carrierRules } from './find-carrier.ts';
import { markerFields } from './marker-form.ts';
import { settleMarkers } from './settle-markers.ts';
import { contentField, isBlankText, isObject } from './wire-blocks.ts';

/**
 * The prompt with exactly the planned markers: those that it had are removed, never added to. The prompt given is not
 * edited, and what needs no change stays the same object. At most as many markers as the route takes, in the order of
 * lifetimes that it accepts, and none where it could not stand, whatever the plan says: see `settleMarkers`.
 *
 * A string that gets a marker becomes a list of one text part. Where the provider refuses blank text blocks, none is
 * sent in any message that has others: in all of them, so that a message is the same bytes with and without a marker.
 *
 * Each message is looked at once in its life; then only those with a marker are.
 */
export function applyPlan(prompt: WirePrompt, plan: CachePlan, route: CacheRoute): WirePrompt {
  const rules = carrierRules(prompt, route);
  const possible = plan.markers.filter(({ place }) => canCarry(prompt, place, rules));
  const { markers } = settleMarkers(possible, rules);
  const form: MarkerForm = {
    refusesBlankText: route.refusesBlankText,
    placement: rules.placement,
    textType: prompt.shape === 'openai-responses' ? 'input_text' : 'text',
  };
  const { tools, system, ...rest } = prompt;
  const sentSystem = system === undefined ? undefined : markedSystem(system, markers, form);
  return {
    ...rest,
    ...(tools !== undefined && { tools: markedTools(tools, markers, form) }),
    ...(sentSystem !== undefined && { system: sentSystem }),
    messages: markedMessages(prompt.messages, markers, form),
  };
}

type Markers = readonly CacheMarker[];
type Objects = readonly WireObject[];

interface MarkerForm {
  readonly refusesBlankText: boolean;
  readonly placement: MarkerPlacement;
  readonly textType: 'text' | 'input_text';
}

function markedTools(tools: Objects, markers: Markers, form: MarkerForm): Objects {
  return mapChanged(tools, (tool, index) => {
    const marker = markers.find(({ place }) => place.part === 'tools' && place.index === index);
    return withMarker(strippedObject(tool), marker, form);
  });
}

/** Nothing is left of a system prompt that is all blank, where blank blocks are refused. */
function markedSystem(system: string | Objects, markers: Markers, form: MarkerForm): string | Objects | undefined {
  const own = markers.filter(({ place }) => place.part === 'system');
  if (typeof system === 'string') return own.length === 0 ? system : [markedText(system, own[0], form)];
  const marked = mapChanged(system, (block, index) => {
    const marker = own.find(({ place }) => place.index === index);
    return withMarker(strippedObject(block), marker, form);
  });
  if (!form.refusesBlankText || !marked.some(isBlankText)) return marked;
  const readable = marked.filter((block) => !isBlankText(block));
  return readable.length === 0 ? undefined : readable;
}

function markedMessages(messages: Objects, markers: Markers, form: MarkerForm): Objects {
  const sent = mapChanged(messages, form.refusesBlankText ? sentObject : strippedObject);
  const own = markers.filter(({ place }) => place.part === 'messages');
  if (own.length === 0) return sent;
  const marked = [...sent];
  for (const index of new Set(own.map(({ place }) => place.index))) {
    const message = messages[index];
    const here = own.filter(({ place }) => place.index === index);
    if (message !== undefined) marked[index] = markedMessage(message, here, form);
  }
  return marked;
}

/** The plan counts blocks as they were given: so markers come first, and blank blocks go afterwards. */
function markedMessage(message: WireObject, markers: Markers, form: MarkerForm): WireObject {
  const marked = markers.reduce((each, marker) => markOnce(each, marker, form), strippedObject(message));
  return form.refusesBlankText ? withoutBlankText(marked) : marked;
}

function markOnce(message: WireObject, marker: CacheMarker, form: MarkerForm): WireObject {
  const { place } = marker;
  if (place.part !== 'messages' || place.block === undefined) return withMarker(message, marker, form);
  const field = contentField(message);
  const content: unknown = message[field];
  if (typeof content === 'string') return { ...message, [field]: [markedText(content, marker, form)] };
  if (!Array.isArray(content)) return message;
  const blocks: readonly unknown[] = content;
  const marked = blocks.map((block, index) =>
    index === place.block && isObject(block) ? withMarker(block, marker, form) : block,
  );
  return { ...message, [field]: marked };
}

function markedText(text: string, marker: CacheMarker | undefined, form: MarkerForm): WireObject {
  return withMarker({ type: form.textType, text }, marker, form);
}

function withMarker(object: WireObject, marker: CacheMarker | undefined, { placement }: MarkerForm): WireObject {
  return marker === undefined ? object : { ...object, ...markerFields(placement, marker.ttl) };
}

import type { WireObject } from '../wire-prompt.ts';
import { MARKER_FIELDS } from './marker-form.ts';
import { contentField, isBlankText, isObject } from './wire-blocks.ts';

/**
 * What was found of each message and tool, by the object itself: a conversation is sent again and again, and each of its
 * messages is looked at once. It holds nothing that keeps a message alive, and nothing that differs between callers.
 * A message that is edited in place after it was seen keeps the finding of its first look: messages are values.
 */
const STRIPPED = new WeakMap<WireObject, WireObject>();
const SENT = new WeakMap<WireObject, WireObject>();

/** The message, tool or block without markers, on itself, on its blocks, and inside tool results; the same object without any. */
export function strippedObject(message: WireObject): WireObject {
  const known = STRIPPED.get(message);
  if (known !== undefined) return known;
  const stripped = stripBlocks(stripFields(message), contentField(message));
  STRIPPED.set(message, stripped);
  STRIPPED.set(stripped, stripped);
  return stripped;
}

/** The message without markers and without blank text blocks, unless all are blank; the same object without any. */
export function sentObject(message: WireObject): WireObject {
  const known = SENT.get(message);
  if (known !== undefined) return known;
  const sent = withoutBlankText(strippedObject(message));
  SENT.set(message, sent);
  SENT.set(sent, sent);
  return sent;
}

/** The message without blank text blocks, unless all are blank: those of tool results, which answer a call, stay. */
export function withoutBlankText(message: WireObject): WireObject {
  const { content } = message;
  if (!Array.isArray(content) || !content.some(isBlankText)) return message;
  const readable = content.filter((block) => !isBlankText(block));
  return readable.length === 0 ? message : { ...message, content: readable };
}

/** A list whose members went through `change`; the same list when none of them changed. */
export function mapChanged<T>(list: readonly T[], change: (each: T, index: number) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const before = list[index];
    if (before === undefined) continue;
    const after = change(before, index);
    if (after === before) continue;
    changed ??= [...list];
    changed[index] = after;
  }
  return changed ?? list;
}

function stripFields(object: WireObject): WireObject {
  if (!MARKER_FIELDS.some((field) => Object.hasOwn(object, field))) return object;
  return Object.fromEntries(Object.entries(object).filter(([field]) => !isMarkerField(field)));
}

function isMarkerField(field: string): boolean {
  return MARKER_FIELDS.some((each) => each === field);
}

/** Deeper than in a tool's result there are no blocks; what a tool was called with is the model's text, not ours. */
function stripBlocks(holder: WireObject, field: string): WireObject {
  const blocks: unknown = holder[field];
  if (!Array.isArray(blocks)) return holder;
  const list: readonly unknown[] = blocks;
  const stripped = mapChanged(list, (block) => (isObject(block) ? stripBlocks(stripFields(block), 'content') : block));
  return stripped === list ? holder : { ...holder, [field]: stripped };
}

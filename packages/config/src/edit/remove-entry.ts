import { hasComment } from './comments.ts';
import { hasAnchor, type Slot } from './editable-document.ts';
import { removeFromFlow } from './flow-collection.ts';
import { linesOf } from './lines-of.ts';
import { applySplices, type Splice } from './splice.ts';
import { headEnd, itemEnd, itemStart } from './token-ends.ts';

/**
 * Remove an entry with its comment, and a section that becomes empty by it. A section that has a
 * name (`&name`) or holds comments stays, as an empty one. `undefined` when the entry shares its
 * line with something else.
 */
export function removeEntry(text: string, slot: Slot): string | undefined {
  const { map, parent } = slot;
  if (map.items.length > 1 || parent === undefined) return cut(text, slot, []);
  if (!keepsSection(text, slot, parent)) return removeEntry(text, parent);
  if (map.flow === true) return cut(text, slot, []);
  // With nothing behind its colon the section would be null, which a program may not expect.
  const at = headEnd(parent.item);
  return cut(text, slot, [{ start: at, end: at, text: ' {}' }]);
}

function cut(text: string, { map, item }: Slot, more: readonly Splice[]): string | undefined {
  const token = map.srcToken;
  const splice = token?.type === 'flow-collection' ? removeFromFlow(text, token, item) : linesOf(text, item);
  return splice && applySplices(text, [splice, ...more]);
}

/** Whether a section whose only entry goes has to stay. */
function keepsSection(text: string, { map, item }: Slot, parent: Slot): boolean {
  if (hasAnchor(map)) return true;
  const start = itemStart(parent.item);
  const end = linesOf(text, parent.item)?.end ?? itemEnd(parent.item);
  if (map.flow === true) return hasComment(text, start, itemEnd(parent.item));
  const own = linesOf(text, item);
  return own === undefined || hasComment(text, start, own.start) || hasComment(text, own.end, end);
}

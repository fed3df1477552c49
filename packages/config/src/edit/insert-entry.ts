import type { YAMLMap } from 'yaml';
import type { EditableDocument, Slot } from './editable-document.ts';
import { insertInFlow } from './flow-collection.ts';
import { insertLine } from './insert-line.ts';
import { openFlow } from './open-flow.ts';
import { renderEntry } from './render-inline.ts';
import { replaceWith } from './replace-value.ts';
import type { Splice } from './splice.ts';
import { columnOf, indentOf, lineStart, nextLine, skipComments } from './text-lines.ts';
import { headEnd, itemEnd, itemStart } from './token-ends.ts';

/** A key and what it is to be set to. */
export interface NewEntry {
  readonly key: string;
  readonly value: unknown;
}

/** Add an entry behind the last one of a map: on a line of its own, or between the braces. */
export function insertEntry(
  text: string,
  { map, parent }: { readonly map: YAMLMap; readonly parent: Slot | undefined },
  { key, value }: NewEntry,
): readonly Splice[] {
  const token = map.srcToken;
  if (token?.type === 'flow-collection') {
    const entry = renderEntry(key, value, { isInFlow: true });
    return (
      openFlow(text, { token, parent }, renderEntry(key, value, { isInFlow: false })) ??
      insertInFlow(text, token, entry)
    );
  }
  const last = map.items.at(-1)?.srcToken;
  if (last === undefined) return [];
  const column = columnOf(text, itemStart(last));
  const at = skipComments(text, nextLine(text, itemEnd(last)), column);
  return [insertLine(text, at, `${' '.repeat(column)}${renderEntry(key, value, { isInFlow: false })}`)];
}

/** Give an entry without a value its first setting: in the line below, where its settings would stand. */
export function insertFirst(text: string, slot: Slot, { key, value }: NewEntry): readonly Splice[] {
  const { item, map } = slot;
  if (map.flow === true || item.value !== undefined) {
    return replaceWith(text, slot, `{ ${renderEntry(key, value, { isInFlow: true })} }`);
  }
  const column = columnOf(text, itemStart(item));
  const below = nextLine(text, headEnd(item));
  const written = indentOf(text, below).length;
  const isComment = text[below + written] === '#';
  const indent = isComment && written > column ? written : column + INDENT_STEP;
  const at = skipComments(text, below, indent);
  return [insertLine(text, at, `${' '.repeat(indent)}${renderEntry(key, value, { isInFlow: false })}`)];
}

const INDENT_STEP = 2;

/** Write the first setting into a file that has none. */
export function insertIntoBlank(text: string, document: EditableDocument, { key, value }: NewEntry): readonly Splice[] {
  const { contents } = document;
  const [start, end] = contents?.range ?? [0, 0];
  if (start !== end) return [{ start, end, text: `{ ${renderEntry(key, value, { isInFlow: true })} }` }];
  const at = document.range[1];
  const line = at === lineStart(text, at) ? at : nextLine(text, at);
  return [insertLine(text, line, renderEntry(key, value, { isInFlow: false }))];
}

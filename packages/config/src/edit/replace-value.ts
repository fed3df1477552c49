import type { CST } from 'yaml';
import type { Slot } from './editable-document.ts';
import { keepColumn } from './keep-column.ts';
import { type QuoteStyle, renderInline } from './render-inline.ts';
import type { Splice } from './splice.ts';
import { columnOf, indentOf, lineBreakAt, lineEnd, lineStart, nextLine, skipComments } from './text-lines.ts';
import { headEnd, itemStart, tokenEnd } from './token-ends.ts';

/** Write another value in the place of an entry's value; its name (`&name`) stays, its type (`!!str`) goes. */
export function replaceValue(text: string, slot: Slot, value: unknown): readonly Splice[] {
  const place = { isInFlow: slot.map.flow === true, quotes: quotesOf(slot.item.value) };
  return replaceWith(text, slot, renderInline(value, place));
}

/** Put YAML of one line in the place of an entry's value. */
export function replaceWith(text: string, slot: Slot, rendered: string): readonly Splice[] {
  const { item } = slot;
  const { value } = item;
  if (value === undefined) return [fillIn(text, slot, rendered)];
  switch (value.type) {
    case 'block-map':
    case 'block-seq':
      return replaceLines(text, item, { rendered, end: tokenEnd(value) });
    case 'block-scalar':
      return replaceLines(text, item, { rendered, end: tokenEnd(value), header: value });
    default: {
      const typed = withoutType(text, item);
      const start = typed?.start ?? value.offset;
      return [keepColumn(text, { start, end: tokenEnd(value), text: `${typed?.name ?? ''}${rendered}` })];
    }
  }
}

/** Write the first value of an entry that has none. */
function fillIn(text: string, { item, map }: Slot, rendered: string): Splice {
  const start = headEnd(item);
  const hasColon = item.sep?.some(({ type }) => type === 'map-value-ind') === true;
  if (hasColon) return keepColumn(text, { start, end: start, text: ` ${rendered}` });
  if (map.flow === true) return { start, end: start, text: `: ${rendered}` };
  const line = `${lineBreakAt(text, start)}${indentOf(text, itemStart(item))}: ${rendered}`;
  return { start: lineEnd(text, start), end: lineEnd(text, start), text: line };
}

interface Lines {
  readonly rendered: string;
  /** Where the old value ends. */
  readonly end: number;
  /** The block of text whose first line (`|`) goes too. */
  readonly header?: CST.BlockScalar;
}

/** Replace a value that stands in the lines below its key. The comment behind the key stays. */
function replaceLines(text: string, item: CST.CollectionItem, { rendered, end, header }: Lines): readonly Splice[] {
  const typed = withoutType(text, item);
  const start = typed?.start ?? (header === undefined ? headEnd(item) : header.offset);
  const headerEnd = header === undefined ? headEnd(item) : header.offset + headerLength(header);
  const line = lineEnd(text, headerEnd);
  const last = lastLineEnd(text, item, end);
  const gap = header === undefined ? ' ' : '';
  const first = keepColumn(text, { start, end: headerEnd, text: `${gap}${typed?.name ?? ''}${rendered}` });
  return last > line ? [first, { start: line, end: last, text: '' }] : [first];
}

/** Where the last line of a value ends, with the comments that belong to it. */
function lastLineEnd(text: string, item: CST.CollectionItem, end: number): number {
  const below = nextLine(text, end);
  const behind = skipComments(text, below, columnOf(text, itemStart(item)) + 1);
  return behind === below ? lineEnd(text, end) : lineEnd(text, lineStart(text, behind - 1));
}

function headerLength({ props }: CST.BlockScalar): number {
  const [header] = props;
  return header !== undefined && 'source' in header ? header.source.length : 1;
}

/** Where the type of a value starts and the name to keep, for a value with a type. */
function withoutType(
  text: string,
  item: CST.CollectionItem,
): { readonly start: number; readonly name: string } | undefined {
  const marks = (item.sep ?? []).filter(({ type }) => type === 'anchor' || type === 'tag');
  const [first] = marks;
  if (first === undefined || marks.every(({ type }) => type === 'anchor')) return undefined;
  const name = marks.find(({ type }) => type === 'anchor');
  const gap = text[first.offset - 1] === ' ' ? '' : ' ';
  return { start: first.offset, name: name === undefined ? gap : `${gap}${name.source} ` };
}

/** The quotes of a text in the file. */
export function quotesOf(token: CST.Token | undefined): QuoteStyle {
  if (token?.type === 'single-quoted-scalar') return 'single';
  return token?.type === 'double-quoted-scalar' ? 'double' : 'plain';
}

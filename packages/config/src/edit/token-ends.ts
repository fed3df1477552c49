import type { CST } from 'yaml';

type Item = CST.CollectionItem;

/** Where what an item says starts: at the mark of an explicit key, at the anchor of a key, at the key, or at the value of a list. */
export function itemStart(item: Item): number {
  const first = item.start.find(({ type }) => isMeaning(type));
  return (first ?? item.key ?? item.sep?.[0] ?? item.value)?.offset ?? 0;
}

/** Where what an item says ends, without the comment behind it. */
export function itemEnd(item: Item): number {
  return item.value === undefined ? headEnd(item) : tokenEnd(item.value);
}

/** Where a value may follow: behind the colon, and the anchor and the type in front of the value. */
export function headEnd(item: Item): number {
  const last = [...item.start, ...(item.sep ?? [])].findLast(({ type }) => isMeaning(type));
  const keyEnd = item.key == null ? 0 : tokenEnd(item.key);
  return Math.max(keyEnd, last === undefined ? 0 : last.offset + last.source.length);
}

/** Where what a token says ends, without the comment behind it. Of a block of text it is the end of its last line. */
export function tokenEnd(token: CST.Token): number {
  switch (token.type) {
    case 'block-map':
    case 'block-seq':
      return itemsEnd(token.items) ?? token.offset;
    case 'flow-collection':
      return (token.end[0]?.offset ?? token.offset) + 1;
    case 'block-scalar':
      return blockScalarEnd(token);
    default:
      return token.offset + ('source' in token ? token.source.length : 0);
  }
}

/** The items of a collection that say something: what is behind the last comma, or a comment alone, is none. */
export function meaningfulItems(items: readonly Item[]): readonly Item[] {
  return items.filter(
    (item) => item.key != null || item.value !== undefined || [...item.start, ...(item.sep ?? [])].some(isEmptyEntry),
  );
}

/** `? ` and `: ` and `- ` alone are entries with nothing in them. */
function isEmptyEntry({ type }: CST.SourceToken): boolean {
  return type === 'explicit-key-ind' || type === 'map-value-ind' || type === 'seq-item-ind';
}

function itemsEnd(items: readonly Item[]): number | undefined {
  const last = meaningfulItems(items).at(-1);
  return last && itemEnd(last);
}

function isMeaning(type: CST.SourceToken['type']): boolean {
  return (
    type === 'explicit-key-ind' ||
    type === 'map-value-ind' ||
    type === 'seq-item-ind' ||
    type === 'anchor' ||
    type === 'tag'
  );
}

/** Blank lines behind the text are part of it only where its header says so (`|+`). */
function blockScalarEnd({ offset, props, source }: CST.BlockScalar): number {
  const header = props[0];
  const isKept = header !== undefined && 'source' in header && header.source.includes('+');
  const said = isKept ? source.replace(/\r?\n$/, '') : source.trimEnd();
  if (said === '' && !isKept) return offset + (header !== undefined && 'source' in header ? header.source.length : 1);
  const propsLength = props.reduce((sum, prop) => sum + ('source' in prop ? prop.source.length : 0), 0);
  return offset + propsLength + said.length;
}

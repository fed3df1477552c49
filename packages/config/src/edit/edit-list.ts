import { isDeepStrictEqual } from 'node:util';
import { type CST, isScalar, isSeq, type YAMLSeq } from 'yaml';
import { insertInFlow, removeFromFlow } from './flow-collection.ts';
import { insertLine } from './insert-line.ts';
import { keepColumn } from './keep-column.ts';
import { linesOf } from './lines-of.ts';
import { renderInline } from './render-inline.ts';
import { quotesOf } from './replace-value.ts';
import { applySplices, type Splice } from './splice.ts';
import { columnOf, nextLine, skipComments } from './text-lines.ts';
import { itemEnd, itemStart, meaningfulItems, tokenEnd } from './token-ends.ts';

/**
 * One step from a list of single values towards another: take out, replace or add one value, so
 * that the lines of the others are left alone. `undefined` where the list has to be written anew.
 */
export function stepTowards(text: string, list: unknown, wanted: readonly unknown[]): string | undefined {
  if (!isSeq(list) || wanted.length === 0 || list.items.length === 0) return undefined;
  const token = list.srcToken;
  if (token?.type !== 'block-seq' && token?.type !== 'flow-collection') return undefined;
  const values = plainValues(list);
  const splices = values && spliceTowards(text, { token, values }, wanted);
  return splices && applySplices(text, splices);
}

type ListToken = CST.BlockSequence | CST.FlowCollection;

interface List {
  readonly token: ListToken;
  readonly values: readonly unknown[];
}

/** The values of the list; `undefined` when one of them is more than a value, or has a type (`!!str`) that would stay. */
function plainValues({ items }: YAMLSeq): readonly unknown[] | undefined {
  const scalars = items.filter((item) => isScalar(item) && item.tag === undefined);
  return scalars.length === items.length ? scalars.map((item) => (isScalar(item) ? item.value : undefined)) : undefined;
}

function spliceTowards(
  text: string,
  { token, values }: List,
  wanted: readonly unknown[],
): readonly Splice[] | undefined {
  const items = meaningfulItems(token.items);
  const index = values.findIndex((value, at) => !isDeepStrictEqual(value, wanted[at]));
  const item = items[index];
  if (index === -1 || item === undefined) return append(text, token, wanted[values.length]);
  const isSurplus = index >= wanted.length || isDeepStrictEqual(values[index + 1], wanted[index]);
  if (isSurplus && items.length > 1) return takeOut(text, token, item);
  return replaceItem(text, token, { item, value: wanted[index] });
}

function append(text: string, token: ListToken, value: unknown): readonly Splice[] | undefined {
  const last = meaningfulItems(token.items).at(-1);
  if (last === undefined) return undefined;
  const quotes = quotesOf(last.value);
  if (token.type === 'flow-collection') {
    return insertInFlow(text, token, renderInline(value, { isInFlow: true, quotes }));
  }
  const column = columnOf(text, itemStart(last));
  const at = skipComments(text, nextLine(text, itemEnd(last)), column + 1);
  return [insertLine(text, at, `${' '.repeat(column)}- ${renderInline(value, { isInFlow: false, quotes })}`)];
}

function takeOut(text: string, token: ListToken, item: CST.CollectionItem): readonly Splice[] | undefined {
  const splice = token.type === 'flow-collection' ? removeFromFlow(text, token, item) : linesOf(text, item);
  return splice && [splice];
}

function replaceItem(
  text: string,
  token: ListToken,
  { item, value }: { readonly item: CST.CollectionItem; readonly value: unknown },
): readonly Splice[] | undefined {
  const old = item.value;
  if (old === undefined || old.type === 'block-scalar') return undefined;
  const place = { isInFlow: token.type === 'flow-collection', quotes: quotesOf(old) };
  return [keepColumn(text, { start: old.offset, end: tokenEnd(old), text: renderInline(value, place) })];
}

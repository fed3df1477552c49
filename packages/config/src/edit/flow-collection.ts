import type { CST } from 'yaml';
import type { Splice } from './splice.ts';
import { indentOf, lineBreakAt, lineEnd, lineStart, nextLine } from './text-lines.ts';
import { itemEnd, itemStart, meaningfulItems } from './token-ends.ts';

/** A list or a map between brackets or braces. */
export type FlowToken = CST.FlowCollection;

/** Put an entry behind the last one: on its line, or on one of its own where the last one has one. */
export function insertInFlow(text: string, token: FlowToken, entry: string): readonly Splice[] {
  const last = meaningfulItems(token.items).at(-1);
  if (last === undefined) return [fillFlow(text, token, entry)];
  const end = itemEnd(last);
  const comma = trailingComma(token, end);
  const isOnOwnLine = text.slice(lineStart(text, itemStart(last)), itemStart(last)).trim() === '';
  const isClosedBelow = lineEnd(text, end) < closeOf(token);
  if (!isOnOwnLine || !isClosedBelow) return [{ start: end, end, text: `, ${entry}` }];
  const line = lineEnd(text, comma ?? end);
  const added = `${lineBreakAt(text, line)}${indentOf(text, itemStart(last))}${entry}`;
  if (comma !== undefined) return [{ start: line, end: line, text: `${added},` }];
  if (line === end) return [{ start: end, end, text: `,${added}` }];
  return [
    { start: end, end, text: ',' },
    { start: line, end: line, text: added },
  ];
}

/** Take an entry out, with its comma; one that has a line of its own goes with the line and its comment. */
export function removeFromFlow(text: string, token: FlowToken, item: CST.CollectionItem): Splice {
  const items = meaningfulItems(token.items);
  const start = itemStart(item);
  const end = itemEnd(item);
  const line = lineStart(text, start);
  const rest = text.slice(end, lineEnd(text, end));
  if (text.slice(line, start).trim() === '' && /^[ \t]*,?[ \t]*(#.*)?$/.test(rest)) {
    return { start: line, end: nextLine(text, end), text: '' };
  }
  const next = items[items.indexOf(item) + 1];
  const commaBehind = next === undefined ? trailingComma(token, end) : commaOf(next);
  if (next !== undefined && commaBehind !== undefined) {
    const gap = /^[ \t]*/.exec(text.slice(commaBehind + 1))?.[0].length ?? 0;
    return { start, end: commaBehind + 1 + gap, text: '' };
  }
  const commaBefore = commaOf(item);
  const isJoined = commaBefore !== undefined && text.slice(commaBefore + 1, start).trim() === '';
  return { start: isJoined ? commaBefore : start, end, text: '' };
}

function fillFlow(text: string, token: FlowToken, entry: string): Splice {
  const start = token.offset + 1;
  const end = closeOf(token);
  const isMap = token.start.source === '{';
  const inner = text.slice(start, end);
  if (inner.trim() === '') return { start, end, text: isMap ? ` ${entry} ` : entry };
  // Only comments are in it; they stay, behind the entry.
  return { start, end: start, text: ` ${entry}${/^\s/.test(inner) ? '' : ' '}` };
}

function closeOf(token: FlowToken): number {
  return token.end[0]?.offset ?? token.offset;
}

/** Where the comma stands that follows the last entry, if there is one. */
function trailingComma(token: FlowToken, end: number): number | undefined {
  const commas = token.items.flatMap(({ start }) => start.filter(({ type }) => type === 'comma'));
  return commas.find(({ offset }) => offset >= end)?.offset;
}

function commaOf(item: CST.CollectionItem): number | undefined {
  return item.start.find(({ type }) => type === 'comma')?.offset;
}

import type { JsonSpan } from '@hermes-context/messages';
import { detectStyle, type JsonStyle } from './json-style.ts';
import { renderJson } from './render-json.ts';
import { SourceTexts } from './source-texts.ts';
import type { MemberSpan, TranscriptDocument } from './transcript-document.ts';

/**
 * One stretch of the new list: elements of the file as they stand there, or a new one. `from` lists the elements that a
 * new one was made from: what it took over from them untouched is written as it stood there.
 */
export type WirePiece =
  | { readonly kind: 'source'; readonly start: number; readonly end: number }
  | { readonly kind: 'new'; readonly value: unknown; readonly from?: readonly number[] };

/** What becomes of a file. */
export interface DocumentChange {
  readonly pieces: readonly WirePiece[];
  /** New values of members of the root object; `undefined` removes one. Members that are not named stay. */
  readonly members: ReadonlyMap<string, unknown>;
}

/** A replacement of one stretch of the file. */
interface Edit {
  readonly span: JsonSpan;
  /** In pieces, so that a large file is put together once. */
  readonly text: readonly string[];
}

/** The file with a new list of elements and new members, all else byte for byte. */
export function writeDocument(document: TranscriptDocument, change: DocumentChange): string {
  const style = detectStyle(document);
  const edits = [listEdit(document, change.pieces, style)];
  for (const [key, value] of change.members) {
    const edit = memberEdit(document, { key, value, style });
    if (edit !== undefined) edits.push(edit);
  }
  return applyEdits(document.text, edits);
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const out: string[] = [];
  let copied = 0;
  for (const { span, text: replacement } of edits.toSorted((left, right) => left.span.start - right.span.start)) {
    out.push(text.slice(copied, span.start));
    for (const piece of replacement) out.push(piece);
    copied = span.end;
  }
  out.push(text.slice(copied));
  return out.join('');
}

function listEdit(document: TranscriptDocument, pieces: readonly WirePiece[], style: JsonStyle): Edit {
  const { spans, list, container } = document;
  const first = spans[0];
  const last = spans.at(-1);
  const written = joinNeighbours(pieces.flatMap((piece) => placed(document, piece)));
  const body = renderPieces(document, written, style);
  if (first !== undefined && last !== undefined && body.length > 0) {
    return { span: { start: first.start, end: last.end }, text: body };
  }
  return { span: list, text: container === 'jsonl' ? body : ['[', ...body, ']'] };
}

/** An element that has no place of its own in the file, as an `input` that is a text, can only be written anew. */
function placed({ elements, spans }: TranscriptDocument, piece: WirePiece): readonly WirePiece[] {
  if (piece.kind === 'new') return [piece];
  if (piece.start === piece.end) return [];
  if (spans.length > 0) return [piece];
  return elements.slice(piece.start, piece.end).map((value) => ({ kind: 'new', value }));
}

/** Elements that follow each other in the file are one stretch, what stands between them included. */
function joinNeighbours(pieces: readonly WirePiece[]): readonly WirePiece[] {
  const joined: WirePiece[] = [];
  for (const piece of pieces) {
    const previous = joined.at(-1);
    if (piece.kind === 'source' && previous?.kind === 'source' && previous.end === piece.start) {
      joined[joined.length - 1] = { ...previous, end: piece.end };
    } else {
      joined.push(piece);
    }
  }
  return joined;
}

function renderPieces(document: TranscriptDocument, pieces: readonly WirePiece[], style: JsonStyle): readonly string[] {
  const out: string[] = [];
  const sources = new SourceTexts(document);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) out.push(style.separator);
    out.push(piece.kind === 'source' ? cutOut(document, piece) : renderNew(piece, sources, style));
  }
  return out;
}

function cutOut(
  { text, spans }: TranscriptDocument,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const first = spans[start];
  const last = spans[end - 1];
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end);
}

function renderNew(
  { value, from }: Extract<WirePiece, { kind: 'new' }>,
  sources: SourceTexts,
  style: JsonStyle,
): string {
  if (from !== undefined) sources.load(from);
  return renderJson(value, { style, indent: style.baseIndent, sourceOf: (inner) => sources.get(inner) });
}

interface MemberChange {
  readonly key: string;
  readonly value: unknown;
  readonly style: JsonStyle;
}

function memberEdit(document: TranscriptDocument, { key, value, style }: MemberChange): Edit | undefined {
  const member = document.members.get(key);
  if (value === undefined) return member === undefined ? undefined : removal(document.text, member);
  const listKey = document.members.get(document.listKey ?? '');
  if (listKey === undefined) return undefined;
  const before = whiteSpaceBefore(document.text, (member ?? listKey).keyStart);
  const rendered = renderJson(value, { style, indent: before.slice(before.lastIndexOf('\n') + 1) });
  if (member !== undefined) return { span: member.value, text: [rendered] };
  const at = listKey.keyStart;
  const colon = style.colon;
  const gap = before === '' ? style.comma : `,${before}`;
  return { span: { start: at, end: at }, text: [JSON.stringify(key), colon, rendered, gap] };
}

function whiteSpaceBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && isSpace(text.charCodeAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** A member leaves with the comma behind it, or, as the last one, with the comma in front of it. */
function removal(text: string, { keyStart, value }: MemberSpan): Edit {
  let end = value.end;
  while (isSpace(text.charCodeAt(end))) end += 1;
  if (text[end] === ',') {
    end += 1;
    while (isSpace(text.charCodeAt(end))) end += 1;
    return { span: { start: keyStart, end }, text: [] };
  }
  const comma = text.lastIndexOf(',', keyStart);
  return { span: { start: comma, end: value.end }, text: [] };
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

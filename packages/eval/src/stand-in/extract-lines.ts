import { estimateTextTokens } from '@hermes-context/messages';

/** What a line is in the extract. `carried` is a bullet of an earlier summary. */
export type LineKind = 'said' | 'error' | 'path' | 'number' | 'carried';

/** One line of an extract. */
export interface ExtractLine {
  readonly kind: LineKind;
  readonly text: string;
  /** What a carried line stood under. */
  readonly heading?: string;
}

const SENTENCE_MAX_CHARS = 160;
const LINE_MAX_CHARS = 200;
const ERROR = /(?:error|exception|failed|failure|refused|timeout)\b|\b(?:fatal|panic|denied|timed out)\b/i;
const PATH = /(?:[\p{L}\p{N}_@~.+-]+\/)+[\p{L}\p{N}\p{M}_@.+-]+\.\w{1,8}/gu;
const NUMBER =
  /\b\d[\d.,]*\s?(?:ms|s|seconds|minutes|hours|days|kB|MB|GB|%|cents|rows|entries|batches|euros?|people|requests|km|kg|°C)\b|\b[A-Za-z]{2,8}[-_]?\w*\d{3,}\w*\b/g;
const MAX_PER_PARAGRAPH = 3;

/**
 * The lines of an extract of a text, oldest first, none twice: short paragraphs whole, of others the first sentence; lines
 * that say that something failed, paths, and numbers with units or codes; bullets of an earlier summary as they are. Knows no
 * format: a paragraph ends at an empty line, or where a line begins with a role.
 */
export function extractLines(material: string): readonly ExtractLine[] {
  let heading: string | undefined;
  const lines = paragraphsOf(material).flatMap((paragraph) => {
    const [first = '', ...rest] = paragraph.split('\n');
    if (HEADING.test(first)) heading = first.trim();
    const body = HEADING.test(first) ? rest.join('\n') : paragraph;
    return BULLET.test(body) ? bulletsOf(body, heading) : linesOfParagraph(body);
  });
  const seen = new Set<string>();
  return lines.filter(({ text }) => {
    const isNew = text !== '' && !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

const HEADING = /^#{1,3} \S/;
const BULLET = /^\s*[-*] /;

function bulletsOf(paragraph: string, heading: string | undefined): readonly ExtractLine[] {
  const lines = paragraph.split('\n').filter((line) => BULLET.test(line));
  return lines.map((line) => {
    const text = line.replace(BULLET, '').trim();
    return heading === undefined ? { kind: 'carried', text } : { kind: 'carried', text, heading };
  });
}

/** What an update keeps for the summary before it, at most. */
const CARRIED_SHARE = 0.6;

/**
 * So many of the lines as fit, in their order. Where not all fit, an earlier summary has up to three fifths of the room, and
 * within each part lines are given up evenly from beginning to end: who extracts without understanding has no favourites.
 */
export function fitLines(lines: readonly ExtractLine[], maxTokens: number): readonly ExtractLine[] {
  const isCarried = ({ kind }: ExtractLine): boolean => kind === 'carried';
  const fresh = lines.filter((line) => !isCarried(line));
  const forFresh = Math.max(maxTokens * (1 - CARRIED_SHARE), maxTokens - sizeOf(lines.filter(isCarried)));
  const kept = evenly(fresh, forFresh);
  return [...evenly(lines.filter(isCarried), maxTokens - sizeOf(kept)), ...kept];
}

function sizeOf(lines: readonly ExtractLine[]): number {
  return lines.reduce((sum, { text }) => sum + lineTokens(text), 0);
}

function evenly(lines: readonly ExtractLine[], maxTokens: number): readonly ExtractLine[] {
  const total = sizeOf(lines);
  if (total <= maxTokens) return lines;
  const share = maxTokens / total;
  let credit = 0;
  let room = maxTokens;
  return lines.filter(({ text }) => {
    credit += share;
    const tokens = lineTokens(text);
    if (credit < 1 || tokens > room) return false;
    credit -= 1;
    room -= tokens;
    return true;
  });
}

function lineTokens(text: string): number {
  return estimateTextTokens(text) + 2;
}

const ROLE_LINE = /^\s*(?:\[?(?:user|assistant|human|ai|tool|system)\b[^\n]{0,40}[\]:>]|<)/i;

function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || ROLE_LINE.test(line)) paragraphs.push([]);
    paragraphs.at(-1)?.push(line);
  }
  return paragraphs.map((lines) => lines.join('\n').trim()).filter((paragraph) => paragraph !== '');
}

function linesOfParagraph(paragraph: string): readonly ExtractLine[] {
  const first = firstSentence(paragraph);
  const isNew = (text: string): boolean => !first.includes(text);
  const errors = paragraph
    .split('\n')
    .filter((line) => ERROR.test(line))
    .map((line) => line.trim().slice(0, LINE_MAX_CHARS));
  return [
    { kind: 'said', text: first },
    ...lineOf('error', errors.filter(isNew)),
    ...lineOf('path', matchesOf(paragraph, PATH).filter(isNew)),
    ...lineOf('number', matchesOf(paragraph, NUMBER).filter(isNew)),
  ];
}

function lineOf(kind: LineKind, texts: readonly string[]): readonly ExtractLine[] {
  const some = [...new Set(texts)].slice(0, MAX_PER_PARAGRAPH);
  return kind === 'error'
    ? some.map((text) => ({ kind, text }))
    : some.length === 0
      ? []
      : [{ kind, text: some.join(', ') }];
}

function matchesOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match);
}

const LABEL = /^\s*\[[^\]\n]{1,40}\]\s*/;
const SHORT_CHARS = 240;

/** Without its label: all of a short paragraph, else the first sentence of its first line. */
function firstSentence(paragraph: string): string {
  const text = paragraph.replace(LABEL, '').trim();
  if (text.length <= SHORT_CHARS) return text.replaceAll(/\s+/g, ' ');
  const [line = ''] = text.split('\n');
  const end = /[.!?](?=\s)|[。！？]/.exec(line);
  return (end === null ? line : line.slice(0, end.index + 1)).slice(0, SENTENCE_MAX_CHARS).trim();
}

import type { Explorer, Finding, Material } from './exploration.ts';
import { counted, shortLine } from './note-lines.ts';

const HEADING_CHARS = 100;
const LINE_CHARS = 400;
const HTML_START = /^\s{0,200}(?:<!doctype html|<html|<\?xml|<svg|<!--|<head|<body|<div|<table|<urlset|<rss)/i;
/** A tag with its attributes; bounded, so that a text of opening brackets stays cheap. */
const TAG = /<([A-Za-z][\w:-]{0,40})/g;
const TITLE = /<(title|h[1-6])\b[^<>]{0,500}>/gi;
const MAX_TITLE_CHARS = 2000;
const HEADING = /^ {0,3}(#{1,6}) (\S.*)/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const MIN_HEADINGS = 2;
const SHOWN_TAGS = 10;

/** The headings of a Markdown or HTML text, with their lines. */
export const exploreMarkup: Explorer = (material) => {
  return HTML_START.test(material.text.slice(0, 1000)) ? exploreHtml(material) : exploreMarkdown(material);
};

function exploreMarkdown({ lines }: Material): Finding | undefined {
  const { headings, fenceCount, isDeep } = headingsIn(lines);
  // Comments of settings and scripts look like headings of the first level.
  if (headings.length < MIN_HEADINGS || !isDeep) return undefined;
  const fences = fenceCount > 1 ? `, ${counted(Math.floor(fenceCount / 2), 'code block')}` : '';
  const about = `${counted(headings.length, 'heading')}${fences} (line: heading)`;
  return { kind: 'markup', title: 'Markdown', lines: [about, ...headings] };
}

interface Headings {
  readonly headings: readonly string[];
  readonly fenceCount: number;
  /** Whether there is one below the first level. */
  readonly isDeep: boolean;
}

function headingsIn(lines: readonly string[]): Headings {
  const headings: string[] = [];
  let fenceCount = 0;
  let isDeep = false;
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) fenceCount += 1;
    if (fenceCount % 2 === 1) continue;
    const [, level = '', title = ''] = HEADING.exec(line.slice(0, LINE_CHARS)) ?? [];
    if (level === '') continue;
    isDeep ||= level.length > 1;
    headings.push(`${index + 1}: ${level} ${shortLine(title, HEADING_CHARS)}`);
  }
  return { headings, fenceCount, isDeep };
}

function exploreHtml({ text, lines }: Material): Finding | undefined {
  const tags = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(TAG)) tags.set(name.toLowerCase(), (tags.get(name.toLowerCase()) ?? 0) + 1);
  const most = [...tags].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN_TAGS);
  if (most.length === 0) return undefined;
  const isHtml = tags.has('html') || tags.has('body') || tags.has('div') || tags.has('table');
  const tagLine = `tags: ${most.map(([name, count]) => `${name} ${count}`).join(', ')}`;
  return { kind: 'markup', title: isHtml ? 'HTML' : 'XML', lines: [...titlesIn(text, lines), tagLine] };
}

function titlesIn(text: string, lines: readonly string[]): readonly string[] {
  const titles: string[] = [];
  let [line, lineEnd] = [0, lines[0]?.length ?? 0];
  for (const match of text.matchAll(TITLE)) {
    for (; lineEnd < match.index && line < lines.length; lineEnd += 1 + (lines[line]?.length ?? 0)) line += 1;
    const start = match.index + match[0].length;
    const body = text.slice(start, start + MAX_TITLE_CHARS);
    const end = body.search(new RegExp(`</${match[1]}`, 'i'));
    const title = shortLine(plain(end < 0 ? body.slice(0, HEADING_CHARS) : body.slice(0, end)), HEADING_CHARS);
    if (title !== '') titles.push(`${line + 1}: <${match[1]?.toLowerCase()}> ${title}`);
  }
  return titles;
}

function plain(html: string): string {
  return html.replaceAll(/<[^<>]{0,500}>/g, ' ');
}

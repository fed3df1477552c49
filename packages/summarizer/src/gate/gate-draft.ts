import { estimateTextTokens } from '@hermes-context/messages';
import {
  parseSections,
  readHeadings,
  SECTION_NAMES,
  type SectionName,
  type SummarySections,
} from '../summary-sections.ts';
import { wordsOf } from './words-of.ts';

/** A summary, read once for all checks. */
export interface Draft {
  readonly text: string;
  readonly sections: SummarySections;
  readonly entries: readonly DraftEntry[];
  readonly hasHeadings: boolean;
  /** All on one line, small, without quotation marks, to look for texts in. */
  readonly flat: string;
  readonly words: ReadonlySet<string>;
  readonly tokens: number;
}

/** One entry of a section. */
export interface DraftEntry {
  readonly section: SectionName;
  readonly text: string;
}

/**
 * Read a summary for judging. Takes any text.
 *
 * @param pinned - Pinned texts, as {@link flatten} gives them: an entry that is one is not the writer's, and not judged.
 */
export function readDraft(text: string, pinned: readonly string[] = []): Draft {
  const sections = parseSections(text);
  const isOwn = (entry: string): boolean => pinned.length === 0 || !pinned.includes(flatten(entry));
  return {
    text,
    sections,
    entries: SECTION_NAMES.flatMap((section) =>
      sections[section].filter(isOwn).map((entry) => ({ section, text: entry })),
    ),
    hasHeadings: readHeadings(text).some(({ section }) => section !== undefined),
    flat: flatten(text),
    words: new Set(wordsOf(text)),
    tokens: estimateTextTokens(text),
  };
}

/** A text as it is compared: on one line, small, without quotation marks, emphasis and the sign of a cut. */
export function flatten(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/["“”„«»「」`*]/g, '')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/…$/, '')
    .trim();
}

/** A text on one line, and otherwise as it is. */
export function flattenExactly(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The words that tell what a text is about: long ones, and pairs of characters where words are not set apart. */
export function tellingWords(text: string): readonly string[] {
  const found = new Set<string>();
  for (const word of wordsOf(text)) {
    if (!WIDE.test(word)) {
      if (word.length >= TELLING_CHARS || /\d/.test(word)) found.add(word);
      continue;
    }
    for (let index = 0; index + 1 < word.length; index += 1) found.add(word.slice(index, index + 2));
  }
  return [...found];
}

const TELLING_CHARS = 4;
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\u3040-\u30ff]/u;

/** Of some words, the share that a text has; 0 where there are none. */
export function shareIn(words: readonly string[], text: string): number {
  if (words.length === 0) return 0;
  const own = new Set(tellingWords(text));
  return words.filter((word) => own.has(word)).length / words.length;
}

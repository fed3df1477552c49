import { readHeadings, type SectionName, SUMMARY_HEADINGS } from '../summary-sections.ts';
import { type Check, hard } from './finding.ts';
import type { Draft } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';
import { wordsOf } from './words-of.ts';

/** No sentence and no list ends with these. */
const HANGING =
  /(?:[,，、(（[{“「«]|(?<=\s)[-*+]|(?<=\s)(?:the|an?|and|or|of|to|with|for|in|on|der|die|das|und|oder|mit|le|la|les|et|ou|de|el|y|con|para|os|e|com|и|или|с))\s*$/iu;

const FENCE = /^[ \t]*(?:```|~~~)/;

/** Part of a word, long enough that no name is this short by chance. */
const PIECE_MIN_CHARS = 4;

/** A summary has an end. */
export const checkTruncated: Check = (draft, facts) => {
  const reason = reasonOf(draft, facts);
  return reason === undefined ? [] : [hard('truncated', `The summary breaks off: ${reason}.`)];
};

function reasonOf(draft: Draft, facts: SourceFacts): string | undefined {
  const text = draft.text.trimEnd();
  if (endsInCode(text)) return 'its last code block never ends';
  if (lacksEnd(text)) return 'its last sections are missing';
  const last = text.slice(text.lastIndexOf('\n') + 1);
  if (last.startsWith('#') || NOTHING_ELSE.test(last)) return undefined;
  if (HANGING.test(last) || isUnclosed(last)) return 'its last line has no end';
  return endsInPiece(last, draft, facts) ? 'its last word is only part of a word' : undefined;
}

/** An entry that is only a bullet or a mark says nothing, but is whole. */
const NOTHING_ELSE = /^\s*(?:[-*+•]\s*)?$/;

/** A block that begins in front of a heading was quoted so; one that begins behind the last was cut off. */
function endsInCode(text: string): boolean {
  const lines = text.split('\n');
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? [index] : []));
  const last = fences.at(-1);
  if (last === undefined || fences.length % 2 === 0) return false;
  return !lines.slice(last).some((line) => /^#{1,6} /.test(line));
}

/** Whoever wrote so many headings as they were asked for, writes the last ones too. */
const MIN_HEADINGS = 4;
const LAST_HEADINGS = [
  '## Next Steps',
  '## Critical Context',
] as const satisfies readonly (typeof SUMMARY_HEADINGS)[number][];

function lacksEnd(text: string): boolean {
  const lines = new Set(text.split('\n').map((line) => line.trimEnd()));
  const written = SUMMARY_HEADINGS.filter((heading) => lines.has(heading));
  return written.length >= MIN_HEADINGS && !LAST_HEADINGS.some((heading) => lines.has(heading));
}

/** A quotation or a piece of code that opens in the last line and does not close. */
function isUnclosed(line: string): boolean {
  const count = (sign: string): number => line.split(sign).length - 1;
  return count('`') % 2 === 1 || count('“') > count('”') || count('「') > count('」');
}

/** Whether the last word is no word of the conversation's, but the beginning of one. */
function endsInPiece(line: string, { text }: Draft, { vocabulary }: SourceFacts): boolean {
  if (!/[\p{Ll}\p{Lu}]$/u.test(line) || readHeadings(text).at(-1)?.section === LAST_SECTION) return false;
  const piece = wordsOf(line).at(-1) ?? '';
  if (piece.length < PIECE_MIN_CHARS || !/^\p{L}+$/u.test(piece) || vocabulary.has(piece) || SHORT_FORMS.test(piece))
    return false;
  const said = new Set(wordsOf(text.slice(0, text.trimEnd().length - piece.length)));
  if (said.has(piece)) return false;
  // The beginning of its plural or past is a word of its own: "export" beside "exports".
  return [...vocabulary, ...said].some((word) => word.startsWith(piece) && !ENDINGS.test(word.slice(piece.length)));
}

/** Who came as far as this wrote all that was asked for. */
const LAST_SECTION: SectionName = 'Critical Context';

/** Words that people cut themselves. */
const SHORT_FORMS =
  /^(?:config|auth|repo|docs?|param|info|spec|impl|prod|admin|init|sync|async|stat|temp|func|perf|meta|demo|exec|prep|synth|eval|admin|calc|desc|diff|dist)s?$/;

const ENDINGS = /^(?:e?s|e?d|ing|er|ly|en|es|t|n|m|e|a|o)$|^[^\p{L}]/u;

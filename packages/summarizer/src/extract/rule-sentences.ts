import { sentencesOf } from './sentences.ts';

/** A longer message with markup in it was pasted, not typed. */
const PASTED_MIN_CHARS = 1_500;

/** Signs of a document: so many lines of them, and it is one. */
const MARKUP_LINE = /^\s*(?:#{1,6} |```|~~~|[-*+•>|] ?|\d{1,3}[.)] |\*\*|<\/?\w|@@ )/;
const PASTED_MIN_MARKUP_LINES = 3;

/** What people type around a document that they paste. */
const TYPED_MAX_CHARS = 400;

/** A line this long, without a sentence's end, may have been wrapped. */
const WRAPPED_MIN_CHARS = 50;

/** Rules that need no context to be understood: of a pasted text, the only ones. */
const EXPLICIT_RULE =
  /^(?:please |you )?(?:never|always|must|do not|don['’]?t|from now on|make sure)\b|^(?:请)?(?:必须|不要|禁止|务必|切勿|不得|始终|总是)|^(?:必ず|絶対|常に)|^(?:반드시|절대|항상)|^(?:niemals|nie|immer|jamais|toujours|nunca|siempre|sempre|никогда|всегда|нельзя)(?!\p{L})/iu;

/** Sentences of a user's message that may set a rule: whole ones that the person typed, and explicit ones of a pasted text. */
export function ruleSentencesOf(request: string): readonly string[] {
  if (!isPasted(request)) return wholeSentencesOf(request);
  const [opening, rest] = splitOpening(request);
  return [...wholeSentencesOf(opening), ...wholeSentencesOf(rest).filter((sentence) => EXPLICIT_RULE.test(sentence))];
}

function isPasted(text: string): boolean {
  if (text.length <= PASTED_MIN_CHARS) return false;
  return text.split('\n').filter((line) => MARKUP_LINE.test(line)).length >= PASTED_MIN_MARKUP_LINES;
}

/** The first paragraph, where a person typed it in front of what was pasted; an empty text where not. */
function splitOpening(text: string): readonly [string, string] {
  const end = text.indexOf('\n\n');
  const opening = text.slice(0, Math.max(0, end));
  const isTyped = opening.length <= TYPED_MAX_CHARS && !opening.split('\n').some((line) => MARKUP_LINE.test(line));
  return isTyped ? [opening, text.slice(opening.length)] : ['', text];
}

function wholeSentencesOf(text: string): readonly string[] {
  const sentences = sentencesOf(unwrapped(text));
  return sentences.filter((sentence, index) => {
    // An ellipsis in the middle of a sentence, as in `catch(...)`, is taken for the end of one.
    const isTail = /^\p{Ll}/u.test(sentence) && /(?:\.\.\.|…)\W{0,3}$/.test(sentences[index - 1] ?? '');
    return !isTail && !isFragment(sentence) && !ONE_PLACE.test(sentence);
  });
}

/** What is to be done at one place of a file, and no more. */
const ONE_PLACE = /\blines? \d/i;

/** With sentences that were wrapped over several lines on one. */
function unwrapped(text: string): string {
  let last = '';
  let goesOn = false;
  const parts: string[] = [];
  for (const line of text.split('\n')) {
    const mayGoOn: boolean = goesOn || last.length >= WRAPPED_MIN_CHARS;
    goesOn = mayGoOn && !/[.!?:。！？：]\s*$/.test(last) && /^\s*\p{Ll}/u.test(line);
    parts.push(goesOn ? ` ${line.trimStart()}` : `\n${line}`);
    last = line;
  }
  return parts.join('').slice(1);
}

/** Torn out of something longer: brackets without their other half, or an end that is none. */
function isFragment(sentence: string): boolean {
  if (/[,，、;；–—-]\s*$/.test(sentence)) return true;
  let depth = 0;
  for (const character of sentence.replaceAll(/(?:^|\s)(?:\d+|\w)\)|[:;]-?[()]/g, ' ')) {
    if (OPENING.has(character)) depth += 1;
    if (CLOSING.has(character)) depth -= 1;
    if (depth < 0) return true;
  }
  return depth !== 0;
}

const OPENING = new Set('([{（「『');
const CLOSING = new Set(')]}）」』');

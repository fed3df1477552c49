const FENCE = /^\s*(?:```|~~~)/;
const LIST_MARK = /^\s*(?:[-*+•>]|\d{1,3}[.)]|#{1,6})\s+/;
const ENDS = new Set('.!?。！？…');
const WIDE_ENDS = new Set('。！？');
const CLOSERS = new Set('"\'’”)]」』）*`');

/** Nothing is quoted at greater length, and patterns are tried on no longer text. */
const SENTENCE_MAX_CHARS = 1_000;

/** Lines of a table, a diff, a log: hardly any letters to read. */
const MIN_LETTER_RATIO = 0.6;

/** Abbreviations whose full stop ends no sentence. */
const ABBREVIATION = /(?:^|\s)(?:e\.g|i\.e|etc|vs|z\.B|d\.h|p\.ej|cf|Mr|Dr|No|\d{1,3})\.$/;

/**
 * The sentences of a text, without code blocks, list marks and Markdown emphasis. A line break ends a sentence.
 * A text without a full stop is one sentence a line. Linear in the text.
 */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let inFence = false;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) inFence = !inFence;
    else if (!inFence && line !== '') sentences.push(...sentencesOfLine(line.replace(LIST_MARK, '')));
  }
  return sentences;
}

/** Whether a sentence is too short to say anything: "Fixed!", "Agreed.", or only leads in to what follows. */
export function isEmptyTalk(sentence: string): boolean {
  if (/[:：]$/.test(sentence)) return true;
  const isWide = /[\p{Script=Han}\p{Script=Hangul}\u3040-\u30ff]/u.test(sentence);
  return sentence.length < (isWide ? EMPTY_TALK_CHARS / 2 : EMPTY_TALK_CHARS);
}

const EMPTY_TALK_CHARS = 16;

function sentencesOfLine(line: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (!ENDS.has(character)) continue;
    const end = endBehind(line, index);
    if (!endsHere(line, index, end) || ABBREVIATION.test(line.slice(Math.max(start, end - 8), end))) continue;
    sentences.push(line.slice(start, end));
    start = end;
    index = end - 1;
  }
  sentences.push(line.slice(start));
  return sentences.map((sentence) => sentence.slice(0, SENTENCE_MAX_CHARS).replaceAll('**', '').trim()).filter(isProse);
}

function endBehind(line: string, index: number): number {
  let end = index + 1;
  while (end < line.length && (ENDS.has(line[end] ?? '') || CLOSERS.has(line[end] ?? ''))) end += 1;
  return end;
}

function endsHere(line: string, index: number, end: number): boolean {
  return WIDE_ENDS.has(line[index] ?? '') || end === line.length || line[end] === ' ';
}

/** Lines of code that somebody pasted without a fence. */
const CODE_LINE =
  /^(?:\||\/\/|\/\*|\*|@\w|\(['"]|(?:import|export|const|let|var|func|def|class|return|package|public|private) |(?:if|for|while) ?\(|[\w.]{1,60} = \S)|[;{}]$|=>|:=|&&/;

/** Wrapped prose ends in a comma too, but has fewer signs. */
const OPEN_END = /[,([]$/;
const OPEN_END_LETTER_RATIO = 0.85;

function isProse(sentence: string): boolean {
  if (sentence.length < 2 || CODE_LINE.test(sentence)) return false;
  const sample = sentence.slice(0, 300);
  const letters = sample.length - sample.replaceAll(/[\p{L}\p{N} ]+/gu, '').length;
  const ratio = OPEN_END.test(sentence) ? OPEN_END_LETTER_RATIO : MIN_LETTER_RATIO;
  return letters >= sample.length * ratio && /\p{L}/u.test(sample);
}

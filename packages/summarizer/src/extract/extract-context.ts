import type { Language } from './language.ts';
import { isDone } from './patterns.ts';
import type { SaidFact, Turn } from './read-turns.ts';
import type { Words } from './words-shape.ts';

/** Longest quotations, in characters. */
export interface QuoteSizes {
  readonly newestRequest: number;
  readonly request: number;
  readonly answer: number;
  readonly sentence: number;
}

/** What became of a turn's request. */
export type TurnState =
  /** The assistant said that it is done. */
  | 'finished'
  /** The assistant answered, and did not say that anything is done. */
  | 'answered'
  | 'open';

/** A turn, and what became of it. */
export interface AssessedTurn extends Turn {
  readonly state: TurnState;
  /** Of the answer, the sentence that tells most; empty when the turn is open. */
  readonly answer: string;
}

/** What all sections are made from. */
export interface ExtractContext {
  readonly language: Language;
  readonly words: Words;
  readonly sizes: QuoteSizes;
  readonly turns: readonly AssessedTurn[];
  /** Whether the user has asked for something since the last of the turns. */
  readonly hasNewerRequest: boolean;
  /** More lines than the summary can hold. What is older than that many lines of its kind need not be written. */
  readonly maxLines: number;
}

/** The shortest line with its bullet, in tokens. */
const MIN_LINE_TOKENS = 6;

/** More lines than a summary of that size can hold. */
export function maxLinesOf(maxTokens: number): number {
  return Math.ceil(maxTokens / MIN_LINE_TOKENS);
}

/** An answer shorter than this, in characters, answers nothing: "ok". */
const ANSWER_MIN_CHARS = 30;
const EAST_ASIAN_ANSWER_MIN_CHARS = 10;

/** "Great!" and "You're right." say nothing about the answer. */
const OPENER_MAX_CHARS = 28;

/** Three times the information in a character: quotations are that much shorter. */
const EAST_ASIAN_SIZE_RATIO = 0.45;

/** Share of a summary that the outcomes of the turns may take together, and what they take in characters a token. */
const OUTCOMES_SHARE = 0.5;
const CHARS_PER_TOKEN = 4;

/** Longest quotations for a summary of that size: shorter where there are many turns, so that more of them are told. */
export function quoteSizes(maxTokens: number, turns: readonly Turn[], language: Language): QuoteSizes {
  const ratio = isEastAsian(language) ? EAST_ASIAN_SIZE_RATIO : 1;
  const size = (chars: number, [min, max]: readonly [number, number]): number =>
    Math.round(Math.min(max, Math.max(min, chars)) * ratio);
  const perTurn = (maxTokens * CHARS_PER_TOKEN * OUTCOMES_SHARE) / Math.max(1, turns.length);
  // In a talk without tools, what the user says is what there is to remember.
  const isWork = turns.some(({ steps }) => steps.some((step) => step.kind === 'call'));
  const requestShare = isWork ? 0.5 : 0.7;
  return {
    newestRequest: size(maxTokens, [120, 900]),
    request: size(perTurn * requestShare, [90, 300]),
    answer: size(perTurn * (1 - requestShare), [100, 320]),
    sentence: size(maxTokens / 4, [120, 280]),
  };
}

/** What became of each request. A request that another one follows counts as answered by whatever was said. */
export function assessTurns(
  turns: readonly Turn[],
  language: Language,
  hasNewerRequest: boolean,
): readonly AssessedTurn[] {
  return turns.map((turn, index) => {
    const isLast = index === turns.length - 1;
    return assess(turn, language, { isLast, isNewest: isLast && !hasNewerRequest });
  });
}

interface Place {
  /** Whether the turn may go on behind the material. */
  readonly isLast: boolean;
  /** Whether its request is the newest of the conversation. */
  readonly isNewest: boolean;
}

function assess(turn: Turn, language: Language, { isLast, isNewest }: Place): AssessedTurn {
  // A request that stands behind the summary is still being worked on in the messages behind it.
  if (isNewest && (turn.isCarried || endsInFailure(turn))) return { ...turn, state: 'open', answer: '' };
  const { text: reply, sentences } = replyOf(turn, isLast) ?? NO_REPLY;
  const done = sentences.findIndex((sentence) => isDone(sentence, language));
  if (done !== -1) return { ...turn, state: 'finished', answer: tellingFrom(sentences, done) };
  const enough = isEastAsian(language) ? EAST_ASIAN_ANSWER_MIN_CHARS : ANSWER_MIN_CHARS;
  if (reply === '' || (isNewest && reply.length < enough)) return { ...turn, state: 'open', answer: '' };
  return { ...turn, state: 'answered', answer: sentences.length === 0 ? reply : tellingFrom(sentences, 0) };
}

function endsInFailure({ steps }: Turn): boolean {
  const last = steps.findLast((step) => step.kind === 'call');
  return last?.kind === 'call' && last.failure !== undefined;
}

/** The assistant's last words of a turn. In the newest turn, words in front of a call are no answer yet. */
function replyOf({ steps }: Turn, isLast: boolean): SaidFact | undefined {
  const isCalling = isLast && steps.at(-1)?.kind !== 'said';
  return isCalling ? undefined : steps.findLast((step) => step.kind === 'said');
}

const NO_REPLY: Pick<SaidFact, 'text' | 'sentences'> = { text: '', sentences: [] };

/** From a sentence on, past openers without content: that sentence and the next. */
function tellingFrom(sentences: readonly string[], start: number): string {
  const isOpener = (sentence: string): boolean => sentence.length <= OPENER_MAX_CHARS && !/[\d`/]/.test(sentence);
  const rest = sentences.slice(start);
  const first = rest.findIndex((sentence) => !isOpener(sentence));
  return first === -1 ? (rest[0] ?? '') : rest.slice(first, first + 2).join(' ');
}

function isEastAsian(language: Language): boolean {
  return language === 'zh' || language === 'ja' || language === 'ko';
}

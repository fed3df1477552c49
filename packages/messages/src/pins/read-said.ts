import { redactSecrets } from '../redact-secrets.ts';
import { agrees, allows } from './approval-words.ts';
import { isRequest, statedGoal } from './goal-words.ts';
import { maskQuoted } from './mask-quoted.ts';
import { type Revocation, revocationIn } from './revocation.ts';
import { isRuleSentence, ruleHeading } from './rule-words.ts';
import { type SentenceSpan, sentenceSpans } from './sentence-spans.ts';

/** What one sentence of a person's does to the pins. Narrow on `type`. */
export type Saying =
  | { readonly type: 'goal'; readonly text: string; readonly isNew: boolean }
  | { readonly type: 'constraint' | 'approval'; readonly text: string }
  | ({ readonly type: 'revocation'; readonly text: string } & Revocation);

/** What a person's text says that is to be pinned. */
export interface Said {
  /** The request, for the case that it is the first one; absent where the text asks for nothing. */
  readonly request?: string;
  /** In the order of the text. */
  readonly sayings: readonly Saying[];
}

/** Beyond this nobody typed it, in characters. */
const MAX_SCAN_CHARS = 60_000;
/** Of a long request, as many whole sentences as fit are its goal. */
const GOAL_MAX_CHARS = 1_000;
const ORDERS_MAX_CHARS = 1_000;
/** A plain yes with more words behind it is about something else. */
const ANSWER_MAX_CHARS = 300;

/**
 * Read what a person said, quotations aside. Every text in the result stands in `text` word for word, but for secrets,
 * which are masked.
 *
 * @param isAnswer - Whether it answers a question of the assistant's that asks for leave.
 */
export function readSaid(text: string, isAnswer: boolean): Said {
  const clean = redactSecrets(text.slice(0, MAX_SCAN_CHARS));
  const masked = maskQuoted(clean);
  const sayings = new SayingReader(clean, masked).read();
  const answer = isAnswer && masked.trim().length <= ANSWER_MAX_CHARS && agrees(masked) ? clean.trim() : undefined;
  const approved: readonly Saying[] = answer === undefined ? [] : [{ type: 'approval', text: answer }];
  const request = requestIn(clean, masked);
  const rest = answer === undefined ? sayings : sayings.filter(({ type }) => type !== 'approval');
  return { sayings: [...approved, ...rest], ...(request === undefined ? {} : { request }) };
}

/** Reads the sentences of a text, and lists of rules under a heading. */
class SayingReader {
  readonly #text: string;
  readonly #masked: string;
  readonly #sayings: Saying[] = [];
  #heading: { readonly kind: 'rules' | 'orders'; readonly start: number } | undefined;
  #itemsEnd: number | undefined;

  constructor(text: string, masked: string) {
    this.#text = text;
    this.#masked = masked;
  }

  read(): readonly Saying[] {
    for (const span of sentenceSpans(this.#masked)) this.#take(span);
    this.#endList();
    return this.#sayings;
  }

  #take(span: SentenceSpan): void {
    if (this.#heading !== undefined && span.isItem) {
      this.#itemsEnd = span.end;
      if (this.#heading.kind === 'rules') this.#push({ type: 'constraint', text: this.#wordsOf(span) });
      return;
    }
    this.#endList();
    const kind = ruleHeading(this.#plain(span));
    if (kind === undefined) this.#readSentence(span);
    else this.#heading = { kind, start: span.start };
  }

  #readSentence(span: SentenceSpan): void {
    const plain = this.#plain(span);
    const text = this.#wordsOf(span);
    const goal = statedGoal(plain);
    if (goal !== undefined) {
      this.#push({ type: 'goal', text, isNew: goal === 'new' });
      return;
    }
    const revocation = revocationIn(text);
    if (revocation !== undefined && plain.trim() !== '') this.#push({ type: 'revocation', text, ...revocation });
    else if (isRuleSentence(plain)) this.#push({ type: 'constraint', text });
    else if (allows(plain)) this.#push({ type: 'approval', text });
  }

  /** Orders that need their heading are one pin with it. */
  #endList(): void {
    if (this.#heading?.kind === 'orders' && this.#itemsEnd !== undefined) {
      const text = this.#text.slice(this.#heading.start, this.#itemsEnd);
      if (text.length <= ORDERS_MAX_CHARS) this.#push({ type: 'constraint', text });
    }
    this.#heading = undefined;
    this.#itemsEnd = undefined;
  }

  #push(saying: Saying): void {
    if (isProse(saying.text)) this.#sayings.push(saying);
  }

  #plain({ start, end }: SentenceSpan): string {
    return this.#masked.slice(start, end);
  }

  #wordsOf({ start, end }: SentenceSpan): string {
    return this.#text.slice(start, end);
  }
}

/** Hardly any letters: a line of code, of a table, of a log. */
const MIN_LETTER_RATIO = 0.65;

function isProse(text: string): boolean {
  const sample = text.slice(0, 300);
  const letters = sample.length - sample.replaceAll(/[\p{L}\p{N}\s]+/gu, '').length;
  return /\p{L}/u.test(sample) && letters >= sample.length * MIN_LETTER_RATIO;
}

/** The first stretch of a text that its author typed, as it stands there, up to an order that is quoted in it. */
function requestIn(text: string, masked: string): string | undefined {
  const { start, end } = typedOpening(text, masked);
  // From each sentence to the next one: what is quoted at the end of a sentence is blank, and so no part of it.
  const starts = sentenceSpans(masked.slice(start, end)).map((span) => start + span.start);
  const quoted = starts.find((from, index) => {
    const to = starts[index + 1] ?? end;
    return quotesOrder(text.slice(from, to), masked.slice(from, to));
  });
  const typed = text.slice(start, quoted ?? end).trim();
  return isRequest(typed) ? clip(typed) : undefined;
}

/** `[start, end)` of the first lines that hold typed words, up to a line that is quoted as a whole. */
function typedOpening(text: string, masked: string): { readonly start: number; readonly end: number } {
  const lines = masked.split('\n');
  const own = text.split('\n');
  const isTyped = (index: number): boolean => /[\p{L}\p{N}]/u.test(lines[index] ?? '');
  const first = lines.findIndex((_, index) => isTyped(index));
  if (first === -1) return { start: 0, end: 0 };
  const last = lines.findIndex((_, index) => index > first && !isTyped(index) && (own[index] ?? '').trim() !== '');
  const offsetOf = (index: number): number => lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  return { start: offsetOf(first), end: last === -1 ? text.length : offsetOf(last) };
}

const QUOTATION_MARKS = /["“”„«»「」『』`]/g;

/** Whether what is blank in the mask would be pinned, had its author said it. */
function quotesOrder(text: string, masked: string): boolean {
  if (text === masked) return false;
  const quoted = Array.from({ length: text.length }, (_, at) => text[at] ?? '')
    .map((character, at) => (character === masked[at] ? ' ' : character))
    .join('');
  const plain = quoted.replaceAll(QUOTATION_MARKS, ' ');
  return new SayingReader(plain, plain).read().length > 0;
}

function clip(text: string): string {
  if (text.length <= GOAL_MAX_CHARS) return text;
  const end = sentenceSpans(text).findLast((span) => span.end <= GOAL_MAX_CHARS)?.end;
  if (end !== undefined) return text.slice(0, end);
  const head = text.slice(0, GOAL_MAX_CHARS).toWellFormed();
  const space = head.lastIndexOf(' ');
  return space === -1 ? head : head.slice(0, space);
}

import { JsonSyntaxError } from './json-syntax-error.ts';
import { endOfNumber, endOfString } from './json-token-ends.ts';

/** What a value of JSON can be. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Kinds that hold other values. */
export type JsonContainerKind = Extract<JsonKind, 'object' | 'array'>;

/** Kinds that hold none. */
export type JsonScalarKind = Exclude<JsonKind, JsonContainerKind>;

/** A half-open range of a source text, in UTF-16 units. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Hears about each piece of a JSON text, in order, by its place in the text.
 * Keys and strings are told with their quotes. What it throws ends the scan and reaches the caller.
 */
export interface JsonListener {
  /** An object or array begins at `start`. */
  open?(kind: JsonContainerKind, start: number): void;
  /** The innermost open object or array ends in front of `end`. */
  close?(end: number): void;
  /** The key of the member whose value comes next. */
  key?(start: number, end: number): void;
  /** A value that holds no other values. */
  scalar?(kind: JsonScalarKind, start: number, end: number): void;
}

/**
 * Read a JSON text once, from front to back, and tell `listener` where each piece stands. Accepts exactly what
 * `JSON.parse` accepts. Takes no stack and no memory by depth but one word a level, and none by length.
 *
 * The listener hears about what comes before an error before the error is known.
 *
 * @throws JsonSyntaxError for a text that is not JSON.
 */
export function scanJson(text: string, listener: JsonListener): void {
  new JsonScan(text, listener).run();
}

/** What the grammar allows next. */
type State = 'value' | 'first-element' | 'first-key' | 'key' | 'after-value' | 'end';

const LITERALS = [
  { word: 'true', kind: 'boolean' },
  { word: 'false', kind: 'boolean' },
  { word: 'null', kind: 'null' },
] as const;

class JsonScan {
  readonly #text: string;
  readonly #listener: JsonListener;
  readonly #open: JsonContainerKind[] = [];
  #at = 0;

  constructor(text: string, listener: JsonListener) {
    this.#text = text;
    this.#listener = listener;
  }

  run(): void {
    let state: State = 'value';
    while (state !== 'end') {
      this.#skipSpace();
      state = this.#step(state);
    }
  }

  #step(state: Exclude<State, 'end'>): State {
    switch (state) {
      case 'value':
        return this.#value();
      case 'first-element':
        return this.#peek() === ']' ? this.#close() : this.#value();
      case 'first-key':
        return this.#peek() === '}' ? this.#close() : this.#key('a key in quotes or "}"');
      case 'key':
        return this.#key('a key in quotes');
      case 'after-value':
        return this.#afterValue();
    }
  }

  #value(): State {
    switch (this.#peek()) {
      case '{':
        return this.#openContainer('object');
      case '[':
        return this.#openContainer('array');
      case '"':
        return this.#scalar('string', endOfString(this.#text, this.#at));
      case 't':
      case 'f':
      case 'n':
        return this.#literal();
      default:
        return this.#number();
    }
  }

  #openContainer(kind: JsonContainerKind): State {
    this.#open.push(kind);
    this.#listener.open?.(kind, this.#at);
    this.#at += 1;
    return kind === 'object' ? 'first-key' : 'first-element';
  }

  #close(): State {
    this.#open.pop();
    this.#at += 1;
    this.#listener.close?.(this.#at);
    return 'after-value';
  }

  #scalar(kind: JsonScalarKind, end: number): State {
    const start = this.#at;
    this.#at = end;
    this.#listener.scalar?.(kind, start, end);
    return 'after-value';
  }

  #literal(): State {
    const literal = LITERALS.find(({ word }) => this.#text.startsWith(word, this.#at));
    if (literal === undefined) throw this.#expected('a value');
    return this.#scalar(literal.kind, this.#at + literal.word.length);
  }

  #number(): State {
    const first = this.#peek();
    const startsNumber = first === '-' || (first >= '0' && first <= '9');
    if (!startsNumber) throw this.#expected('a value');
    return this.#scalar('number', endOfNumber(this.#text, this.#at));
  }

  #key(expected: string): State {
    if (this.#peek() !== '"') throw this.#expected(expected);
    const start = this.#at;
    this.#at = endOfString(this.#text, start);
    this.#listener.key?.(start, this.#at);
    this.#skipSpace();
    if (this.#peek() !== ':') throw this.#expected('":" behind the key');
    this.#at += 1;
    return 'value';
  }

  #afterValue(): State {
    const container = this.#open.at(-1);
    if (container === undefined) return this.#endOfText();
    const closing = container === 'object' ? '}' : ']';
    const next = this.#peek();
    if (next === closing) return this.#close();
    if (next !== ',') throw this.#expected(`"," or "${closing}"`);
    this.#at += 1;
    return container === 'object' ? 'key' : 'value';
  }

  #endOfText(): State {
    if (this.#at < this.#text.length) throw this.#expected('the end of the text');
    return 'end';
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #expected(expected: string): JsonSyntaxError {
    return new JsonSyntaxError({ text: this.#text, offset: this.#at, expected });
  }
}

function isSpace(unit: number): boolean {
  return unit <= 0x20 && (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09);
}

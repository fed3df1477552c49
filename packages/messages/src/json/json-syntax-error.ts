import { ContextHostError } from '@hermes-context/contract';

/** Where a JSON text breaks, and what was expected there. */
export interface JsonSyntaxProblem {
  readonly text: string;
  /** UTF-16 units before the place; the length of the text when it ends too early. */
  readonly offset: number;
  /** To follow "here stands": what the grammar allows at the place, such as `a value`. */
  readonly expected: string;
}

/** A text that is not JSON. Holds the place and none of the text. */
export class JsonSyntaxError extends ContextHostError {
  override readonly name = 'JsonSyntaxError';
  readonly code = 'CTX_JSON_SYNTAX';
  /** UTF-16 units before the place. */
  readonly offset: number;
  /** Line of the place, from 1. */
  readonly line: number;
  /** Column of the place in UTF-16 units, from 1. */
  readonly column: number;
  /** What the grammar allows at the place. */
  readonly expected: string;

  constructor({ text, offset, expected }: JsonSyntaxProblem) {
    const { line, column } = placeOf(text, offset);
    const found = offset < text.length ? 'something else stands there' : 'the text ends there';
    super({
      what: `The JSON text breaks at line ${line}, column ${column} (offset ${offset}).`,
      why: `Expected ${expected}, but ${found}.`,
      fix: 'Mend the text at that place, or write it again with a JSON serialiser.',
    });
    this.offset = offset;
    this.line = line;
    this.column = column;
    this.expected = expected;
  }
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = next + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

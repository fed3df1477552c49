import { ContextHostError } from '@hermes-context/contract';
import { ACCEPTED_FORMS } from './accepted-forms.ts';

/** Where a file stops being JSON, and what was expected there. */
export interface TranscriptSyntaxProblem {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** What the grammar allows at the place. */
  readonly expected: string;
  readonly cause: unknown;
}

/** A file that is neither JSON nor JSON Lines. Holds the place and none of the text. */
export class TranscriptSyntaxError extends ContextHostError {
  override readonly name = 'TranscriptSyntaxError';
  readonly code = 'CTX_TRANSCRIPT_SYNTAX';
  /** Line of the break, from 1. */
  readonly line: number;
  /** Column of the break, from 1, in UTF-16 units. */
  readonly column: number;

  constructor({ line, column, expected, cause }: TranscriptSyntaxProblem) {
    super({
      what: `The transcript is not valid JSON at line ${line}, column ${column}.`,
      why: `Expected ${expected} there. A transcript is ${ACCEPTED_FORMS}.`,
      fix: `Mend line ${line}, or export the transcript again.`,
      cause,
    });
    this.line = line;
    this.column = column;
  }
}

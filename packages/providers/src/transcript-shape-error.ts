import { ContextHostError } from '@hermes-context/contract';
import { formatPlace, type Place } from './place.ts';

/** What stands where something else should. */
export interface TranscriptShapeProblem {
  readonly place: Place;
  /** To follow "is": `a number`, `missing`. */
  readonly found: string;
  /** To follow "Expected": `JSON text`. */
  readonly expected: string;
  readonly fix: string;
}

/** JSON that is no transcript, or a message in it that no conversation can hold. Names the path and no text. */
export class TranscriptShapeError extends ContextHostError {
  override readonly name = 'TranscriptShapeError';
  readonly code = 'CTX_TRANSCRIPT_SHAPE';
  /** Where: `messages[3].tool_calls[0].function.arguments`, `$[2]`, `line 7: content`. */
  readonly path: string;
  /** What stands there. */
  readonly found: string;
  /** What should. */
  readonly expected: string;

  constructor({ place, found, expected, fix }: TranscriptShapeProblem) {
    const path = formatPlace(place);
    super({ what: `${path} is ${found}.`, why: `Expected ${expected}.`, fix });
    this.path = path;
    this.found = found;
    this.expected = expected;
  }
}

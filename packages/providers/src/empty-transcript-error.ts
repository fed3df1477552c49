import { ContextHostError } from '@hermes-context/contract';
import { ACCEPTED_FORMS } from './accepted-forms.ts';

/** A file with nothing in it but white space. A list without messages is not empty in this sense. */
export class EmptyTranscriptError extends ContextHostError {
  override readonly name = 'EmptyTranscriptError';
  readonly code = 'CTX_TRANSCRIPT_EMPTY';

  constructor() {
    super({
      what: 'The transcript is empty.',
      why: `A transcript is ${ACCEPTED_FORMS}.`,
      fix: 'Check the path or the pipe it came from. A conversation without messages is written as [].',
    });
  }
}

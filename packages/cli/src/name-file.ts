import { ContextHostError } from '@hermes-context/contract';
import { STDIN_NAME } from './read-input.ts';

/** A transcript that cannot be read as one, with the name of its file. Keeps the code of its cause. */
class TranscriptFileError extends ContextHostError {
  override readonly name = 'TranscriptFileError';
  readonly code: ContextHostError['code'];

  constructor(error: ContextHostError, file: string) {
    const { what, why, fix } = error.explanation;
    super({ what: `${file}: ${what}`, why, fix, cause: error });
    this.code = error.code;
  }
}

/**
 * The same error, with the file in front of its first sentence where it speaks of a transcript (`CTX_TRANSCRIPT_…`):
 * the parser sees text and cannot know. Anything else is returned as it is.
 *
 * @param file - As the user wrote it; `-` is named as standard input.
 */
export function nameFile(error: unknown, file: string): unknown {
  if (!ContextHostError.is(error) || !error.code.startsWith('CTX_TRANSCRIPT_')) return error;
  if (error instanceof TranscriptFileError) return error;
  return new TranscriptFileError(error, file === '-' ? STDIN_NAME : file);
}

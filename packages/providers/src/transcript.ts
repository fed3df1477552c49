import type { Messages } from '@hermes-context/contract';

/** Whose shape the messages of a file have. */
export type TranscriptFormat = 'openai-chat' | 'anthropic' | 'openai-responses';

/** A list, an object around a list, or one message or item a line. */
export type TranscriptContainer = 'array' | 'object' | 'jsonl';

/** A transcript file, read. */
export interface Transcript {
  readonly format: TranscriptFormat;
  readonly container: TranscriptContainer;
  /** The conversation in chat shape, frozen to its bottom. The original blocks or items ride along as side data. */
  readonly messages: Messages;
  /** Tool definitions as found, in the provider's form, for counting their tokens. Empty when the file has none. */
  readonly tools: readonly unknown[];
  /** What had to be read differently than it stands there, one sentence a kind. */
  readonly warnings: readonly string[];
  /**
   * The file with another conversation in it, in the same format and container. With `messages` as read: the same
   * text, byte for byte.
   *
   * Messages that are the objects of `messages` are written as they stand in the file; changed and new ones in the
   * file's style of indentation. Side data is never written.
   */
  write(messages: Messages): string;
}

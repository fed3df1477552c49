import type { ChatReply } from './chat-model.ts';
import type { ChatFailure } from './chat-model-error.ts';

/** What an answer that arrived whole comes to: a reply, or why it is none. */
export type FinishedAnswer =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  /** `what` follows the name of the model. */
  | { readonly kind: 'unusable'; readonly failure: ChatFailure; readonly what: string };

import { ContextHostError } from '@hermes-context/contract';

/** Why a model gave no usable answer. */
export type ChatFailure =
  /** The request is larger than the window: compressing it helps. */
  | 'context-length'
  /** The body is larger than the server takes (413): compressing it helps. */
  | 'request-too-large'
  /** What was asked for as output is more than the model writes. Compressing does not help. */
  | 'output-cap'
  | 'auth'
  | 'quota'
  | 'rate-limit'
  | 'overload'
  | 'network'
  | 'timeout'
  | 'content-filter'
  /** The request is wrong in some other way, such as an unknown parameter. */
  | 'bad-request'
  | 'bad-response'
  | 'other';

/** What is known about a failed request. */
export interface ChatFailureFacts {
  readonly failure: ChatFailure;
  readonly model: string;
  /** One sentence for a person, secrets masked, without control characters. */
  readonly detail: string;
  readonly status?: number;
  /** The window, in tokens, where the provider's answer states it. */
  readonly statedContextTokens?: number;
  /** Size of the request, in tokens, where the provider's answer states it. */
  readonly statedPromptTokens?: number;
  readonly cause?: unknown;
}

/** A model gave no usable answer. */
export class ChatModelError extends ContextHostError {
  override readonly name = 'ChatModelError';
  readonly code = 'CTX_MODEL_FAILED';
  readonly facts: ChatFailureFacts;

  constructor(facts: ChatFailureFacts) {
    const { model, detail, failure, cause } = facts;
    super({ what: `The model ${model} gave no answer.`, why: detail, fix: FIXES[failure], cause });
    this.facts = facts;
  }
}

const FIXES: Readonly<Record<ChatFailure, string>> = {
  'context-length': 'Compress the conversation, or choose a model with a larger window.',
  'request-too-large': 'Compress the conversation, or send smaller images and files.',
  'output-cap': 'Choose a model that may write more, or ask for less output.',
  auth: 'Check the key of this endpoint, and whether it may use this model.',
  quota: 'Add credits or raise the limit at the provider, or choose another model.',
  'rate-limit': 'Wait a moment and send the message again.',
  overload: 'Wait a moment and send the message again.',
  network: 'Check the address of the endpoint and the connection, then send the message again.',
  timeout: 'Send the message again; a slow local model may need a longer timeout.',
  'content-filter': 'Say it in other words; the provider refused what was sent.',
  'bad-request': 'Read what the provider says above; the endpoint may not speak the protocol that it was asked in.',
  'bad-response': 'Check that the server at this address speaks the protocol that it was asked in.',
  other: 'Send the message again; if it fails again, check the endpoint.',
};

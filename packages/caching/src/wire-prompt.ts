/** A JSON object of a request, whose fields belong to a provider. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Whose request form it is: it decides what a block is, and where a marker can stand. */
export type WireShape = 'anthropic' | 'openai-chat' | 'openai-responses';

/**
 * The parts of a request that a cache sees, in the order in which it sees them, in wire form: results merged, as they
 * are sent. A message that did not change since the last request should be the same object; it is recognised sooner.
 */
export interface WirePrompt {
  readonly shape: WireShape;
  readonly tools?: readonly WireObject[];
  /** Where the form has a place of its own for it: Anthropic `system`, Responses `instructions`. Else it is a message. */
  readonly system?: string | readonly WireObject[];
  /** Messages, or the input items of the Responses API. */
  readonly messages: readonly WireObject[];
}

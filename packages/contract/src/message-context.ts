/** What a message is to a context engine, where its text alone cannot say. */
export type MessageMark =
  /** Stands for messages that were compacted away. */
  | { readonly kind: 'summary'; readonly summary: SummaryMark }
  /** One line between a summary and a neighbour of the same role, so that roles alternate. */
  | { readonly kind: 'bridge' }
  /** Put in by a repair, in place of what a provider would have missed. */
  | { readonly kind: 'repair' }
  /** Put in by a host under the user's role: a hook, a reminder, an automatic "continue". */
  | { readonly kind: 'synthetic'; readonly origin?: string };

/** What a summary stands for. */
export interface SummaryMark {
  /** Where the text came from. */
  readonly source: 'model' | 'extractive';
  /** How many messages the summary stands for, those of the summaries before it included. */
  readonly coveredCount: number;
}

/** The original form of a message that came from another provider's format. */
export interface WireOrigin {
  readonly format: 'openai-chat' | 'anthropic' | 'openai-responses';
  /** Blocks or items, exactly as parsed; opaque ones (signed thinking, encrypted reasoning) live only here. */
  readonly parts: readonly unknown[];
  /** Role on the wire, where it differs from the message's own, such as `developer`. */
  readonly role?: string;
}

/** Side data of a message, under one key that is stripped before the wire. */
export interface MessageContext {
  /** Minted by the host's store. Unknown to an engine that works on a bare list. */
  readonly id?: string;
  readonly mark?: MessageMark;
  readonly wire?: WireOrigin;
}

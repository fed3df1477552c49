import type { MessageContext } from './message-context.ts';

/** Text inside a list of parts. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A picture, by `data:` URL or by address. */
export interface ImagePart {
  readonly type: 'image_url';
  readonly image_url: { readonly url: string; readonly detail?: string };
}

/** Anything else a provider lets a message hold, such as a file or audio. Rides along untouched. */
export interface OpaquePart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One part of a message's content. Use `isTextPart` and `isImagePart` of `@hermes-context/messages` to tell them apart. */
export type ContentPart = TextPart | ImagePart | OpaquePart;

/** What a message says: text, parts, or nothing. */
export type Content = string | readonly ContentPart[] | null;

/** One call of a tool, as the model asked for it. */
export interface ToolCall {
  /** Pairs the call with its result. May occur again later in the same conversation: pair by position. */
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** JSON text as the model wrote it; it may not parse. */
    readonly arguments: string;
  };
}

interface MessageFields {
  /** Who speaks, where several share a role. */
  readonly name?: string;
  /** What a host noted about the message, such as `{ origin: 'hook' }`. Counts no tokens. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Ours alone: ids, summary marks, provider items. Never sent to a provider. */
  readonly _context?: MessageContext;
}

/** Instructions to the model. Usually first; real logs have some later on. */
export interface SystemMessage extends MessageFields {
  readonly role: 'system';
  readonly content: Content;
}

/** What a person said, or what a host said in their place. */
export interface UserMessage extends MessageFields {
  readonly role: 'user';
  readonly content: Content;
}

/** What the model said, and which tools it asked for. */
export interface AssistantMessage extends MessageFields {
  readonly role: 'assistant';
  /** `null` or an empty string when the message is calls alone. */
  readonly content: Content;
  readonly tool_calls?: readonly ToolCall[];
  /** Visible reasoning, where the provider returns it as text. */
  readonly reasoning_content?: string;
}

/** What a tool answered. */
export interface ToolMessage extends MessageFields {
  readonly role: 'tool';
  /** The {@link ToolCall.id} that this answers. */
  readonly tool_call_id: string;
  readonly content: Content;
}

/**
 * One entry of a conversation, in the shape of an OpenAI chat request. Narrow on `role`.
 * Fields that are not listed here are kept by every function of ours that copies a message.
 */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** A conversation, oldest message first. Never edited in place: a changed list is a new list, an unchanged message the same object. */
export type Messages = readonly Message[];

import type { Message, Messages } from '@hermes-context/contract';
import { repairMessages } from '@hermes-context/messages';
import { type ChatModel, fromCheckpoint, withoutReasoning } from '@hermes-context/providers';

/** Under this key of `metadata` a host notes who wrote a message: model and route. */
const ISSUER_KEY = 'issuer';
/** Under this one, what stood before a message when it was written, for models that bind their thinking to it. */
const PREFIX_KEY = 'prefix';

/** Who a model is, for what belongs to it alone: sizes it counted, reasoning it signed. */
export function issuerOf({ info, route }: ChatModel): string {
  return `${info.name} @ ${route}`;
}

/** Who wrote a message, and behind what. */
export interface Issue {
  readonly model: ChatModel;
  /** Name of what stands in front; see {@link RequestReader}. Absent for models that do not look at it. */
  readonly prefix?: string | undefined;
}

/** The message with a note of who wrote it. */
export function issuedBy<Kind extends Message>(message: Kind, { model, prefix }: Issue): Kind {
  const metadata = { ...message.metadata, [ISSUER_KEY]: issuerOf(model) };
  return { ...message, metadata: prefix === undefined ? metadata : { ...metadata, [PREFIX_KEY]: prefix } };
}

/** Who reads a list. */
export interface RequestReader extends Issue {
  /**
   * For models that check their signed thinking against all that stands before it: the name of that, which is another
   * one after every rewrite. Thinking that was noted under another name would be refused.
   */
  readonly prefix?: string | undefined;
}

/** A list as one model may be sent it. */
export interface RequestList {
  readonly messages: Messages;
  /** Checkpoints of other models' servers, which were left out. */
  readonly foreignCheckpoints: number;
}

/**
 * The list as one model may be sent it: valid, from the newest checkpoint of its own server on, and without what it would
 * refuse: what another model signed or encrypted, and what it signed itself behind a prefix that has changed since. A message
 * whose issuer is not known keeps its reasoning. Stored messages do not change.
 */
export function requestMessages(messages: Messages, reader: RequestReader): RequestList {
  const isReadable = readableBy(reader);
  const { messages: sent, foreign } = fromCheckpoint(messages, readsCheckpoints(reader.model));
  const readable = sent.map((message) => (isReadable(message) ? message : stripped(message)));
  return { messages: repairMessages(readable).messages, foreignCheckpoints: foreign };
}

/** Whether a model takes the checkpoints of a message: those that its own server made for it. */
export function readsCheckpoints(model: ChatModel): (message: Message) => boolean {
  const issuer = issuerOf(model);
  return ({ metadata }) => metadata?.[ISSUER_KEY] === issuer;
}

/** Whether a message keeps its reasoning in a request to this reader. */
export function readableBy({ model, prefix }: RequestReader): (message: Message) => boolean {
  const issuer = issuerOf(model);
  return ({ metadata }) => {
    const issued = metadata?.[ISSUER_KEY];
    if (typeof issued !== 'string') return true;
    return issued === issuer && (prefix === undefined || metadata?.[PREFIX_KEY] === prefix);
  };
}

/** The same object for the same message: who compares two requests sees that nothing changed. */
const strippedMessages = new WeakMap<Message, Message>();

function stripped(message: Message): Message {
  const known = strippedMessages.get(message);
  if (known !== undefined) return known;
  const bare = withoutReasoning(message);
  strippedMessages.set(message, bare);
  return bare;
}

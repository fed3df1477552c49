import type { Message, Messages } from '@hermes-context/contract';
import { repairMessages } from '@hermes-context/messages';
import { type ChatModel, withoutReasoning } from '@hermes-context/providers';

/** Under this key of `metadata` a host notes who wrote a message: model and route. */
const ISSUER_KEY = 'issuer';

/** Who a model is, for what belongs to it alone: sizes it counted, reasoning it signed. */
export function issuerOf({ info, route }: ChatModel): string {
  return `${info.name} @ ${route}`;
}

/** The message with a note of who wrote it. */
export function issuedBy<Kind extends Message>(message: Kind, model: ChatModel): Kind {
  return { ...message, metadata: { ...message.metadata, [ISSUER_KEY]: issuerOf(model) } };
}

/**
 * The list as one model may be sent it: valid, and without reasoning that another one signed or encrypted, which it could
 * not read and would refuse. A message whose issuer is not known is sent as it is. Stored messages do not change.
 */
export function requestMessages(messages: Messages, model: ChatModel): Messages {
  const issuer = issuerOf(model);
  return repairMessages(messages.map((message) => forIssuer(message, issuer))).messages;
}

function forIssuer(message: Message, issuer: string): Message {
  const issued = message.metadata?.[ISSUER_KEY];
  return typeof issued === 'string' && issued !== issuer ? withoutReasoning(message) : message;
}

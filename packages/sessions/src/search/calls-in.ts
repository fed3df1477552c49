import type { Message } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';
import { isCall } from '../message-shape.ts';

/** A call as a search sees it. */
export interface CallIn {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * The calls of a message. What is no call is passed over: a store that was written before messages were checked may hold
 * anything, and must be searched all the same.
 */
export function callsIn(message: Message): readonly CallIn[] {
  return toolCallsOf(message)
    .filter(isCall)
    .map(({ id, function: { name, arguments: source } }) => ({ id, name, arguments: source }));
}

/** Who speaks, where the message says so in a text. */
export function nameIn(message: Message): string | undefined {
  return typeof message.name === 'string' ? message.name : undefined;
}

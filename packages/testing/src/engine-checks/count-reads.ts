import type { Message, Messages } from '@hermes-context/contract';

/** A list that notices who reads it. */
export interface CountedList {
  readonly messages: Messages;
  /** How often a field of any of its messages was read so far. */
  readonly reads: () => number;
}

/**
 * The same conversation, of messages whose fields count how often they are read. Plain frozen objects otherwise: they
 * can be spread, cloned and compared.
 */
export function countReads(messages: Messages): CountedList {
  let reads = 0;
  const counted = (message: Message): Message => {
    const copy = { ...message };
    for (const [name, value] of Object.entries(message)) {
      Object.defineProperty(copy, name, {
        enumerable: true,
        get: () => {
          reads += 1;
          return value;
        },
      });
    }
    return Object.freeze(copy);
  };
  return { messages: Object.freeze(messages.map(counted)), reads: () => reads };
}

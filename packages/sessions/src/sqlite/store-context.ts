import type { Message } from '@hermes-context/contract';
import type { Connection } from './transact.ts';

/** What every part of the store works with. */
export interface StoreContext extends Connection {
  readonly isReadOnly: boolean;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  /** Milliseconds since the machine started: never put forward or back, and the same for all of its processes. */
  readonly monotonic: () => number;
  /** Random hexadecimal digits, at least six. */
  readonly newId: () => string;
  readonly countTokens: (message: Message) => number;
}

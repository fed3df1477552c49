import type { Message, Summarise } from '@hermes-context/contract';
import type { LcmStore } from '../store/lcm-store.ts';

/** What the tools work with. Lent by the engine of one session. */
export interface ToolContext {
  /** Resolves once everything said so far is stored. */
  readonly store: () => Promise<LcmStore>;
  /** The conversation whose messages and summaries the tools show. */
  readonly sessionId: string;
  /** Sessions that this one goes on from: they are shown too. Those of all others are refused. */
  readonly family: () => readonly string[];
  readonly summarise: Summarise;
  /** Size of one message, in tokens. Must not throw. */
  readonly countTokens: (message: Message) => number;
  /** Tokens that are free in the window now: what a result may take at most a quarter of. */
  readonly headroomTokens: () => number;
  /** Lines about the engine's state, for `lcm_status`. */
  readonly describeState: () => readonly string[];
  /** Shape of a long text, for `lcm_describe` of a message. */
  readonly explore: (text: string, tool?: string) => string;
}

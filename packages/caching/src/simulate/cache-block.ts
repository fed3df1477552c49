import type { CacheTtl } from '../cache-plan.ts';

/** Parts of a prompt, in their order. A parameter such as `tool_choice` that changes one spoils it and what follows. */
export type CacheLevel = 'tools' | 'system' | 'messages';

/** One block of a prompt as a provider's cache sees it: what it is, how large, whether it is marked. */
export interface CacheBlock {
  /** The same for the same content, whatever markers it carries. */
  readonly id: string;
  readonly tokens: number;
  readonly level: CacheLevel;
  /** The message that it belongs to, as its index; undefined outside of messages. */
  readonly message?: number;
  readonly role?: 'developer' | 'user' | 'assistant' | 'tool';
  readonly mark?: CacheTtl;
  /** Absent: it can carry a marker. */
  readonly isUnmarkable?: true;
}

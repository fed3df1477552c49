import type { PromptSize } from '@hermes-context/messages';
import type { CompactionRefusal, TriggerSite } from '../compaction-report.ts';

/** Everything that decides whether a compaction starts. */
export interface TriggerFacts {
  readonly site: TriggerSite;
  /** `compression.enabled`. */
  readonly isEnabled: boolean;
  /** Whether a compaction of this session runs already. */
  readonly isInFlight: boolean;
  readonly size: PromptSize;
  /** A compaction came after the last report of a provider. */
  readonly isAwaiting: boolean;
  /** The most a request may hold, in tokens: the window without the room for the answer. */
  readonly limitTokens: number;
  /** What the engine says to this size. */
  readonly engineWants: boolean;
  /** Why the engine waits, if it does. */
  readonly engineBlock?: { readonly reason: CompactionRefusal; readonly detail: string };
  /** Compactions that this turn has started, and how many it may. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Time left of the cooldown after a failure, in milliseconds; absent when there is none. */
  readonly cooldownMs?: number;
  /** Why compacting again is of no use for now, one sentence; absent when it may be. */
  readonly futile?: string;
}

/** Why nothing starts. */
export type TriggerRefusal = CompactionRefusal | 'in-flight' | 'attempts' | 'cooldown' | 'awaiting' | 'server-owned';

/** What to do, and why: one sentence with figures. Narrow on `action`. */
export type TriggerVerdict =
  | { readonly action: 'compact'; readonly force: boolean; readonly detail: string }
  | { readonly action: 'proceed'; readonly reason: TriggerRefusal; readonly detail: string };

/**
 * Whether to compact here and now. One table for all places, so that they cannot disagree:
 *
 * 1. A person's word forces a compaction; everything else, a provider's refusal too, asks `compression.enabled`.
 * 2. One compaction of a session at a time, and a bounded number in a turn.
 * 3. A request that cannot fit is compacted whatever waits: cooldown, missing figures, an engine that sees no need.
 * 4. After a failure the cooldown holds; after a compaction the next reported size is waited for; what did not help
 *    is not tried again until there is more to win.
 * 5. Then the engine's word holds (S-046), and nothing is said in the conversation about it.
 */
export function decideTrigger(facts: TriggerFacts): TriggerVerdict {
  for (const row of TABLE) {
    const verdict = row(facts);
    if (verdict !== undefined) return verdict;
  }
  return compact(`The request takes ${about(facts)} tokens, which is at or above the engine's threshold.`, false);
}

type Row = (facts: TriggerFacts) => TriggerVerdict | undefined;

const TABLE: readonly Row[] = [
  ({ isInFlight }) => (isInFlight ? proceed('in-flight', 'A compaction of this session runs already.') : undefined),
  ({ site }) => (site === 'manual' ? compact('Asked for by hand.', true) : undefined),
  ({ isEnabled }) => (isEnabled ? undefined : proceed('disabled', 'compression.enabled is false.')),
  ({ attempts, maxAttempts }) =>
    attempts < maxAttempts
      ? undefined
      : proceed('attempts', `This turn has compacted ${attempts} times already, which is the most.`),
  ({ site }) => (site === 'overflow' ? compact('The provider refused the request as too large.', true) : undefined),
  (facts) => (isTooLarge(facts) ? compact(tooLarge(facts), true) : undefined),
  ({ site }) =>
    site === 'model-switch' ? proceed('below-threshold', 'The conversation fits the new window.') : undefined,
  ({ cooldownMs }) =>
    cooldownMs === undefined ? undefined : proceed('cooldown', `The last compaction failed; ${waiting(cooldownMs)}.`),
  ({ isAwaiting }) =>
    isAwaiting
      ? proceed('awaiting', 'Waits for the first size that the provider reports after the compaction.')
      : undefined,
  ({ futile }) => (futile === undefined ? undefined : proceed('ineffective', futile)),
  (facts) => (facts.engineWants ? undefined : engineDeclines(facts)),
];

function isTooLarge({ size, limitTokens }: TriggerFacts): boolean {
  return size.tokens > limitTokens;
}

function tooLarge(facts: TriggerFacts): string {
  return `The request takes ${about(facts)} tokens, and ${figure(facts.limitTokens)} fit the window.`;
}

function engineDeclines(facts: TriggerFacts): TriggerVerdict {
  const { engineBlock } = facts;
  if (engineBlock !== undefined) {
    const { reason, detail } = engineBlock;
    return proceed(reason, detail.trim() === '' ? `The engine does not compact for now: ${reason}.` : detail);
  }
  return proceed(
    'below-threshold',
    `The request takes ${about(facts)} tokens, and the engine sees no need to compact.`,
  );
}

function about({ size }: TriggerFacts): string {
  return size.basis === 'reported' ? figure(size.tokens) : `about ${figure(size.tokens)}`;
}

function waiting(ms: number): string {
  return `the next try is in ${Math.ceil(ms / 1000)} s, or at once by /compress`;
}

function figure(tokens: number): string {
  return tokens.toLocaleString('en-US');
}

function compact(detail: string, force: boolean): TriggerVerdict {
  return { action: 'compact', force, detail };
}

function proceed(reason: TriggerRefusal, detail: string): TriggerVerdict {
  return { action: 'proceed', reason, detail };
}

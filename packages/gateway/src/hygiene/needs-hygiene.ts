import type { PromptSize } from '@hermes-context/messages';

/**
 * Share of the window from which a session is compacted before a turn. Higher than where the agent's own compressor
 * acts (50 % by default): as low as that, hygiene would do the agent's work before every turn.
 */
export const HYGIENE_RATIO = 0.85;

/** With fewer messages there is no middle to compact (S-023). */
const MIN_MESSAGES = 4;

/** What the decision looks at. Nothing of the in-loop threshold: the two do not know each other (S-024). */
export interface HygieneFacts {
  /** Messages in the live list, the incoming one not counted. */
  readonly messages: number;
  /** `compression.enabled`. */
  readonly isEnabled: boolean;
  /** Window of the model that the turn will use, in tokens. */
  readonly contextTokens: number;
  /** Size of the conversation, from `promptSize`: the provider's figure where there is one, else our estimate (S-022). */
  readonly size: PromptSize;
  /** How long compactions of this session are suspended after failures, in milliseconds; absent or 0: they are not. */
  readonly cooldownEndsInMs?: number;
  /** Whether a compaction of this session runs already. */
  readonly isInFlight: boolean;
}

/** Why nothing is done. The first that applies, in this order. */
export type HygieneSkip = 'disabled' | 'too-few-messages' | 'below-threshold' | 'cooldown' | 'in-flight';

/** What was decided, with its figures. */
export type HygieneVerdict =
  | {
      readonly fires: true;
      /** Size from which hygiene acts, in tokens. */
      readonly thresholdTokens: number;
      /** One sentence for a person. */
      readonly detail: string;
    }
  | {
      readonly fires: false;
      readonly reason: HygieneSkip;
      readonly thresholdTokens: number;
      readonly detail: string;
    };

/**
 * Whether a session that a message just came for must be compacted before the agent sees it (S-020 to S-025): from 85 %
 * of the window on, whatever the in-loop threshold is.
 */
export function needsHygiene(facts: HygieneFacts): HygieneVerdict {
  const thresholdTokens = Math.floor(facts.contextTokens * HYGIENE_RATIO);
  const skipped = findSkip(facts, thresholdTokens);
  if (skipped !== undefined) return { fires: false, thresholdTokens, ...skipped };
  return {
    fires: true,
    thresholdTokens,
    detail: `${sizeText(facts)}, at or above the ${count(thresholdTokens)} from which a session is compacted before a turn.`,
  };
}

interface Skip {
  readonly reason: HygieneSkip;
  readonly detail: string;
}

function findSkip(facts: HygieneFacts, thresholdTokens: number): Skip | undefined {
  const { messages, isEnabled, size, cooldownEndsInMs = 0, isInFlight } = facts;
  if (!isEnabled) return { reason: 'disabled', detail: 'compression.enabled is false, so nothing is compacted.' };
  if (messages < MIN_MESSAGES) {
    return {
      reason: 'too-few-messages',
      detail: `The conversation has ${count(messages)} messages, fewer than the ${MIN_MESSAGES} that hygiene needs.`,
    };
  }
  if (size.tokens < thresholdTokens) {
    return {
      reason: 'below-threshold',
      detail: `${sizeText(facts)}, below the ${count(thresholdTokens)} from which a session is compacted before a turn.`,
    };
  }
  if (cooldownEndsInMs > 0) {
    const seconds = Math.ceil(cooldownEndsInMs / 1_000);
    return {
      reason: 'cooldown',
      detail: `${sizeText(facts)}, but compactions failed, and the next is tried in ${count(seconds)} s at the earliest.`,
    };
  }
  if (isInFlight) {
    return { reason: 'in-flight', detail: `${sizeText(facts)}, and a compaction of it runs already.` };
  }
  return undefined;
}

const BASES: Readonly<Record<PromptSize['basis'], string>> = {
  reported: 'as the provider counted',
  anchored: 'as the provider counted, and our estimate of what came since',
  scaled: 'our estimate, corrected by earlier counts of the provider',
  estimated: 'our estimate',
};

function sizeText({ size, contextTokens }: HygieneFacts): string {
  return `The conversation takes ${count(size.tokens)} of ${count(contextTokens)} tokens (${BASES[size.basis]})`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

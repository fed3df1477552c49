import type { PromptDifference } from './first-difference.ts';

/** Something that makes prompts dearer than they have to be, found in what the provider reported. */
export type CacheAlarm =
  | {
      /** The prompt is not what it was, and nobody said that this was on purpose. */
      readonly kind: 'prefix_changed';
      /** Size of the prompt before, which should have been read, and what was read of it, in tokens. */
      readonly expectedTokens: number;
      readonly readTokens: number;
      /** It quotes the prompt: for the user's eyes, not for a log. */
      readonly difference: PromptDifference;
      readonly description: string;
    }
  | {
      /** The prompt goes on from the one before, and still was not read: the cause is not here. */
      readonly kind: 'not_read';
      readonly expectedTokens: number;
      readonly readTokens: number;
      readonly description: string;
    }
  | {
      /** Markers were sent, and nothing was ever written or read. */
      readonly kind: 'never_cached';
      /** Requests in a row. */
      readonly requestCount: number;
      readonly description: string;
    };

/** What should have been read, and what was, in tokens. */
export interface Shortfall {
  readonly expectedTokens: number;
  readonly readTokens: number;
}

/** The alarm of a request that read too little, given the first place where it differs from the one before. */
export function shortfallAlarm(
  { expectedTokens, readTokens }: Shortfall,
  difference: PromptDifference | undefined,
): CacheAlarm {
  const lost = `Only ${count(readTokens)} of ${count(expectedTokens)} cached tokens were read.`;
  if (difference !== undefined) {
    const description = `${lost} ${difference.description}`;
    return { kind: 'prefix_changed', expectedTokens, readTokens, difference, description };
  }
  const description =
    `${lost} The prompt goes on from the one before without a change, so the provider dropped it early, or another ` +
    'machine answered.';
  return { kind: 'not_read', expectedTokens, readTokens, description };
}

/** The alarm of a conversation that is not cached at all. */
export function neverCachedAlarm(requestCount: number, minTokens: number): CacheAlarm {
  const description =
    `Cache markers were sent ${requestCount} times on prompts of at least ${count(minTokens)} tokens, and nothing was ` +
    'written or read. Caching does not work on this route, or this model needs longer prompts.';
  return { kind: 'never_cached', requestCount, description };
}

function count(tokens: number): string {
  return Math.round(tokens).toLocaleString('en-US');
}

import type { ServerCompactionRequest } from '../chat/chat-model.ts';

/** Where there is neither a configured threshold nor one here, in tokens. */
const DEFAULT_TOKENS = 200_000;
/** Lower ones are not sent. */
const LEAST_TOKENS = 1_024;
/** How far below the local trigger the server's stays, so that the server comes first: the two count differently. */
const CLEARANCE_TOKENS = 8_192;
/** Share of a local trigger that is no larger than the clearance. */
const SMALL_SHARE = 0.8;

/**
 * The tokens of input at which the server is to compact (S-089): as configured, but about 8,000 below the trigger here, and at
 * least 1,024. Of the two, what is no whole number above 0 counts as not there.
 */
export function compactThresholdFor({ thresholdTokens, localTriggerTokens }: ServerCompactionRequest): number {
  const highest = isCount(localTriggerTokens) ? highestBelow(localTriggerTokens) : undefined;
  const wanted = isCount(thresholdTokens) ? thresholdTokens : (highest ?? DEFAULT_TOKENS);
  return Math.max(LEAST_TOKENS, Math.min(wanted, highest ?? wanted));
}

function isCount(tokens: number | undefined): tokens is number {
  return Number.isSafeInteger(tokens) && Number(tokens) > 0;
}

function highestBelow(localTriggerTokens: number): number {
  const tokens =
    localTriggerTokens <= CLEARANCE_TOKENS ? localTriggerTokens * SMALL_SHARE : localTriggerTokens - CLEARANCE_TOKENS;
  return Math.max(LEAST_TOKENS, Math.floor(tokens));
}

import type { ServerCompactionRequest } from './chat-model.ts';

/** When a server is to compact. */
export type CompactionThreshold =
  | { readonly kind: 'tokens'; readonly thresholdTokens: number }
  /** The server must not be asked; why, in a sentence for a person. */
  | { readonly kind: 'none'; readonly reason: string };

/** What the API does where no trigger is sent. Source: provider reference, section 3.2, read 2026-12. */
const DEFAULT_THRESHOLD_TOKENS = 150_000;

/** Lower triggers are refused. Source: as above. */
const MIN_THRESHOLD_TOKENS = 50_000;

/** How far below the local trigger the server's stays, so that the server is always first: the two count differently. */
const CLEARANCE_TOKENS = 8_192;

/**
 * The trigger for a server of Anthropic, in tokens of input: as configured, else 150,000; 8,192 below where a compaction
 * here begins; a lower wish than the 50,000 that the API takes is raised to them. None where both cannot be had.
 */
export function anthropicCompactionThreshold(asked: ServerCompactionRequest): CompactionThreshold {
  const { thresholdTokens = DEFAULT_THRESHOLD_TOKENS, localTriggerTokens } = asked;
  const wanted = Math.max(Math.floor(thresholdTokens), MIN_THRESHOLD_TOKENS);
  if (localTriggerTokens === undefined) return { kind: 'tokens', thresholdTokens: wanted };
  const highest = Math.floor(localTriggerTokens) - CLEARANCE_TOKENS;
  if (highest >= MIN_THRESHOLD_TOKENS) return { kind: 'tokens', thresholdTokens: Math.min(wanted, highest) };
  return { kind: 'none', reason: tooLow(localTriggerTokens) };
}

function tooLow(localTriggerTokens: number): string {
  const [local, lowest, clearance] = [localTriggerTokens, MIN_THRESHOLD_TOKENS, CLEARANCE_TOKENS].map((tokens) =>
    tokens.toLocaleString('en-US'),
  );
  return `A compaction here begins at ${local} tokens, and the server compacts at ${lowest} or more, which is not ${clearance} below.`;
}

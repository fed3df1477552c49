import { estimateTextTokens } from '@hermes-context/messages';
import { extractSummary } from '../extractive-summarizer.ts';
import { type Check, hard, soft } from './finding.ts';
import type { GateSource, SourceFacts } from './gate-source.ts';

/** A summary this many times larger than asked for is reported: the caller may not gain what it expected. */
const OVERSIZE_FACTOR = 2;

/** Below this many tokens, a summary may be as long as what it stands for: headings alone are that much. */
const SMALL_SOURCE_TOKENS = 1_000;

/** What a summary says at least, as a share of its source; and no more than that share of its budget is asked for. */
const MIN_SOURCE_SHARE = 0.004;
const MIN_BUDGET_SHARE = 0.05;

/** From this source on, in tokens, a few words cannot be all there is to say. */
const LONG_SOURCE_TOKENS = 6_000;

/** A summary is smaller than what it stands for, about as large as asked for, and no mere sentence for a long work. */
export const checkSize: Check = ({ tokens }, { source, tokens: sourceTokens }) => {
  const { maxTokens } = source;
  if (sourceTokens >= SMALL_SOURCE_TOKENS && tokens > sourceTokens + pinTokens(source)) {
    return [
      hard('size', `The summary takes about ${tokens} tokens, more than the ${sourceTokens} that it stands for.`),
    ];
  }
  if (tokens < minTokensOf(maxTokens, sourceTokens) && tokens < extractTokens(source) * EXTRACT_SHARE) {
    return [hard('size', `The summary takes about ${tokens} tokens, too few to stand for ${sourceTokens}.`)];
  }
  if (tokens <= OVERSIZE_FACTOR * maxTokens + pinTokens(source)) return [];
  return [soft('size', `The summary takes about ${tokens} tokens, more than twice the ${maxTokens} asked for.`)];
};

/** Where an extract finds little to say either, there is little. */
const EXTRACT_SHARE = 0.5;

function extractTokens(source: GateSource): number {
  return estimateTextTokens(extractSummary(source));
}

/** What pins take, which come on top of the budget. */
function pinTokens({ pinnedTexts = [] }: GateSource): number {
  return pinnedTexts.reduce((total, pin) => total + estimateTextTokens(pin), 0);
}

function minTokensOf(maxTokens: number, sourceTokens: SourceFacts['tokens']): number {
  if (sourceTokens < LONG_SOURCE_TOKENS) return 0;
  return Math.min(sourceTokens * MIN_SOURCE_SHARE, maxTokens * MIN_BUDGET_SHARE);
}

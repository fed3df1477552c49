import type { BenchRow, RowSetup } from '@hermes-context/eval';
import { peerVersion } from './installed-peers.ts';
import { loadPeer } from './load-peer.ts';
import { type MastraProcessors, type PromptProcessor, runProcessors } from './mastra-prompt.ts';
import { modelMessageForm } from './model-messages.ts';
import { openPeerSession } from './peer-session.ts';

/**
 * `TokenLimiterProcessor`: its hook `processLLMRequest` gets the prompt of each request and counts it by itself.
 * What it drops is dropped for that request alone: the stored list stays whole (reference in the package 1.71.0,
 * 3 December 2026). Its error where no message fits becomes a problem, and the request stays as it was.
 */
export const mastraTokenLimiterRows: readonly BenchRow[] = [
  // A number is the limit; the trim mode is then best-fit, which goes on past what does not fit.
  limiterRow('default', ({ TokenLimiterProcessor }, { thresholdTokens }) => new TokenLimiterProcessor(thresholdTokens)),
  // The documented mode without gaps.
  limiterRow(
    'tuned',
    ({ TokenLimiterProcessor }, { thresholdTokens }) =>
      new TokenLimiterProcessor({ limit: thresholdTokens, trimMode: 'contiguous' }),
  ),
];

type Choice = (processors: MastraProcessors, setup: RowSetup) => PromptProcessor;

function limiterRow(variant: BenchRow['variant'], choose: Choice): BenchRow {
  const can = { reach: false, undo: false, summarise: false };
  const open: BenchRow['open'] = async (setup) => {
    const processors = await loadPeer<MastraProcessors>('@mastra/core/processors', ['TokenLimiterProcessor']);
    const limiter = choose(processors, setup);
    const form = modelMessageForm();
    return openPeerSession({ setup, form, isLasting: false, shape: (list) => runProcessors([limiter], list) });
  };
  return { name: 'mastra TokenLimiterProcessor', variant, version: peerVersion('@mastra/core'), can, open };
}

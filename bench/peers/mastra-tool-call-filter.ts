import type { BenchRow, RowSetup } from '@hermes-context/eval';
import { peerVersion } from './installed-peers.ts';
import { loadPeer } from './load-peer.ts';
import { type MastraProcessors, type PromptProcessor, runProcessors } from './mastra-prompt.ts';
import { type ModelMessage, modelMessageForm } from './model-messages.ts';
import { openPeerSession } from './peer-session.ts';

/**
 * `ToolCallFilter`: its hook `processLLMRequest` drops calls with their results, for one request alone. By default it
 * spares those of the current run, which it knows by a state that an agent keeps for the run: here from the user's
 * last message on. (Reference in the package 1.71.0, 3 December 2026.)
 */
export const mastraToolCallFilterRows: readonly BenchRow[] = [
  filterRow('default', ({ ToolCallFilter }) => [new ToolCallFilter()]),
  // Ten steps with tools stay, and the limiter behind it holds the budget, in the order that the reference asks for.
  filterRow('tuned', ({ ToolCallFilter, TokenLimiterProcessor }, { thresholdTokens: limit }) => [
    new ToolCallFilter({ filterAfterToolSteps: 10 }),
    new TokenLimiterProcessor({ limit, trimMode: 'contiguous' }),
  ]),
];

type Choice = (processors: MastraProcessors, setup: RowSetup) => readonly PromptProcessor[];

function filterRow(variant: BenchRow['variant'], choose: Choice): BenchRow {
  const can = { reach: false, undo: false, summarise: false };
  const open: BenchRow['open'] = async (setup) => {
    const names = ['TokenLimiterProcessor', 'ToolCallFilter'] as const;
    const processors = choose(await loadPeer<MastraProcessors>('@mastra/core/processors', names), setup);
    const form = modelMessageForm();
    let run: { readonly asked: ModelMessage | undefined; readonly state: Record<string, unknown> } | undefined;
    const shape = (list: ModelMessage[]) => {
      const asked = list.findLast(({ role }) => role === 'user');
      if (run === undefined || run.asked !== asked) run = { asked, state: {} };
      return runProcessors(processors, list, run.state);
    };
    return openPeerSession({ setup, form, isLasting: false, shape });
  };
  return { name: 'mastra ToolCallFilter', variant, version: peerVersion('@mastra/core'), can, open };
}

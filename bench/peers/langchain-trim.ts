import type { BenchRow } from '@hermes-context/eval';
import { countOnce } from './count-once.ts';
import { peerVersion } from './installed-peers.ts';
import { type LangChainMessage, langChainForm } from './langchain-messages.ts';
import { loadPeer } from './load-peer.ts';
import { openPeerSession } from './peer-session.ts';

interface TrimOptions {
  readonly maxTokens: number;
  readonly tokenCounter: (list: readonly LangChainMessage[]) => number;
  readonly strategy: 'first' | 'last';
  readonly includeSystem: boolean;
  readonly allowPartial?: boolean;
  readonly startOn?: 'human';
}

interface TrimModule {
  readonly trimMessages: (list: LangChainMessage[], options: TrimOptions) => Promise<LangChainMessage[]>;
}

/**
 * `trimMessages`, called before each request; the trimmed list stands from then on, as in LangChain's guide to
 * short-term memory (hook `beforeModel`). It has no default for a budget or a counter: both rows get the bench's.
 */
export const langChainTrimRows: readonly BenchRow[] = [
  // The example of the function's own reference (installed types, 1.4.0, 3 December 2026).
  trimRow('default', { strategy: 'last', includeSystem: true }),
  // With what the guide adds for chat models (3 December 2026): a list that starts with the user's words.
  trimRow('tuned', { strategy: 'last', includeSystem: true, allowPartial: false, startOn: 'human' }),
];

function trimRow(variant: BenchRow['variant'], options: Omit<TrimOptions, 'maxTokens' | 'tokenCounter'>): BenchRow {
  return {
    name: 'langchain trimMessages',
    variant,
    version: peerVersion('@langchain/core'),
    can: { reach: false, undo: false, summarise: false },
    open: async (setup) => {
      const { trimMessages } = await loadPeer<TrimModule>('@langchain/core/messages', ['trimMessages']);
      const form = await langChainForm();
      const all = { ...options, maxTokens: setup.thresholdTokens, tokenCounter: countOnce(setup, form) };
      return openPeerSession({ setup, form, isLasting: true, shape: (list) => trimMessages(list, all) });
    },
  };
}

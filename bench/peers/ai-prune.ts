import type { BenchRow, RowSetup } from '@hermes-context/eval';
import { countOnce } from './count-once.ts';
import { peerVersion } from './installed-peers.ts';
import { loadPeer } from './load-peer.ts';
import { type ModelMessage, modelMessageForm } from './model-messages.ts';
import { openPeerSession, type PeerForm } from './peer-session.ts';

interface PruneOptions {
  readonly reasoning: 'all' | 'before-last-message' | 'none';
  readonly toolCalls: `before-last-${number}-messages`;
  readonly emptyMessages: 'keep' | 'remove';
}

interface Ai {
  readonly pruneMessages: (options: PruneOptions & { readonly messages: ModelMessage[] }) => ModelMessage[];
}

type Count = (list: readonly ModelMessage[]) => number;

/**
 * `pruneMessages` in the place of `prepareStep`, whose answer stands for later steps (AI SDK's docs on loop control in
 * the package 7.0.173, 3 December 2026). It has no trigger of its own: the app decides when, here at the threshold.
 */
export const aiPruneRows: readonly BenchRow[] = [
  // The example of those docs, its estimate included.
  pruneRow('ai pruneMessages', 'default', {
    options: { reasoning: 'all', toolCalls: 'before-last-3-messages', emptyMessages: 'remove' },
    counter: () => (list) => JSON.stringify(list).length / 4,
  }),
  // Calls of the last 10 or 40 messages stay; reasoning stays, since providers pair it with the calls.
  pruneRow('ai pruneMessages (last 10)', 'tuned', {
    options: { reasoning: 'none', toolCalls: 'before-last-10-messages', emptyMessages: 'remove' },
    counter: countOnce,
  }),
  pruneRow('ai pruneMessages (last 40)', 'tuned', {
    options: { reasoning: 'none', toolCalls: 'before-last-40-messages', emptyMessages: 'remove' },
    counter: countOnce,
  }),
];

interface Choice {
  readonly options: PruneOptions;
  readonly counter: (setup: RowSetup, form: PeerForm<ModelMessage>) => Count;
}

function pruneRow(name: string, variant: BenchRow['variant'], { options, counter }: Choice): BenchRow {
  const can = { reach: false, undo: false, summarise: false };
  const open: BenchRow['open'] = async (setup) => {
    const { pruneMessages } = await loadPeer<Ai>('ai', ['pruneMessages']);
    const form = modelMessageForm();
    const count = counter(setup, form);
    const shape = (messages: ModelMessage[]) =>
      count(messages) > setup.thresholdTokens ? pruneMessages({ ...options, messages }) : messages;
    return openPeerSession({ setup, form, isLasting: true, shape });
  };
  return { name, variant, version: peerVersion('ai'), can, open };
}

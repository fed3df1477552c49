import type { Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import type { ReplayOptions } from '../replay/replay-options.ts';
import { replayRow } from '../replay/replay-row.ts';
import type { RunResult } from '../replay/run-result.ts';
import type { BenchRow } from '../row.ts';
import type { ItemKind, Trajectory } from '../trajectory.ts';
import { findItems } from './find-items.ts';
import { type Recommendation, recommend } from './recommend.ts';

/** What rows make of a conversation of the user's own. */
export interface TranscriptEvaluation {
  /** Size of the conversation, in tokens. */
  readonly tokens: number;
  /** How many items of each kind were found in it. */
  readonly items: Readonly<Partial<Record<ItemKind, number>>>;
  /** One a row, in the order of the rows. */
  readonly results: readonly RunResult[];
  /** Undefined where no row ends and fits the window. */
  readonly recommendation: Recommendation | undefined;
}

/**
 * Lead a conversation without an answer key through rows, one after another, with the metrics of the bench. What must survive
 * is found by simple recognisers: see the limits that `findItems` names. Nothing is written, and what leaves the process is
 * what the rows send to the summarizer in the options.
 */
export async function evaluateTranscript(
  messages: Messages,
  rows: readonly BenchRow[],
  options: ReplayOptions,
): Promise<TranscriptEvaluation> {
  const tokens = estimateMessagesTokens(messages);
  const key = findItems(messages);
  const trajectory: Trajectory = { family: 'transcript', size: `${tokens} tokens`, seed: 0, messages, key };
  const results: RunResult[] = [];
  for (const row of rows) results.push(await replayRow(row, trajectory, options));
  const byKind = Map.groupBy(key.items, ({ kind }) => kind);
  const items = Object.fromEntries([...byKind].map(([kind, ofKind]) => [kind, ofKind.length]));
  return { tokens, items, results, recommendation: recommend(results) };
}

/** Compactions that a conversation should come to, so that rows differ. */
const WANTED_COMPACTIONS = 3;
const LEAST_THRESHOLD_TOKENS = 4_000;

/** A window and a threshold at which a conversation is compacted a few times, where the user names no model. */
export function windowFor(messages: Messages): { readonly windowTokens: number; readonly thresholdTokens: number } {
  const share = Math.ceil(estimateMessagesTokens(messages) / WANTED_COMPACTIONS);
  const thresholdTokens = Math.max(LEAST_THRESHOLD_TOKENS, share);
  return { windowTokens: thresholdTokens * 2, thresholdTokens };
}

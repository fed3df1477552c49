import { setImmediate as nextTick } from 'node:timers/promises';
import type { Message, Messages } from '@hermes-context/contract';
import { isRealUser } from '@hermes-context/messages';
import type { LcmStore } from '../store/lcm-store.ts';
import { type Chunk, chunkEntries, type FreeMessage } from './chunk-entries.ts';
import type { CompactionTools } from './compact-list.ts';
import { condenseRoots } from './condense-roots.ts';
import { planList } from './plan-list.ts';
import type { CutSummaries } from './redo-cut.ts';
import { CUT_LEVEL, writeSummary } from './write-summary.ts';

/** How a background summary is made. */
export interface Preparation {
  /** Large results by their outline. */
  readonly show: (messages: Messages) => Messages;
  readonly signal: AbortSignal;
}

/** How the summaries of the past are made better. */
export interface Improvement extends Preparation {
  /** Summaries that were cut while no model answered. */
  readonly cut: CutSummaries;
}

/** Of how many chunks a summary that was cut is written anew at most; of more than that, by the summaries below it. */
const MOST_CHUNKS_ANEW = 4;

/** A summary that waits to be put in place. */
export interface PreparedSummary {
  readonly id: string;
  /** By how many tokens a list is smaller with it. */
  readonly wonTokens: number;
}

/**
 * Summarise the oldest chunk that no summary stands over, outside the tail, and keep it in the store: the next
 * compaction puts it in place. Nothing where there is no whole chunk, or no model may be asked now.
 */
export async function prepareSummary(
  preparation: Preparation,
  tools: CompactionTools,
): Promise<PreparedSummary | undefined> {
  const { log, budget } = tools;
  const { signal } = preparation;
  if (tools.guard.state().closed !== undefined) return undefined;
  const store = await log.ready();
  const found = await nextChunk(preparation, store, tools);
  signal.throwIfAborted();
  if (found === undefined) return undefined;
  const { chunk, hasNewerRequest } = found;
  const messages = chunk.messages.map(({ message }) => message);
  const targetTokens = budget.summaryTokensFor(chunk.tokens);
  const task = { request: { messages, hasNewerRequest }, sourceTokens: chunk.tokens, targetTokens, signal };
  const { text, tokens, level } = await writeSummary(task, tools);
  // Cut without a model it can be at any time: it is not worth having early.
  if (level === CUT_LEVEL) return undefined;
  const { sessionId } = log;
  const sources = { kind: 'entries', entries: chunk.messages.map(({ entry }) => entry) } as const;
  const id = await store.addSummary({ sessionId, text, tokens, level, sources });
  return { id, wonTokens: chunk.tokens - tokens };
}

/**
 * Better summaries than there are, once a model has answered: what was cut without one is written by it, and what no
 * longer fits is condensed.
 */
export async function improveSummaries(preparation: Improvement, tools: CompactionTools): Promise<void> {
  const { log, budget } = tools;
  const { signal, cut } = preparation;
  const store = await log.ready();
  const { summaryTokensFor: targetTokensFor, rootsTokens: maxTokens, chunkTokens } = budget;
  const common = { store, sessionId: log.sessionId, targetTokensFor, signal };
  await cut.redoOldest({ ...common, show: preparation.show, mostTokens: chunkTokens * MOST_CHUNKS_ANEW }, tools);
  await condenseRoots({ ...common, maxTokens }, tools);
}

interface NextChunk {
  readonly chunk: Chunk;
  readonly hasNewerRequest: boolean;
}

/** The oldest whole chunk of the list, outside the tail, that no summary stands over. */
async function nextChunk(
  { show }: Preparation,
  store: LcmStore,
  { log, budget, countTokens }: CompactionTools,
): Promise<NextChunk | undefined> {
  const roots = await store.roots(log.sessionId);
  const fromDepth = Math.max(0, ...roots.map(({ lastDepth }) => lastDepth)) + 1;
  const path = await store.path(log.sessionId, { fromDepth });
  const entries = path.filter(({ id }) => id >= log.firstLive);
  await nextTick(); // here and below: a long list holds the event loop no longer than one step takes
  const messages = show(entries.map(({ message }) => message));
  await nextTick();
  // What was counted when it was stored is not counted again.
  const stored = new Map(entries.map(({ message, tokens }) => [message, tokens]));
  const tokensOf = (message: Message) => stored.get(message) ?? countTokens(message);
  const plan = planList(messages, { tailTokens: budget.tailTokens, pins: [], tokensOf });
  await nextTick();
  const firstCarried = plan.carried[0] ?? Infinity;
  const free = plan.middle.flatMap((index): readonly FreeMessage[] => {
    const [entry, message] = [entries[index], messages[index]];
    if (entry === undefined || message === undefined || index >= firstCarried) return [];
    return [{ message, entry: entry.id, tokens: tokensOf(message), index }];
  });
  const chunk = chunkEntries(free, budget.chunkTokens).find(({ tokens }) => tokens >= budget.chunkTokens);
  if (chunk === undefined) return undefined;
  return { chunk, hasNewerRequest: messages.findLastIndex(isRealUser) > (chunk.messages.at(-1)?.index ?? 0) };
}

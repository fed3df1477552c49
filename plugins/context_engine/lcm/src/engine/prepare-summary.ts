import type { Messages } from '@hermes-context/contract';
import { isRealUser } from '@hermes-context/messages';
import type { StoredEntry } from '../store/lcm-store.ts';
import { chunkEntries, type FreeMessage } from './chunk-entries.ts';
import type { CompactionTools } from './compact-list.ts';
import { planList } from './plan-list.ts';
import { writeSummary } from './write-summary.ts';

/** How a background summary is made. */
export interface Preparation {
  /** Large results by their outline. */
  readonly show: (messages: Messages) => Messages;
  readonly signal: AbortSignal;
}

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
  { show, signal }: Preparation,
  tools: CompactionTools,
): Promise<PreparedSummary | undefined> {
  const { log, budget, countTokens } = tools;
  if (tools.guard.state().closed !== undefined) return undefined;
  const store = await log.ready();
  const roots = await store.roots(log.sessionId);
  const fromDepth = Math.max(0, ...roots.map(({ lastDepth }) => lastDepth)) + 1;
  const path = await store.path(log.sessionId, { fromDepth });
  const entries = path.filter(({ id }) => id >= log.firstLive);
  signal.throwIfAborted();
  const messages = show(entries.map(({ message }) => message));
  const plan = planList(messages, { tailTokens: budget.tailTokens, pins: [], tokensOf: countTokens });
  const free = plan.middle.flatMap((index) => freeAt(entries, messages, index));
  const firstCarried = plan.carried[0] ?? Infinity;
  const whole = chunkEntries(
    free.filter(({ index }) => index < firstCarried),
    budget.chunkTokens,
  ).find(({ tokens }) => tokens >= budget.chunkTokens);
  if (whole === undefined) return undefined;
  const summary = await writeSummary(
    {
      request: {
        messages: whole.messages.map(({ message }) => message),
        hasNewerRequest: messages.findLastIndex(isRealUser) > (whole.messages.at(-1)?.index ?? 0),
      },
      sourceTokens: whole.tokens,
      targetTokens: budget.summaryTokensFor(whole.tokens),
      signal,
    },
    tools,
  );
  // Cut without a model it can be at any time: it is not worth having early.
  if (summary.level === 3) return undefined;
  const sources = { kind: 'entries', entries: whole.messages.map(({ entry }) => entry) } as const;
  const { text, tokens, level } = summary;
  const id = await store.addSummary({ sessionId: log.sessionId, text, tokens, level, sources });
  return { id, wonTokens: whole.tokens - tokens };

  function freeAt(all: readonly StoredEntry[], list: Messages, index: number): readonly FreeMessage[] {
    const [entry, message] = [all[index], list[index]];
    if (entry === undefined || message === undefined) return [];
    return [{ message, entry: entry.id, tokens: countTokens(message), index }];
  }
}

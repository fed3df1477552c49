import type { Messages } from '@hermes-context/contract';
import type { LcmStore, StoredSummary } from '../store/lcm-store.ts';
import {
  asMessages,
  CUT_LEVEL,
  hasAnswered,
  LEAST_ASKED_TOKENS,
  type SummaryTools,
  writeSummary,
} from './write-summary.ts';

/** Where a summary is made anew. */
export interface RedoTask {
  readonly store: LcmStore;
  readonly sessionId: string;
  /** Large results by their outline. */
  readonly show: (messages: Messages) => Messages;
  readonly targetTokensFor: (sourceTokens: number) => number;
  readonly signal: AbortSignal;
}

/** Summaries that were cut while no model answered: once one does, it writes them. */
export class CutSummaries {
  /** Those that a model answered about in this process, and no better than the cut: it is not asked again. */
  readonly #tried = new Set<string>();

  /**
   * Have the oldest cut root written by the model. What comes of it stands over the cut one, which stays in the store, and
   * is put in place with the next compaction.
   *
   * @throws The signal's reason, when it aborts; LcmStoreError.
   */
  async redoOldest(task: RedoTask, tools: SummaryTools): Promise<void> {
    const { store, sessionId, targetTokensFor, signal } = task;
    const cut = (await store.roots(sessionId)).find((root) => this.#isWorthIt(root));
    if (cut === undefined) return;
    const messages = await sourcesOf(cut, task);
    const sourceTokens = messages.reduce((sum, message) => sum + tools.countTokens(message), 0);
    const request = { messages, hasNewerRequest: true };
    const targetTokens = targetTokensFor(sourceTokens);
    const written = await writeSummary({ request, sourceTokens, targetTokens, signal }, tools);
    const { text, tokens, level, attempts } = written;
    if (level !== CUT_LEVEL) {
      const sources = { kind: 'summaries', summaries: [cut.id] } as const;
      await store.addSummary({ sessionId, text, tokens, level, sources });
    } else if (hasAnswered(attempts)) this.#tried.add(cut.id);
  }

  #isWorthIt({ id, level, sourceTokens }: StoredSummary): boolean {
    return level === CUT_LEVEL && sourceTokens >= LEAST_ASKED_TOKENS && !this.#tried.has(id);
  }
}

/** What a summary was made of. */
async function sourcesOf({ id, kind, entryCount }: StoredSummary, { store, show }: RedoTask): Promise<Messages> {
  if (kind === 'leaf') {
    const entries = await store.summaryEntries(id, { limit: entryCount });
    return show(entries.map(({ message }) => message));
  }
  const children = (await store.summary(id))?.children ?? [];
  const summaries = await Promise.all(children.map((child) => store.summary(child)));
  return asMessages(summaries.flatMap((summary) => summary?.text ?? []));
}

import type { Messages } from '@hermes-context/contract';
import type { LcmStore, StoredSummary } from '../store/lcm-store.ts';
import { asMessages, CUT_LEVEL, LEAST_ASKED_TOKENS, type SummaryTools, writeSummary } from './write-summary.ts';

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
  /** What a model was asked once in this process is not asked again: its answer was no better than the cut. */
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
    this.#tried.add(cut.id);
    const messages = await sourcesOf(cut, task);
    const sourceTokens = messages.reduce((sum, message) => sum + tools.countTokens(message), 0);
    const request = { messages, hasNewerRequest: true };
    const targetTokens = targetTokensFor(sourceTokens);
    const { text, tokens, level } = await writeSummary({ request, sourceTokens, targetTokens, signal }, tools);
    if (level === CUT_LEVEL) return;
    await store.addSummary({ sessionId, text, tokens, level, sources: { kind: 'summaries', summaries: [cut.id] } });
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

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
  /** Of messages up to so many tokens a summary is written anew; what is below the rest is read from summaries. */
  readonly mostTokens: number;
  readonly signal: AbortSignal;
}

/** Summaries that were cut while no model answered: once one does, it writes them. */
export class CutSummaries {
  /** Those that a model answered about in this process, and no better than the cut: it is not asked again. */
  readonly #tried = new Set<string>();
  /** Those that are known to need no other text. */
  readonly #sound = new Set<string>();

  /**
   * Have the oldest root written by the model that was cut, or condensed from what was. What comes of it stands over the
   * old one, which stays in the store, and is put in place with the next compaction.
   *
   * @throws The signal's reason, when it aborts; LcmStoreError.
   */
  async redoOldest(task: RedoTask, tools: SummaryTools): Promise<void> {
    const { store, sessionId, targetTokensFor, signal } = task;
    const poor = await this.#oldestPoor(await store.roots(sessionId), store);
    if (poor === undefined) return;
    const messages = await messagesBelow(poor, task, tools);
    const sourceTokens = messages.reduce((sum, message) => sum + tools.countTokens(message), 0);
    const request = { messages, hasNewerRequest: true };
    const targetTokens = targetTokensFor(Math.max(sourceTokens, poor.sourceTokens));
    const written = await writeSummary({ request, sourceTokens, targetTokens, signal }, tools);
    const { text, tokens, level, attempts } = written;
    if (level !== CUT_LEVEL) {
      const sources = { kind: 'summaries', summaries: [poor.id] } as const;
      this.#sound.add(await store.addSummary({ sessionId, text, tokens, level, sources }));
    } else if (hasAnswered(attempts)) this.#tried.add(poor.id);
  }

  async #oldestPoor(roots: readonly StoredSummary[], store: LcmStore): Promise<StoredSummary | undefined> {
    for (const root of roots) {
      if (this.#tried.has(root.id) || this.#sound.has(root.id)) continue;
      if (isCut(root) || (root.kind === 'condensed' && (await hasCutSource(root, store)))) return root;
      this.#sound.add(root.id);
    }
    return undefined;
  }
}

function isCut({ level, sourceTokens }: StoredSummary): boolean {
  return level === CUT_LEVEL && sourceTokens >= LEAST_ASKED_TOKENS;
}

/** Whether a summary was condensed from what was cut; one that has a single source was written anew, from all below it. */
async function hasCutSource({ id }: StoredSummary, store: LcmStore): Promise<boolean> {
  const sources = await sourcesOf(id, store);
  return sources.length > 1 && sources.some(isCut);
}

async function sourcesOf(id: string, store: LcmStore): Promise<readonly StoredSummary[]> {
  const children = (await store.summary(id))?.children ?? [];
  const summaries = await Promise.all(children.map((child) => store.summary(child)));
  return summaries.flatMap((summary) => summary ?? []);
}

/**
 * What a summary is to be written from: the messages below it wherever they were cut, the text of a summary that a
 * model has written, and the cut text where there would be too many messages.
 */
async function messagesBelow(summary: StoredSummary, task: RedoTask, tools: SummaryTools): Promise<Messages> {
  if (summary.kind === 'leaf') return entriesOf(summary, task);
  let left = task.mostTokens;
  const lists: Messages[] = [];
  for (const leaf of await readable(summary, task)) {
    const messages = leaf.kind === 'leaf' && isCut(leaf) && left > 0 ? await entriesOf(leaf, task) : [];
    const tokens = messages.reduce((sum, message) => sum + tools.countTokens(message), 0);
    const isRead = messages.length > 0 && tokens <= left;
    if (isRead) left -= tokens;
    lists.push(isRead ? messages : asMessages([leaf.text]));
  }
  return lists.flat();
}

/** The summaries below one, down to leaves wherever they were cut. */
async function readable(summary: StoredSummary, { store }: RedoTask): Promise<readonly StoredSummary[]> {
  let found = await sourcesOf(summary.id, store);
  while (found.some(isToOpen)) {
    const opened = await Promise.all(found.map((each) => (isToOpen(each) ? sourcesOf(each.id, store) : [each])));
    found = opened.flat();
  }
  return found;
}

function isToOpen(summary: StoredSummary): boolean {
  return summary.kind === 'condensed' && isCut(summary);
}

async function entriesOf({ id, entryCount }: StoredSummary, { store, show }: RedoTask): Promise<Messages> {
  const entries = await store.summaryEntries(id, { limit: entryCount });
  return show(entries.map(({ message }) => message));
}

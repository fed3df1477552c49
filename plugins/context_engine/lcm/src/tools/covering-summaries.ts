import type { LcmStore, StoredEntry, StoredSummary } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';
import type { RecallPlace } from './recall-id.ts';

/** Ids of the summaries over a message of the current branch, the nearest first; none where no live one is. */
export async function coveringSummaries(
  entry: StoredEntry,
  { context, store, signal }: RecallPlace,
): Promise<readonly string[]> {
  const chain: string[] = [];
  let candidates: readonly StoredSummary[] = await untilAborted(signal, store.roots(context.sessionId));
  for (;;) {
    const over = await untilAborted(signal, coveringOf(entry, candidates, store));
    if (over === undefined) return chain;
    chain.unshift(over);
    const children = (await untilAborted(signal, store.summary(over)))?.children ?? [];
    const found = await untilAborted(signal, Promise.all(children.map((id) => store.summary(id))));
    candidates = found.filter((child) => child !== undefined);
  }
}

/** Ranges may overlap, so what lies within one is asked for. */
async function coveringOf(
  { id, depth }: StoredEntry,
  candidates: readonly StoredSummary[],
  store: LcmStore,
): Promise<string | undefined> {
  for (const { id: summary, firstDepth, lastDepth } of candidates) {
    if (depth < firstDepth || depth > lastDepth) continue;
    const [first] = await store.summaryEntries(summary, { after: id - 1, limit: 1 });
    if (first?.id === id) return summary;
  }
  return undefined;
}

import type { LcmStore, StoredEntry } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';

/** Messages that are asked for at once. */
const PAGE_ENTRIES = 20;

/** Messages under a summary, oldest first, as long as they are wanted. */
export async function* entriesUnder(
  store: LcmStore,
  { id, after, signal }: { readonly id: string; readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<StoredEntry> {
  for (let last = after; ; ) {
    const page = await untilAborted(signal, store.summaryEntries(id, { after: last, limit: PAGE_ENTRIES }));
    yield* page;
    const end = page.at(-1);
    if (end === undefined || page.length < PAGE_ENTRIES) return;
    last = end.id;
  }
}

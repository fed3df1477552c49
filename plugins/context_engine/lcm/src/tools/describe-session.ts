import type { LcmStats, LcmStore } from '../store/lcm-store.ts';
import { LcmStoreError } from '../store/lcm-store-error.ts';
import { untilAborted } from '../until-aborted.ts';
import { type DescribePlace, describeCursor, listPage, wrongDescribeCursor } from './describe-place.ts';
import type { RecallPlace } from './recall-id.ts';
import { resultCapTokens } from './result-size.ts';
import { lagLine } from './status-tool.ts';
import { summaryLine } from './summary-line.ts';

/** What a conversation has: its sizes, and the summaries that stand for its older part. */
export async function describeSession(
  cursor: DescribePlace | undefined,
  { context, store, signal }: RecallPlace,
): Promise<string> {
  if (cursor?.part === 'text') throw wrongDescribeCursor(describeCursor(cursor));
  const stats = await untilAborted(signal, statsOf(store, context.sessionId));
  if (stats === undefined) {
    return 'Nothing of this conversation is stored yet.\nNext: nothing to recall; all of it is in the window.';
  }
  const roots = await untilAborted(signal, store.roots(context.sessionId));
  const page = listPage(roots, cursor?.at ?? 0, resultCapTokens(context));
  const [first] = page.items;
  const next =
    page.next === undefined
      ? `lcm_describe id="${first?.id}" shows a summary's text; lcm_grep finds single places.`
      : `lcm_describe cursor="${describeCursor(page.next)}" for more of them; lcm_describe with an id for one.`;
  return [
    ...sizeLines(stats),
    lagLine(stats),
    `summaries that no other one covers, oldest first: ${page.range}`,
    ...page.items.map(
      (root) => `${summaryLine(root)}, ${root.entryCount} messages, ${root.sourceTokens} to ${root.tokens} tokens`,
    ),
    `Next: ${first === undefined ? 'lcm_grep finds single places.' : next}`,
  ].join('\n');
}

/** Nothing for a conversation of which nothing is stored. */
async function statsOf(store: LcmStore, sessionId: string): Promise<LcmStats | undefined> {
  try {
    return await store.stats(sessionId);
  } catch (error) {
    if (error instanceof LcmStoreError && error.reason === 'unknown-session') return undefined;
    throw error;
  }
}

function sizeLines({ path, entries, ambiguousEntries, leaves, condensed }: LcmStats): readonly string[] {
  const { messages = 0, tokens = 0, uncoveredTokens = 0, rootTokens = 0, roots = 0 } = path ?? {};
  return [
    `conversation: ${messages} messages, ${tokens} tokens; ${entries} stored with what was undone, ${ambiguousEntries} of them perhaps repeated`,
    `summaries: ${leaves} leaf, ${condensed} condensed; ${roots} stand in the window with ${rootTokens} tokens, ${uncoveredTokens} tokens are under none`,
  ];
}

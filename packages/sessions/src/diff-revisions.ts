import type { Message, Messages } from '@hermes-context/contract';
import { idOf } from './canonical-message.ts';
import type { SessionStore } from './session-store.ts';

/** What became of a list, by the ids of its messages. */
export interface ListDiff {
  /** In the first list and not in the second, in order. */
  readonly removed: Messages;
  /** In the second list and not in the first, in order. */
  readonly added: Messages;
  /** Number of messages in both. */
  readonly kept: number;
}

/** What the changes between two revisions took out of the live list and put into it. */
export interface RevisionDiff extends ListDiff {
  readonly from: number;
  readonly to: number;
  /** Number of messages that were appended meanwhile and are live: they are in neither of the lists above. */
  readonly appended: number;
}

/** Messages to a page of a read: as many as a store gives at once. */
const PAGE_MESSAGES = 1_000;

/** Compare two lists by the ids of their messages. One without an id is in no other list. Pure. */
export function diffLists(before: Messages, after: Messages): ListDiff {
  const old = idsOf(before);
  const now = idsOf(after);
  const isIn = (ids: ReadonlySet<string>, message: Message): boolean => ids.has(idOf(message) ?? '');
  const removed = before.filter((message) => !isIn(now, message));
  return { removed, added: after.filter((message) => !isIn(old, message)), kept: before.length - removed.length };
}

/**
 * What was taken out and put in between two revisions of a session. The lists are those at the end of each revision, so
 * `{ from: 4, to: 5 }` is what change 5 did: an append that came before it is in both, one that came after it is counted
 * apart.
 *
 * @throws SessionInputError - For a revision that the session does not have.
 */
export async function diffRevisions(
  store: Pick<SessionStore, 'load' | 'read'>,
  sessionId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<RevisionDiff> {
  const before = await store.load(sessionId, { revision: from });
  const after = await store.load(sessionId, { revision: to });
  const diff = diffLists(before.messages, after.messages);
  // A list that goes back in time has nothing that came later, and everything in it was there.
  const arrived = to < from ? new Set<string>() : await appendedAfter(store, sessionId, before.sequence);
  const added = diff.added.filter((message) => !arrived.has(idOf(message) ?? ''));
  return { from, to, ...diff, added, appended: diff.added.length - added.length };
}

/** Ids of the messages behind a sequence that no compaction wrote. */
async function appendedAfter(
  store: Pick<SessionStore, 'read'>,
  sessionId: string,
  sequence: number,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let after = sequence;
  for (;;) {
    const { items, next } = await store.read(sessionId, { after, limit: PAGE_MESSAGES });
    for (const { id, madeBy } of items) if (madeBy === undefined) ids.add(id);
    const last = items.at(-1);
    if (last === undefined || next === undefined) return ids;
    after = last.sequence;
  }
}

function idsOf(messages: Messages): ReadonlySet<string> {
  return new Set(messages.map((message) => idOf(message) ?? '').filter((id) => id !== ''));
}

import type { Message } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import type { LiveList, Revision, SessionStore } from '@hermes-context/sessions';
import { liveSequences } from './read-messages.ts';

/** How large a live list is. */
export interface ListSize {
  readonly messages: number;
  readonly tokens: number;
}

interface Entry {
  readonly sequence: number;
  readonly message: Message;
}

const PAGE_MESSAGES = 1_000;

/** How large the list would be after these changes were undone, in this order. Writes nothing. */
export async function previewUndo(
  store: SessionStore,
  sessionId: string,
  steps: readonly Revision[],
): Promise<ListSize> {
  let list = entriesOf(await store.load(sessionId));
  if (steps.length === 0) return sizeOf(list);
  const lists = await Promise.all(steps.map(({ number }) => store.load(sessionId, { revision: number - 1 })));
  const makers = await readMakers(store, sessionId, Math.min(...lists.map(({ sequence }) => sequence)));
  for (const [index, before] of lists.entries()) {
    const number = steps[index]?.number;
    const isSince = ({ sequence }: Entry): boolean => sequence > before.sequence && makers.get(sequence) !== number;
    list = [...entriesOf(before), ...list.filter(isSince)];
  }
  return sizeOf(list);
}

function sizeOf(list: readonly Entry[]): ListSize {
  return { messages: list.length, tokens: estimateMessagesTokens(list.map(({ message }) => message)) };
}

/** Which change wrote a message, for those behind a sequence that one wrote. */
async function readMakers(store: SessionStore, sessionId: string, first: number): Promise<ReadonlyMap<number, number>> {
  const makers = new Map<number, number>();
  let after: number | undefined = first;
  while (after !== undefined) {
    const { items, next } = await store.read(sessionId, { after, limit: PAGE_MESSAGES });
    for (const { sequence, madeBy } of items) if (madeBy !== undefined) makers.set(sequence, madeBy);
    after = next === undefined ? undefined : items.at(-1)?.sequence;
  }
  return makers;
}

function entriesOf(list: LiveList): readonly Entry[] {
  const sequences = liveSequences(list);
  return list.messages.map((message, index) => ({ message, sequence: sequences[index] ?? 0 }));
}

import type { Message, Messages } from '@hermes-context/contract';
import type {
  CommitResult,
  Lease,
  LiveList,
  MessageState,
  Receipt,
  SessionRecord,
  SessionStore,
  StoredMessage,
} from '@hermes-context/sessions';
import { expect } from 'vitest';

const MAX_LIMIT = 1_000;

/** What a person said. */
export function said(text: string): Message {
  return { role: 'user', content: text };
}

/** What an engine put in place of other messages. */
export function summary(text: string, coveredCount = 1): Message {
  return {
    role: 'user',
    content: text,
    _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount } } },
  };
}

/** A message as it was before a store gave it an id. */
export function bare(message: Message): Message {
  const { _context: context, ...rest } = message;
  const { id: _, ...others } = context ?? {};
  // A union of messages stays one through a rest: what is left of a message is still a message.
  const stripped: Message = rest;
  return Object.keys(others).length === 0 ? stripped : { ...message, _context: others };
}

/** Messages as text, ids aside: equal texts are equal messages, key by key. */
export function linesOf(messages: Messages): readonly string[] {
  return messages.map((message) => JSON.stringify(bare(message)));
}

/** A new session in which these things were said. */
export async function begin(store: SessionStore, words: readonly string[], id = 's1'): Promise<string> {
  await store.create({ id });
  await store.append(id, words.map(said));
  return id;
}

/** What the live list says. */
export async function liveWords(store: SessionStore, sessionId: string): Promise<readonly unknown[]> {
  return (await store.load(sessionId)).messages.map(({ content }) => content);
}

/** Every message of a session, page by page. */
export async function readAll(store: SessionStore, sessionId: string): Promise<readonly StoredMessage[]> {
  const all: StoredMessage[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await store.read(sessionId, { after: all.at(-1)?.sequence ?? 0, limit: MAX_LIMIT });
    all.push(...page.items);
    hasMore = page.next !== undefined;
  }
  return all;
}

/** State of each message, by sequence: `live, compacted, live`. */
export async function statesOf(store: SessionStore, sessionId: string): Promise<readonly MessageState[]> {
  return (await readAll(store, sessionId)).map(({ state }) => state);
}

/** Take the lease of a session that nobody holds. */
export async function take(store: SessionStore, sessionId: string, ttlMs?: number): Promise<Lease> {
  const result = await store.acquireLease({ sessionId, holder: 'a test', ...(ttlMs === undefined ? {} : { ttlMs }) });
  if (result.kind === 'busy') throw new Error(`Session ${sessionId} is busy: ${result.holder}.`);
  return result.lease;
}

/** A compaction to be tried. */
export interface Cut {
  readonly sessionId: string;
  /** What a summary takes the place of: `[from, to)` of the live list. */
  readonly from: number;
  readonly to: number;
  /** Default `summary`. */
  readonly text?: string;
  readonly key?: string;
  readonly inPlace?: boolean;
  /** What the engine makes of the messages that stay. Default: nothing, they keep their ids. */
  readonly kept?: (message: Message) => Message;
  /** What happens between the engine's reading and the commit. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Compact, and answer what the store did. */
export async function tryCut(store: SessionStore, cut: Cut): Promise<CommitResult> {
  const lease = await take(store, cut.sessionId);
  const list = await store.load(cut.sessionId);
  await cut.meanwhile?.();
  const result = await store.commit({
    ...requestOf(cut.sessionId, list, outcomeOf(list.messages, cut)),
    lease,
    key: cut.key ?? `cut of ${cut.sessionId}:${list.revision}`,
    ...(cut.inPlace === undefined ? {} : { inPlace: cut.inPlace }),
  });
  await store.releaseLease(lease);
  return result;
}

/** Compact, which must come off. */
export async function cut(store: SessionStore, wanted: Cut): Promise<Receipt> {
  const result = await tryCut(store, wanted);
  expect(result.kind).toBe('committed');
  return receiptOf(result);
}

/** The receipt of a commit that came off, now or before. */
export function receiptOf(result: CommitResult): Receipt {
  if (result.kind === 'committed' || result.kind === 'repeated') return result.receipt;
  throw new Error(`The commit was answered with ${JSON.stringify(result)}.`);
}

/** What a commit of this list says, but for lease and key. */
export function requestOf(sessionId: string, list: LiveList, messages: Messages) {
  return {
    sessionId,
    expectedRevision: list.revision,
    expectedSequence: list.sequence,
    outcome: { kind: 'compressed' as const, messages, summary: 'summary' },
    engine: 'a test',
  };
}

function outcomeOf(messages: Messages, { from, to, text = 'summary', kept = (message) => message }: Cut): Messages {
  return [...messages.slice(0, from).map(kept), summary(text, to - from), ...messages.slice(to).map(kept)];
}

/** All records of a session's export. */
export async function exportOf(store: SessionStore, sessionId: string): Promise<readonly SessionRecord[]> {
  const records: SessionRecord[] = [];
  for await (const record of store.exportSession(sessionId)) records.push(record);
  return records;
}

/** That a promise rejects with this code. */
export async function expectRefusal(promise: Promise<unknown>, code: string): Promise<void> {
  await expect(promise).rejects.toMatchObject({ code });
}

/** Codes of what a store refuses. */
export const REFUSED = {
  input: 'CTX_SESSION_INPUT_INVALID',
  unknown: 'CTX_SESSION_NOT_FOUND',
  query: 'CTX_SEARCH_INVALID',
  import: 'CTX_SESSION_IMPORT_REFUSED',
  store: 'CTX_SESSION_STORE_UNUSABLE',
} as const;

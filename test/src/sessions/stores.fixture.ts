import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import {
  type CommitRequest,
  createMemorySessionStore,
  openSqliteStore,
  type SessionRecord,
  type SessionStore,
} from '@hermes-context/sessions';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hermes-stores-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;

/** A path where no store is yet. */
export function freshPath(): string {
  count += 1;
  return join(folder, `${count}.db`);
}

/** Each kind of store, and how a new one is made. */
export const STORES: readonly (readonly [string, () => Promise<SessionStore>])[] = [
  ['in memory', async () => createMemorySessionStore()],
  ['in a file', () => openSqliteStore(freshPath())],
];

/** A summary as an engine would write it. */
export const summary: Message = {
  role: 'user',
  content: 'S',
  _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: 1 } } },
};

/** What messages say. */
export const contentsOf = (messages: Messages): readonly unknown[] => messages.map(({ content }) => content);

/** What an engine does between reading the list and writing it back. */
export async function plan(
  store: SessionStore,
  { worker, compact }: { readonly worker: string; readonly compact: (list: Messages) => Messages },
): Promise<CommitRequest> {
  const leased = await store.acquireLease({ sessionId: 'S', holder: worker });
  if (leased.kind === 'busy') throw new Error(`${leased.holder} holds the lease.`);
  const { revision, sequence, messages } = await store.load('S');
  return {
    sessionId: 'S',
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome: { kind: 'compressed', messages: compact(messages) },
    lease: leased.lease,
    key: worker,
    engine: 'test',
  };
}

/** The whole export of a session. */
export async function recordsOf(store: SessionStore, id = 'S'): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for await (const record of store.exportSession(id)) records.push(record);
  return records;
}

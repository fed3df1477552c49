import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@hermes-context/contract';
import { afterAll } from 'vitest';
import type { IngestMessage, LcmStore } from './lcm-store.ts';
import { openLcmStore } from './open-lcm-store.ts';

const folders: string[] = [];
const stores: LcmStore[] = [];

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A file that does not exist yet, in a folder that goes with the test. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lcm-store-'));
  folders.push(folder);
  return join(folder, 'lcm.db');
}

/** A store with a clock of its own, closed after the tests. */
export async function openStore(file = newFile()): Promise<LcmStore> {
  let time = 1_000;
  const store = await openLcmStore({ file, now: () => (time += 1) });
  stores.push(store);
  return store;
}

/** A message of a person as the engine delivers it; with the host's id if there is one. */
export function said(text: string, hostId?: string): IngestMessage {
  return delivered({ role: 'user', content: text }, hostId);
}

/** A message as the engine delivers it. */
export function delivered(message: Message, hostId?: string): IngestMessage {
  const withId: Message =
    hostId === undefined ? message : { ...message, _context: { ...message._context, id: hostId } };
  return { message: withId, tokens: 10, at: 5_000, ...(hostId !== undefined && { hostId }) };
}

/** Texts with the ids `m1`, `m2`, … from a number on. */
export function numbered(texts: readonly string[], from = 1): readonly IngestMessage[] {
  return texts.map((text, index) => said(text, `m${from + index}`));
}

/** The texts of the current branch. */
export async function textsOf(store: LcmStore, sessionId = 's'): Promise<readonly unknown[]> {
  const path = await store.path(sessionId);
  return path.map(({ message }) => message.content);
}

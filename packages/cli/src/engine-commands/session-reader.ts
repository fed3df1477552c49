import { existsSync } from 'node:fs';
import type { EngineCommandServices, SessionMessage } from '@hermes-context/contract';
import { classifyMessage } from '@hermes-context/messages';
import {
  openSqliteStore,
  SessionNotFoundError,
  type SessionStore,
  type SqliteSessionStore,
  type StoredMessage,
} from '@hermes-context/sessions';

/** Reads sessions of the host's store for a command of an engine. */
export interface SessionReader {
  readonly readSession: EngineCommandServices['readSession'];
  /** Let go of the store, if it was opened. */
  close(): Promise<void>;
}

/** Messages that are read at once. */
const PAGE_MESSAGES = 500;

/**
 * Opens the store of a path when it is asked for a session for the first time, and only to read.
 *
 * `readSession` rejects with a SessionStoreError where the store cannot be used.
 */
export function sessionReader(path: string): SessionReader {
  let opened: Promise<SqliteSessionStore> | undefined;
  return {
    async readSession(sessionId) {
      if (!existsSync(path)) return undefined;
      opened ??= openSqliteStore(path, { readOnly: true });
      const store = await opened;
      const newest = await newestOf(store, sessionId);
      return newest === undefined ? undefined : messagesOf(store, { sessionId, newest });
    },
    async close() {
      const store = await opened?.catch(() => undefined); // who asked for it was told
      await store?.close();
    },
  };
}

async function newestOf(store: SessionStore, sessionId: string): Promise<number | undefined> {
  try {
    return (await store.get(sessionId)).sequence;
  } catch (error) {
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
}

/** What was there when it was asked for; what is said meanwhile is not. */
async function* messagesOf(
  store: SessionStore,
  { sessionId, newest }: { readonly sessionId: string; readonly newest: number },
): AsyncGenerator<SessionMessage> {
  for (let after = 0; after < newest; after += PAGE_MESSAGES) {
    const limit = Math.min(PAGE_MESSAGES, newest - after);
    const { items } = await store.read(sessionId, { after, limit });
    for (const row of items) {
      if (isSaid(row)) yield { message: row.message, at: row.createdAt, isTakenBack: row.state === 'hidden' };
    }
  }
}

/** A branch and a rotation copy what compactions wrote, and the copies say nothing of it but what stands in them. */
function isSaid({ message, madeBy }: StoredMessage): boolean {
  if (madeBy !== undefined || message._context?.mark?.kind === 'repair') return false;
  const kind = classifyMessage(message);
  return kind !== 'summary' && kind !== 'bridge';
}

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findHermesHome } from '@hermes-context/config';
import { openSqliteStore, SessionStoreError, type SqliteSessionStore } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { printError } from '../print-error.ts';
import { SessionUnchangedError } from './session-unchanged-error.ts';

/** It was tried, and failed: a rule of `print-error.ts`, for errors that its list does not know. */
const EXIT_FAILED = 1;

/** The flags that all `hermes sessions` commands share. */
export interface SessionsFlags {
  readonly json?: boolean;
}

/** Where the sessions are, and the store if there is one yet. */
export interface FoundStore {
  readonly path: string;
  readonly store: SqliteSessionStore | undefined;
}

/** What a command wants of the store. */
interface StoreWork {
  /** `read` and `change` make no store where there is none, and `read` writes nothing at all. */
  readonly access: 'read' | 'change' | 'create';
  readonly flags: SessionsFlags;
  readonly io: Io;
}

/**
 * Work with the session store of the home, `context/state.db` in it, and close it afterwards. That the store cannot be
 * used, or that a change was refused, is printed here. @returns The exit code: the work's, or 1.
 */
export async function withStore(
  { access, flags, io }: StoreWork,
  work: (found: FoundStore) => Promise<number>,
): Promise<number> {
  const path = storePath(io);
  try {
    if (access !== 'create' && !existsSync(path)) return await work({ path, store: undefined });
    const store = await openSqliteStore(path, { readOnly: access === 'read' });
    try {
      return await work({ path, store });
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof SessionStoreError || error instanceof SessionUnchangedError)) throw error;
    printError(error, { io, json: flags.json === true });
    return EXIT_FAILED;
  }
}

/** The file that holds the sessions. It may not exist yet. */
export function storePath({ env }: Pick<Io, 'env'>): string {
  return join(findHermesHome({ userHome: env['HOME'] ?? homedir(), env }), 'context', 'state.db');
}

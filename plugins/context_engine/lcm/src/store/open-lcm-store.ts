import { resolve } from 'node:path';
import type { LcmStore } from './lcm-store.ts';
import { StoreHandle } from './store-handle.ts';
import { StoreThread } from './store-thread.ts';

/** Where a store lies, and what tells it the time. */
export interface OpenOptions {
  /** The database; made if there is none, its folder too. */
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface SharedThread {
  readonly thread: StoreThread;
  users: number;
}

/** One thread a file, however many engines of this process have it open. */
const threads = new Map<string, SharedThread>();

/**
 * Open a store. All that have the same file open share one thread; the last `close` ends it.
 *
 * @throws LcmStoreError - `newer`, `foreign`, `unreachable`, `unavailable` and the like; the file is as it was.
 */
export async function openLcmStore({ file, now }: OpenOptions): Promise<LcmStore> {
  const path = resolve(file);
  const shared = threads.get(path) ?? { thread: new StoreThread(path), users: 0 };
  threads.set(path, shared);
  shared.users += 1;
  const release = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    if (threads.get(path) === shared) threads.delete(path);
    await shared.thread.close(now());
  };
  try {
    await shared.thread.call('open', undefined, now());
  } catch (error) {
    await release().catch(() => undefined); // what failed first is told
    throw error;
  }
  return new StoreHandle({ thread: shared.thread, file: path, now, release });
}

import { ConfigLockedError } from './config-file-errors.ts';

/** A lock that has not been renewed for so long belongs to a process that is gone. */
const STALE_MS = 5000;
const RETRY_MS = 50;

/**
 * Run a function while no other process edits the file. The lock is a folder beside it, `<file>.lock`;
 * one that a crashed process left is taken over after five seconds.
 *
 * @param waitMs - How long to wait for another process, about.
 * @throws ConfigLockedError after that, or the error of the file system.
 */
export async function withLock<Result>(file: string, waitMs: number, run: () => Promise<Result>): Promise<Result> {
  // Imported here: it watches for the end of the process, which only a process that edits needs.
  const { default: lockfile } = await import('proper-lockfile');
  const release = await lockfile
    .lock(file, {
      realpath: false, // the file may not exist yet
      stale: STALE_MS,
      retries: { retries: Math.ceil(waitMs / RETRY_MS), factor: 1, minTimeout: RETRY_MS, maxTimeout: RETRY_MS },
      // The file is compared before it is replaced, so that a lock taken over meanwhile loses nothing.
      onCompromised: () => undefined,
    })
    .catch((cause: unknown) => {
      throw isLocked(cause) ? locked(file, waitMs, cause) : cause;
    });
  try {
    return await run();
  } finally {
    await release().catch(() => undefined);
  }
}

function isLocked(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ELOCKED';
}

function locked(file: string, waitMs: number, cause: unknown): ConfigLockedError {
  return new ConfigLockedError({
    what: `${file} is being edited by another process; nothing was changed.`,
    why: `That process has held ${file}.lock for longer than ${Math.round(waitMs / 1000)} s.`,
    fix: 'Wait until it is done, or end it, and run the command again.',
    cause,
  });
}

import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readField } from './read-field.ts';

// The event is the process's, so the list of who watches for whom is too.
const watchers = new Set<Watcher>();

interface Watcher {
  readonly folder: string;
  /** Whether one without a stack, of which nobody knows whose it is, counts as the folder's. */
  readonly takesUnsigned: boolean;
  readonly tell: (reason: unknown) => void;
}

/** What was awaited, and what went wrong beside it. */
export interface WatchedRun<Value> {
  readonly value: Value;
  /** Reasons of promises that were rejected meanwhile and handled by nobody. */
  readonly rejections: readonly unknown[];
}

/**
 * Run something that executes the code of one folder, and catch the rejections which that code leaves
 * unhandled, since Node would end the process for them. A rejection belongs to the folder when its stack
 * says so, or when it has no stack at all. Any other meets the fate it would have met without us.
 *
 * @param folder - Absolute, links followed.
 * @throws What `run` rejects with.
 */
export async function watchRejections<Value>(folder: string, run: () => Promise<Value>): Promise<WatchedRun<Value>> {
  const rejections: unknown[] = [];
  const stop = watch({ folder, takesUnsigned: true, tell: (reason) => rejections.push(reason) });
  try {
    const value = await run();
    return { value, rejections };
  } finally {
    await reported();
    stop();
  }
}

/**
 * Catch from now on the rejections that the code of one folder leaves unhandled, as its stack says.
 *
 * @param folder - Absolute, links followed.
 * @param tell - Told of each. Must not throw.
 * @returns Ends it. Further calls do nothing.
 */
export function guardRejections(folder: string, tell: (reason: unknown) => void): () => void {
  return watch({ folder, takesUnsigned: false, tell });
}

function watch(watcher: Watcher): () => void {
  if (watchers.size === 0) process.on('unhandledRejection', onRejection);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) process.off('unhandledRejection', onRejection);
  };
}

/** Node reports a rejection once the microtasks have drained, so later than those who await the import. */
const reported = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function onRejection(reason: unknown): void {
  const stack = readField(reason, 'stack');
  const owners = Array.from(watchers).filter(({ folder, takesUnsigned }) =>
    typeof stack === 'string' ? stackNames(stack, folder) : takesUnsigned,
  );
  for (const { tell } of owners) tell(reason);
  // A listener turns Node's own answer off, so we give it: thrown here, it becomes an uncaught exception.
  if (owners.length === 0 && process.listenerCount('unhandledRejection') === 1) throw reason;
}

/** Whether a stack trace runs through a file of the folder. */
export function stackNames(stack: string, folder: string): boolean {
  return stack.includes(`${pathToFileURL(folder).href}/`) || stack.includes(`${folder}${sep}`);
}

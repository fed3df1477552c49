import type { FileAction } from '../tool-use/tool-use.ts';
import {
  type CommandEntry,
  EMPTY_LEDGER,
  type ErrorEntry,
  type FileCounts,
  type FileEntry,
  isChanged,
  type Ledger,
  type LeftOut,
  type UrlEntry,
} from './ledger.ts';

/** Everything that can be done to a file, in the order in which it is told. */
export const FILE_ACTIONS = [
  'created',
  'written',
  'edited',
  'deleted',
  'read',
  'renamed',
] as const satisfies readonly FileAction[];

/**
 * A ledger that is being written. Entries are added in the order in which things happened; adding those of one ledger
 * after those of another is what merging them means.
 */
export class LedgerBook {
  readonly #files = new Map<string, FileEntry>();
  readonly #commands = new Map<string, CommandEntry>();
  readonly #urls = new Map<string, UrlEntry>();
  readonly #errors = new Map<string, ErrorEntry>();
  readonly #succeeded = new Set<string>();
  /** Errors that wait for a test to pass, by the test. */
  readonly #failing = new Map<string, Set<string>>();
  #leftOut: LeftOut = EMPTY_LEDGER.leftOut;

  get ledger(): Ledger {
    return {
      files: [...this.#files.values()],
      commands: [...this.#commands.values()],
      urls: [...this.#urls.values()],
      errors: [...this.#errors.values()],
      succeeded: [...this.#succeeded],
      leftOut: this.#leftOut,
    };
  }

  /** What happened in a later ledger, after all that was added before. */
  addLedger({ files, commands, urls, errors, succeeded, leftOut }: Ledger): void {
    for (const key of succeeded) this.addSuccess(key);
    for (const entry of files) this.addFile(entry);
    for (const entry of commands) this.addCommand(entry);
    for (const entry of urls) this.addUrl(entry);
    for (const entry of errors) this.addError(entry);
    const before = this.#leftOut;
    this.#leftOut = {
      files: before.files + leftOut.files,
      commands: before.commands + leftOut.commands,
      urls: before.urls + leftOut.urls,
      errors: before.errors + leftOut.errors,
    };
  }

  addFile(entry: FileEntry): void {
    const before = this.#files.get(entry.path);
    putLast(this.#files, entry.path, before === undefined ? entry : foldFile(before, entry));
  }

  addCommand(entry: CommandEntry): void {
    const count = (this.#commands.get(entry.command)?.count ?? 0) + entry.count;
    putLast(this.#commands, entry.command, { ...entry, count });
  }

  addUrl({ url, count }: UrlEntry): void {
    putLast(this.#urls, url, { url, count: (this.#urls.get(url)?.count ?? 0) + count });
  }

  addError(entry: ErrorEntry): void {
    const count = (this.#errors.get(entry.about)?.count ?? 0) + entry.count;
    putLast(this.#errors, entry.about, { ...entry, count });
    for (const test of entry.tests) {
      const waiting = this.#failing.get(test) ?? new Set();
      this.#failing.set(test, waiting.add(entry.about));
    }
  }

  /** A call or a test that succeeded, by the same words as the error that it resolves. */
  addSuccess(about: string): void {
    this.#succeeded.add(about);
    const error = this.#errors.get(about);
    if (error !== undefined && !error.isResolved) this.#errors.set(about, { ...error, isResolved: true, tests: [] });
    for (const waiting of this.#failing.get(about) ?? []) this.#passTest(waiting, about);
    this.#failing.delete(about);
  }

  #passTest(about: string, test: string): void {
    const error = this.#errors.get(about);
    if (error === undefined || !error.tests.includes(test)) return;
    const tests = error.tests.filter((each) => each !== test);
    this.#errors.set(about, { ...error, tests, isResolved: tests.length === 0 });
  }
}

/** Maps keep the order of insertion: what is put again goes to the end. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

function foldFile(before: FileEntry, after: FileEntry): FileEntry {
  const to = after.to ?? before.to;
  return {
    path: after.path,
    counts: sumOf(before.counts, after.counts),
    newest: isChanged(after) ? after.newest : before.newest,
    ...(to === undefined ? {} : { to }),
  };
}

function sumOf(left: FileCounts, right: FileCounts): FileCounts {
  const sum: Partial<Record<FileAction, number>> = {};
  for (const action of FILE_ACTIONS) {
    const count = (left[action] ?? 0) + (right[action] ?? 0);
    if (count > 0) sum[action] = count;
  }
  return sum;
}

import type { FileAction } from '../tool-use/tool-use.ts';

/** How often each thing was done to a file. */
export type FileCounts = Partial<Readonly<Record<FileAction, number>>>;

/** What was done to one file. */
export interface FileEntry {
  readonly path: string;
  readonly counts: FileCounts;
  /** What was done last of all that changed the file; `read` when nothing did. */
  readonly newest: FileAction;
  /** The path that it was last renamed to. */
  readonly to?: string;
}

/** How many tests of a run passed and failed. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** A shell command, over all its runs. */
export interface CommandEntry {
  /** On one line, without what only sets up the shell or cuts the output. */
  readonly command: string;
  readonly count: number;
  /** Of the newest run. */
  readonly isFailed: boolean;
  /** Of the newest run, where its result told one that is not 0. */
  readonly exitCode?: number;
  /** Of the newest run, where it was one of tests. */
  readonly tests?: TestCounts;
}

/** An address that was asked. */
export interface UrlEntry {
  readonly url: string;
  readonly count: number;
}

/** A call that failed, over all its failures. */
export interface ErrorEntry {
  /** The tool and what the call was about. */
  readonly about: string;
  /** The telling line of the newest failure. */
  readonly line: string;
  readonly count: number;
  /** Whether the same call succeeded later, or the tests that failed passed later. */
  readonly isResolved: boolean;
  /** Tests that failed in the newest failure and have not passed since. */
  readonly tests: readonly string[];
}

/** How many entries of each kind a bound left out. */
export interface LeftOut {
  readonly files: number;
  readonly commands: number;
  readonly urls: number;
  readonly errors: number;
}

/**
 * What the calls of a conversation did, folded: each file, command, address and error once. Every list is in the order of
 * the last time, oldest first.
 */
export interface Ledger {
  readonly files: readonly FileEntry[];
  readonly commands: readonly CommandEntry[];
  readonly urls: readonly UrlEntry[];
  readonly errors: readonly ErrorEntry[];
  /** Calls and tests that succeeded, by which {@link mergeLedgers} knows the errors before them as resolved. */
  readonly succeeded: readonly string[];
  readonly leftOut: LeftOut;
}

/** A ledger of nothing. */
export const EMPTY_LEDGER: Ledger = {
  files: [],
  commands: [],
  urls: [],
  errors: [],
  succeeded: [],
  leftOut: { files: 0, commands: 0, urls: 0, errors: 0 },
};

/** Whether an entry's file was changed, not only read. */
export function isChanged({ newest }: FileEntry): boolean {
  return newest !== 'read';
}

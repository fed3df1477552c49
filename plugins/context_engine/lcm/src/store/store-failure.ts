/** Why a call to the store was not answered. */
export type StoreFailureReason =
  /** What was given cannot be stored or looked for. */
  | 'bad-input'
  /** A source of a summary is not on the current branch. */
  | 'not-on-branch'
  /** A live summary stands over a source already. */
  | 'already-covered'
  /** Sources of a condensed summary with another summary between them. */
  | 'not-adjacent'
  /** No entry or summary has this id. */
  | 'unknown-source'
  | 'unknown-session'
  | 'session-exists'
  | 'bad-import'
  /** A newer version of this program wrote the file. It was left untouched. */
  | 'newer'
  /** The file is something else. It was left untouched. */
  | 'foreign'
  /** Another process writes for longer than we wait. */
  | 'locked'
  | 'read-only'
  | 'full'
  | 'damaged'
  | 'unreachable'
  /** This Node has no SQLite, or no thread could be started. */
  | 'unavailable'
  /** The store's thread ended before it answered; the next call starts another. */
  | 'thread-died'
  | 'closed'
  /** A bug of ours. */
  | 'internal';

/** A failure as plain data, so that it can cross from thread to thread. */
export interface StoreFailure {
  readonly reason: StoreFailureReason;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Thrown on the store's thread, where the contract's errors are not at hand. */
export class StoreFault extends Error {
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure) {
    super(failure.what);
    this.failure = failure;
  }
}

/** SQLite's result codes that we answer to. Source: sqlite.org/rescode.html, read 2026-12-02. */
const REASONS: Readonly<Record<number, StoreFailureReason>> = {
  5: 'locked',
  6: 'locked',
  8: 'read-only',
  10: 'unreachable',
  11: 'damaged',
  13: 'full',
  14: 'unreachable',
  26: 'foreign',
};

const EXPLANATIONS: Readonly<Partial<Record<StoreFailureReason, readonly [why: string, fix: string]>>> = {
  locked: ['Another process wrote to it for longer than we wait.', 'End that process, or try again.'],
  'read-only': ['The file, its folder or the disk is read-only.', 'Make the file and its folder writable.'],
  unreachable: [
    'Its folder or the file itself cannot be reached, or the disk failed.',
    'Check the path and its permissions.',
  ],
  damaged: [
    'What it holds contradicts itself: the disk failed, or something else wrote into it.',
    'Put a copy of the file in its place, or move it away to begin anew.',
  ],
  full: ['The disk is full; what was being written was taken back.', 'Free some space and try again.'],
  foreign: ['Another program wrote it, or it is no database; it was left untouched.', 'Move it out of the way.'],
  newer: [
    'Its schema has steps that this version does not know; it was left untouched.',
    'Update hermes-context, or move the file away.',
  ],
  'thread-died': [
    'Its thread ended before it answered. What was answered before is stored.',
    'Call again: a new thread is started.',
  ],
  'unknown-session': [
    'A session is named by its whole id, and is stored once the engine has seen it.',
    'Give the id of a session that is stored.',
  ],
  'session-exists': [
    'An export has branches and summaries, and is taken over whole or not at all.',
    'Import it into another store.',
  ],
  closed: ['It was closed before the call.', 'Open it again.'],
  unavailable: [
    'Its thread could not be started; it needs Node 22.18 or newer, which has SQLite.',
    'Update Node, or choose another engine.',
  ],
};

/** A failure of the store itself, in words. */
export function failure(reason: StoreFailureReason, location: string, detail = ''): StoreFailure {
  const [why, fix] = EXPLANATIONS[reason] ?? ['This is a bug of the engine.', 'Report it with the text above.'];
  return { reason, what: `The store ${location} failed (${reason})${detail === '' ? '' : `: ${detail}`}.`, why, fix };
}

/** What was thrown on the store's thread, as plain data. */
export function failureOf(error: unknown, location: string): StoreFailure {
  if (error instanceof StoreFault) return error.failure;
  const detail = error instanceof Error ? error.message : String(error);
  return failure(REASONS[sqliteCode(error) & 0xff] ?? 'internal', location, detail);
}

/** SQLite's extended result code; 0 for any other error. */
export function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}

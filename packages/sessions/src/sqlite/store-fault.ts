import { ContextHostError } from '@hermes-context/contract';
import { SessionStoreError, type StoreFault } from '../session-errors.ts';
import { DamagedContent } from './damaged-content.ts';

/** SQLite's result codes that we answer to. Source: sqlite.org/rescode.html, read 2026-12-02. */
const BUSY = 5;
const LOCKED = 6;
const FAULTS: Readonly<Record<number, StoreFault>> = {
  8: 'read-only',
  10: 'unreachable', // an error of the disk
  4874: 'full', // no room for the shared memory beside the file (SQLITE_IOERR_SHMSIZE)
  11: 'damaged',
  13: 'full',
  14: 'unreachable',
  26: 'foreign',
};

/** Whether an error says that another process holds the database, so that a later try may do. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}

/** Whether an error says that the database was closed meanwhile. */
function isOfClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

/** The error that a caller gets: SQLite's own in our words, others as they are. */
export function storeFault(error: unknown, location: string): unknown {
  if (ContextHostError.is(error)) return error;
  if (error instanceof DamagedContent) return faultOf('damaged', location, error);
  if (isOfClosed(error)) return faultOf('closed', location, error);
  const code = resultCode(error);
  if (code === undefined) return error;
  const fault = isBusy(error) ? 'locked' : (FAULTS[extendedCode(error)] ?? FAULTS[code] ?? faultOfSchema(error));
  if (fault === undefined) return error;
  return new SessionStoreError({ fault, location, ...EXPLANATIONS[fault](location), cause: error });
}

/** Our statements fit our schema: where a table is missing, or an index is none, what says so was broken. */
const BROKEN_SCHEMA = /^no such (table|column)|^vtable constructor failed|^invalid fts5 file format/;

function faultOfSchema(error: unknown): StoreFault | undefined {
  return error instanceof Error && BROKEN_SCHEMA.test(error.message) ? 'damaged' : undefined;
}

type Sentences = { readonly what: string; readonly why: string; readonly fix: string };

/** What each fault is to its reader. */
const EXPLANATIONS: Readonly<Record<StoreFault, (location: string) => Sentences>> = {
  foreign: (location) => ({
    what: `${location} is not a session store.`,
    why: 'Another program wrote it, or it is no database; it was left untouched.',
    fix: 'Move it out of the way, or set HERMES_HOME to another folder.',
  }),
  newer: (location) => ({
    what: `${location} was written by a newer version of this program.`,
    why: 'Its schema has steps that this version does not know; it was left untouched.',
    fix: 'Update hermes-context, or set HERMES_HOME to another folder.',
  }),
  damaged: (location) => ({
    what: `The session store ${location} is damaged.`,
    why: 'What it holds contradicts itself: the disk failed, or something else wrote into it. Nothing was changed.',
    fix: 'See how much is affected with hermes sessions check, and put a copy made by hermes sessions backup in its place.',
  }),
  full: (location) => ({
    what: `There is no space left for ${location}.`,
    why: 'The disk is full; what was being written was taken back, and everything before it is there.',
    fix: 'Free some space and try again.',
  }),
  'read-only': (location) => ({
    what: `The session store ${location} cannot be written.`,
    why: 'The file, its folder or the disk is read-only; nothing was changed.',
    fix: 'Make the file and its folder writable, or set HERMES_HOME to another folder.',
  }),
  unreachable: (location) => ({
    what: `The session store ${location} cannot be opened.`,
    why: 'Its folder or the file itself cannot be reached, or the disk failed.',
    fix: 'Check the path and its permissions, or set HERMES_HOME to another folder.',
  }),
  locked: (location) => ({
    what: `The session store ${location} stayed locked.`,
    why: 'Another process wrote to it for longer than we wait.',
    fix: 'End that process, or try again.',
  }),
  closed: (location) => ({
    what: `The session store ${location} is closed.`,
    why: 'It was closed before the call was done.',
    fix: 'Open it again.',
  }),
};

/** An error for a fault that we found ourselves. */
export function faultOf(fault: StoreFault, location: string, cause?: unknown): SessionStoreError {
  return new SessionStoreError({ fault, location, ...EXPLANATIONS[fault](location), cause });
}

/** The upper bits only refine it. */
function resultCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === 0 ? undefined : code & 0xff;
}

function extendedCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}

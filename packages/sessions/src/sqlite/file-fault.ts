import { ContextHostError } from '@hermes-context/contract';
import type { StoreFault } from '../session-errors.ts';
import { faultOf, storeFault } from './store-fault.ts';

/** What the system says of a file, as a fault of the store. */
const FILE_FAULTS: Readonly<Record<string, StoreFault>> = {
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ENOTDIR: 'unreachable',
  EISDIR: 'unreachable',
  ENOENT: 'unreachable',
  EEXIST: 'unreachable',
  ELOOP: 'unreachable',
  ENAMETOOLONG: 'unreachable',
};

/** The error that a caller gets: the system's and SQLite's in our words, others as they are. */
export function fileFault(error: unknown, path: string): unknown {
  if (ContextHostError.is(error)) return error;
  const fault = FILE_FAULTS[errorCode(error) ?? ''];
  return fault === undefined ? storeFault(error, path) : faultOf(fault, path, error);
}

/** `ENOENT` and the like; unknown for an error that has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

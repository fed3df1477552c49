import type { UnchangedReason } from './compress-request.ts';

// A record, so that a reason that is missing here does not compile.
const REASONS: Readonly<Record<UnchangedReason, true>> = {
  disabled: true,
  'below-threshold': true,
  'nothing-to-compress': true,
  'no-progress': true,
  'summary-failed': true,
  ineffective: true,
  pinned: true,
  declined: true,
  'engine-failed': true,
};

/** Whether a value, from wherever it comes, is a reason of this contract. */
export function isUnchangedReason(value: unknown): value is UnchangedReason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value);
}

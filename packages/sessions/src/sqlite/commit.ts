import type { CommitRequest, CommitResult } from '../change.ts';
import { checkName, checkNumber } from '../input-checks.ts';
import { compact } from './compact.ts';
import { holdsLease } from './lease-rows.ts';
import { findAnswer, keepAnswer } from './receipt-rows.ts';
import { referOutcome } from './refer-outcome.ts';
import { getRevision } from './revision-rows.ts';
import { rotate } from './rotate.ts';
import { getSession } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';

/** Write a compaction, inside a transaction. */
export function commit(context: StoreContext, request: CommitRequest): CommitResult {
  const session = getSession(context, request.sessionId);
  const receiptKey = { session: session.key, kind: 'commit' as const, key: checkName('key', request.key) };
  checkName('engine', request.engine);
  const known = findAnswer(context, receiptKey);
  if (known !== undefined) return { kind: 'repeated', receipt: JSON.parse(known) };
  if (session.continuedBy !== undefined) return { kind: 'continued', by: session.continuedBy };
  if (!holdsLease(context, session, request.lease)) return { kind: 'lease-lost' };
  if (session.revision !== request.expectedRevision) return { kind: 'conflict', revision: session.revision };
  const base = getRevision(context, session.key, session.revision).base;
  checkNumber(request.expectedSequence, { name: 'expectedSequence', min: base, max: session.sequence, fallback: base });

  const references = referOutcome(context, session, request);
  const receipt =
    request.inPlace === false
      ? rotate(context, { session, request, references })
      : compact(context, { session, request, references, seenThrough: request.expectedSequence, oldSessionId: '' });
  keepAnswer(context, { ...receiptKey, text: JSON.stringify(receipt) });
  if (!receipt.inPlace) {
    // Who asks again may know the new id or only the old one.
    const { key } = getSession(context, receipt.sessionId);
    keepAnswer(context, { ...receiptKey, session: key, text: JSON.stringify(receipt) });
  }
  return { kind: 'committed', receipt };
}

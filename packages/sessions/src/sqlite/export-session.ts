import type { SessionRecord } from '../session-record.ts';
import { appendKeys, headerRecord, messageRecords, revisionRecords } from './export-records.ts';
import { getSession } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';

/** How much of a session is read at once. */
const PAGE_ROWS = 500;

/** Runs its work in a transaction. */
type Reading = <Result>(work: () => Result) => Promise<Result>;

/**
 * Everything about a session as it is when the first record is asked for. No transaction is kept open for it: neither
 * messages nor revisions ever change, so what was there at the start is all there later.
 */
export async function* exportSession(
  context: StoreContext,
  { sessionId, reading }: { readonly sessionId: string; readonly reading: Reading },
): AsyncGenerator<SessionRecord> {
  const session = await reading(() => getSession(context, sessionId));
  const keyOf = await reading(() => appendKeys(context, session));
  yield headerRecord(session);
  for (let from = 1; from <= session.sequence; from += PAGE_ROWS) {
    const to = Math.min(from + PAGE_ROWS, session.sequence + 1);
    yield* await reading(() => messageRecords(context, session, { from, to, keyOf }));
  }
  for (let from = 1; from <= session.revision; from += PAGE_ROWS) {
    const to = Math.min(from + PAGE_ROWS, session.revision + 1);
    yield* await reading(() => revisionRecords(context, session, { from, to }));
  }
}

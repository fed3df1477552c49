import { canonicalText, idOf } from '../canonical-message.ts';
import type { CommitRequest } from '../change.ts';
import { checkList } from '../message-shape.ts';
import { type MessageReference, referMessages, type SeenMessage } from '../refer-messages.ts';
import { listAt } from '../view/list-state.ts';
import { type Ranges, sizeOf } from '../view/ranges.ts';
import { digestOf } from './blobs.ts';
import { messageId, sequenceOf } from './message-rows.ts';
import { type SessionRow, stateOfToday } from './session-rows.ts';
import type { SqlRow } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';

/** Which messages of an outcome are messages of the list that the engine was given. */
export function referOutcome(
  context: StoreContext,
  session: SessionRow,
  request: CommitRequest,
): readonly MessageReference[] {
  const messages = checkList(request.outcome.messages);
  const seen = listAt(stateOfToday(context, session), request.expectedSequence);
  const digests = new Map(messages.map((message) => [message, hexOf(digestOf(canonicalText(message)))]));
  const bare = messages.filter((message) => idOf(message) === undefined).map((message) => digests.get(message));
  const named = messages.map((message) => sequenceOf(session.id, idOf(message) ?? '')).filter((it) => it !== undefined);
  return referMessages(messages, {
    seen: candidates(context, { session, seen, named, digests: new Set(bare) }),
    seenCount: sizeOf(seen),
    fingerprintOf: (message) => digests.get(message) ?? '',
  });
}

interface Candidates {
  readonly session: SessionRow;
  readonly seen: Ranges;
  readonly named: readonly number[];
  readonly digests: ReadonlySet<string | undefined>;
}

/** The few messages of a long list that an outcome can mean: the database looks through them, nothing else is read. */
function candidates(context: StoreContext, { session, seen, named, digests }: Candidates): readonly SeenMessage[] {
  const names = JSON.stringify(named);
  const wanted = JSON.stringify([...digests]);
  const found: SeenMessage[] = [];
  let start = 0;
  for (const { from, to } of seen) {
    const rows = context.driver.all(
      `SELECT sequence, digest FROM messages WHERE session = ? AND sequence >= ? AND sequence < ?
         AND (sequence IN (SELECT value FROM json_each(?)) OR digest IN (SELECT unhex(value) FROM json_each(?)))
       ORDER BY sequence`,
      session.key,
      from,
      to,
      names,
      wanted,
    );
    for (const row of rows) found.push(toSeen(session.id, row, start - from));
    start += to - from;
  }
  return found;
}

function toSeen(sessionId: string, row: SqlRow, offset: number): SeenMessage {
  const sequence = Number(row['sequence']);
  return { sequence, id: messageId(sessionId, sequence), fingerprint: hexOf(row['digest']), place: sequence + offset };
}

function hexOf(bytes: unknown): string {
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : '';
}

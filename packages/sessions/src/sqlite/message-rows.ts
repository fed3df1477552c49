import type { Message } from '@hermes-context/contract';
import { timestampOf } from '@hermes-context/messages';
import { canonicalText } from '../canonical-message.ts';
import { checkShape } from '../message-shape.ts';
import type { StoredMessage } from '../stored-message.ts';
import { type ListState, messageState } from '../view/list-state.ts';
import type { Ranges } from '../view/ranges.ts';
import { digestOf, storeBlob } from './blobs.ts';
import { createToolLookup } from './called-tools.ts';
import { decodeMessage } from './decode-message.ts';
import { liftStrings } from './lift-strings.ts';
import type { SessionRow } from './session-rows.ts';
import type { SqlRow } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';

/** A message on its way into the store. */
export interface NewRow {
  readonly message: Message;
  /** The revision that makes it, for what a compaction adds. */
  readonly madeBy?: number;
  /** Id of the first original, for a copy. */
  readonly copyOf?: string;
  /** When it came, where that is known from elsewhere: a copy, an import. */
  readonly created?: { readonly at: number; readonly source: StoredMessage['timeSource'] };
}

/** Where a session stands after rows were added to it. */
export interface Added {
  readonly sequence: number;
  readonly tokensThrough: number;
}

/**
 * Add messages behind the newest one of a session. The session's own row is the caller's to update.
 *
 * @throws SessionInputError - For what is no message; the transaction is to be given up then.
 */
export function addRows(context: StoreContext, session: SessionRow, rows: Iterable<NewRow>): Added {
  const toolsOf = createToolLookup(context, session);
  let { sequence, tokensThrough } = session;
  for (const { message, madeBy, copyOf, created } of rows) {
    const text = canonicalText(message);
    const kept: Message = JSON.parse(text);
    // What is copied is here already, perhaps from before messages were checked.
    if (copyOf === undefined) checkShape(kept, text);
    const { at, source } = created ?? createdOf(kept, context);
    sequence += 1;
    tokensThrough += context.countTokens(kept);
    const { rest, lifted } = liftStrings(kept);
    const blobs = lifted.map(({ path, text: string }) => [path, storeBlob(context.driver, string)]);
    context.driver.run(
      INSERT,
      session.key,
      sequence,
      kept.role,
      toolsOf(kept),
      at,
      source === 'message' ? 1 : 0,
      tokensThrough,
      madeBy ?? null,
      copyOf ?? null,
      digestOf(text),
      JSON.stringify(rest),
      blobs.length === 0 ? null : JSON.stringify(blobs),
    );
  }
  return { sequence, tokensThrough };
}

const INSERT = `
  INSERT INTO messages (session, sequence, role, tools, created_at, time_source, tokens_through, made_by, copy_of,
    digest, envelope, blobs)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function createdOf(message: Message, { now }: StoreContext): NonNullable<NewRow['created']> {
  const at = timestampOf(message);
  return at === undefined ? { at: now(), source: 'store' } : { at, source: 'message' };
}

/** Columns that {@link toStored} needs; `m` is the table of messages. */
export const MESSAGE_COLUMNS = `m.sequence, m.created_at, m.time_source, m.made_by, m.copy_of, m.envelope, m.blobs,
  m.tokens_through - coalesce((SELECT p.tokens_through FROM messages p
    WHERE p.session = m.session AND p.sequence = m.sequence - 1), 0) AS tokens`;

/** Messages of a session in the order of the ranges. */
export function* readRows(
  context: StoreContext,
  session: SessionRow,
  { ranges, state }: { readonly ranges: Ranges; readonly state: ListState },
): Generator<StoredMessage> {
  for (const { from, to } of ranges) {
    const rows = context.driver.iterate(
      `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.session = ? AND m.sequence >= ? AND m.sequence < ? ORDER BY m.sequence`,
      session.key,
      from,
      to,
    );
    for (const row of rows) yield toStored(context, row, { sessionId: session.id, state });
  }
}

/** A row of {@link MESSAGE_COLUMNS} as callers see it. */
export function toStored(
  context: StoreContext,
  row: SqlRow,
  { sessionId, state }: { readonly sessionId: string; readonly state: ListState },
): StoredMessage {
  const sequence = Number(row['sequence']);
  const id = messageId(sessionId, sequence);
  const is = messageState(state, sequence);
  const message = decodeMessage(context, row);
  return {
    sessionId,
    id,
    sequence,
    state: is,
    active: is === 'live',
    compacted: is === 'compacted',
    message: { ...message, _context: { ...message._context, id } },
    createdAt: Number(row['created_at']),
    timeSource: row['time_source'] === 1 ? 'message' : 'store',
    tokens: Number(row['tokens']),
    ...(typeof row['made_by'] === 'number' ? { madeBy: row['made_by'] } : {}),
    ...(typeof row['copy_of'] === 'string' ? { copyOf: row['copy_of'] } : {}),
  };
}

/** The id of a message: it says where the message is, so it needs no place of its own. */
export function messageId(sessionId: string, sequence: number): string {
  return `${sessionId}:${sequence}`;
}

/** The sequence in an id of a message of this session; unknown for any other text. */
export function sequenceOf(sessionId: string, id: string): number | undefined {
  const [, digits] = id.startsWith(`${sessionId}:`) ? id.slice(sessionId.length).split(':') : [];
  const isNumber = digits !== undefined && /^[1-9]\d{0,14}$/.test(digits);
  return isNumber && id === messageId(sessionId, Number(digits)) ? Number(digits) : undefined;
}

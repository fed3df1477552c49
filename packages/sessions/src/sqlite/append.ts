import type { Messages } from '@hermes-context/contract';
import type { AppendOptions, AppendResult } from '../change.ts';
import { checkName } from '../input-checks.ts';
import { checkList } from '../message-shape.ts';
import { keepIndexNear } from '../sqlite-search/catch-up-index.ts';
import { addRows, messageId, type NewRow } from './message-rows.ts';
import { findAnswer, keepAnswer } from './receipt-rows.ts';
import { getSession, type SessionRow, updateSession } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';

/** Add messages to a session, inside a transaction. */
export function append(
  context: StoreContext,
  sessionId: string,
  { messages, key }: { readonly messages: Messages } & AppendOptions,
): AppendResult {
  const session = getSession(context, sessionId);
  const receipt =
    key === undefined ? undefined : { session: session.key, kind: 'append' as const, key: checkName('key', key) };
  const list = checkList(messages);
  const known = receipt === undefined ? undefined : findAnswer(context, receipt);
  if (known !== undefined) {
    const [first = 0, last = 0]: readonly number[] = JSON.parse(known);
    return { kind: 'appended', ids: idsOf(sessionId, first, last), sequence: last, isRepeat: true };
  }
  if (session.continuedBy !== undefined) return { kind: 'continued', by: session.continuedBy };
  const next =
    list.length === 0
      ? session
      : grow(
          context,
          session,
          list.map((message) => ({ message })),
        );
  if (receipt !== undefined)
    keepAnswer(context, { ...receipt, text: JSON.stringify([session.sequence, next.sequence]) });
  return {
    kind: 'appended',
    ids: idsOf(sessionId, session.sequence, next.sequence),
    sequence: next.sequence,
    isRepeat: false,
  };
}

/** Add rows to a session and note where it stands. */
function grow(context: StoreContext, session: SessionRow, rows: readonly NewRow[]): SessionRow {
  const { sequence, tokensThrough } = addRows(context, session, rows);
  keepIndexNear(context);
  return updateSession(context, session, { sequence, tokensThrough, updatedAt: context.now() });
}

function idsOf(sessionId: string, after: number, last: number): readonly string[] {
  return Array.from({ length: last - after }, (_, index) => messageId(sessionId, after + 1 + index));
}

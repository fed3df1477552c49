import type { Message } from '@hermes-context/contract';
import { type CallIn, callsIn, nameIn } from '../search/calls-in.ts';
import { DamagedContent } from './damaged-content.ts';
import { decodeMessage } from './decode-message.ts';
import type { SessionRow } from './session-rows.ts';
import type { SqlRow } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';

/** How many stored messages with calls a result looks back through for its own. */
const LOOK_BACK_MESSAGES = 16;

/**
 * Names the tools that a message calls or answers for, between spaces; `null` for none. Asked for messages in their
 * order: a result takes its name from the nearest call in front of it, in this delivery or among the last ones stored.
 */
export function createToolLookup(context: StoreContext, session: SessionRow): (message: Message) => string | null {
  const names = new Map<string, string>();
  let hasLookedBack = false;
  const lookBack = (): void => {
    if (hasLookedBack) return;
    hasLookedBack = true;
    for (const [id, name] of lastCalls(context, session)) if (!names.has(id)) names.set(id, name);
  };
  return (message) => {
    if (message.role !== 'tool') {
      const calls = callsIn(message);
      for (const { id, name } of calls) names.set(id, name);
      return listOf(calls.map(({ name }) => name));
    }
    if (!names.has(message.tool_call_id)) lookBack();
    const name = names.get(message.tool_call_id) ?? nameIn(message);
    return listOf(name === undefined ? [] : [name]);
  };
}

/** Ids and names of the calls stored last, newest first. */
function* lastCalls(context: StoreContext, session: SessionRow): Generator<readonly [string, string]> {
  const rows = context.driver.all(
    `SELECT sequence, envelope, blobs FROM messages
     WHERE session = ? AND role = 'assistant' AND tools IS NOT NULL AND sequence > ? ORDER BY sequence DESC LIMIT ?`,
    session.key,
    session.sequence - LOOK_BACK_MESSAGES * 16,
    LOOK_BACK_MESSAGES,
  );
  for (const row of rows) {
    for (const { id, name } of callsOf(context, row)) yield [id, name];
  }
}

/** Of a message that is damaged none: what comes behind it can be stored all the same. */
function callsOf(context: StoreContext, row: SqlRow): readonly CallIn[] {
  try {
    return callsIn(decodeMessage(context, row));
  } catch (error) {
    if (error instanceof DamagedContent) return [];
    throw error;
  }
}

function listOf(names: readonly string[]): string | null {
  const safe = names.map((name) => name.trim().replaceAll(/\s+/g, '_')).filter((name) => name !== '');
  return safe.length === 0 ? null : ` ${[...new Set(safe)].join(' ')} `;
}

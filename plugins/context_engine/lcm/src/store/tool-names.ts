import type { Message } from '@hermes-context/contract';
import { maybeIntOf, type Sql, textOf } from './sql.ts';

/** How far up a call is looked for whose result came in a later list. */
const MAX_STEPS = 32;

/** The ids and the tools of a message's calls. */
export function namesOfCalls(message: Message): readonly (readonly [id: string, name: string])[] {
  if (message.role !== 'assistant' || !Array.isArray(message.tool_calls)) return [];
  return message.tool_calls.flatMap((call) =>
    typeof call?.function?.name === 'string' ? [[call.id, call.function.name]] : [],
  );
}

/** The tool of a call that stands a little above an entry, that entry included. */
export function calledAbove(sql: Sql, callId: string, entry: number | undefined): string | undefined {
  let id = entry;
  for (let step = 0; step < MAX_STEPS && id !== undefined; step += 1) {
    const row = sql.get('SELECT parent, role, rest FROM entries WHERE id = ?', id);
    if (row === undefined) return undefined;
    const name = textOf(row, 'role') === 'assistant' ? nameIn(textOf(row, 'rest'), callId) : undefined;
    if (name !== undefined) return name;
    id = maybeIntOf(row, 'parent');
  }
  return undefined;
}

function nameIn(rest: string, callId: string): string | undefined {
  if (!rest.includes('tool_calls')) return undefined;
  const message: Message = JSON.parse(rest);
  return namesOfCalls(message).findLast(([id]) => id === callId)?.[1];
}

import type { Session } from '@hermes-context/sessions';
import { plainText } from '../terminal/plain-text.ts';
import { figure } from './counted.ts';
import { relativeTime } from './relative-time.ts';
import { type Column, renderTable } from './render-table.ts';

/** What lists and heads need to know of the place they are shown in. */
export interface Screen {
  /** Of the terminal; `Infinity` in a pipe. */
  readonly columns: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An id that the store minted is never cut: it is there to be copied. */
const MINTED_ID_COLUMNS = 22;

const COLUMNS: readonly Column[] = [
  { head: 'Id', min: MINTED_ID_COLUMNS },
  { head: 'Title', min: 5 },
  { head: 'Updated' },
  { head: 'Messages', align: 'end' },
  { head: 'Tokens', align: 'end' },
  { head: 'Compactions', align: 'end' },
];

/** Sessions as a table. `Messages` are those that are live, of all that are stored where there are more. Pure. */
export function renderList(sessions: readonly Session[], { columns, now }: Screen): string {
  const rows = sessions.map((session) => [
    session.id,
    titleCell(session),
    relativeTime(session.updatedAt, now),
    messagesCell(session),
    figure(session.liveTokens),
    figure(session.compactions),
  ]);
  return renderTable(COLUMNS, rows, columns).join('\n');
}

function titleCell({ title, continuedBy }: Session): string {
  const name = title === undefined ? '-' : plainText(title);
  return continuedBy === undefined ? name : `${name} (continued)`;
}

function messagesCell({ liveMessages, sequence }: Session): string {
  return liveMessages === sequence ? figure(sequence) : `${figure(liveMessages)}/${figure(sequence)}`;
}

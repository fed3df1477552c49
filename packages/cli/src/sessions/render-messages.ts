import type { StoredMessage } from '@hermes-context/sessions';
import { figure } from './counted.ts';
import { firstLine, speaker } from './describe-message.ts';
import { relativeTime } from './relative-time.ts';
import type { Screen } from './render-list.ts';
import { type Column, renderTable } from './render-table.ts';

const COLUMNS: readonly Column[] = [
  { head: '#', align: 'end' },
  { head: 'State' },
  { head: 'Role' },
  { head: 'Tools', min: 5 },
  { head: 'Tokens', align: 'end' },
  { head: 'When' },
  { head: 'First line', min: 10 },
];

const STATE = 1;

/**
 * Messages as a table, in the order given. Where all of them are live, nothing is said of their state.
 *
 * @param tools - Of each message, the names of those that it calls or answers for.
 */
export function renderMessages(
  rows: readonly StoredMessage[],
  tools: readonly (readonly string[])[],
  { columns, now }: Screen,
): readonly string[] {
  const cells = rows.map((row, index) => [
    figure(row.sequence),
    row.state,
    speaker(row.message),
    (tools[index] ?? []).join(', '),
    figure(row.tokens),
    relativeTime(row.createdAt, now),
    firstLine(row.message),
  ]);
  if (rows.some(({ state }) => state !== 'live')) return renderTable(COLUMNS, cells, columns);
  const withoutState = <Cell>(line: readonly Cell[]): readonly Cell[] => line.filter((_, index) => index !== STATE);
  return renderTable(withoutState(COLUMNS), cells.map(withoutState), columns);
}

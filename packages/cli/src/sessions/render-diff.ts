import type { Message, Messages } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import type { RevisionDiff } from '@hermes-context/sessions';
import { counted, figure } from './counted.ts';
import { firstLine, speaker, toolsOf } from './describe-message.ts';
import { type Column, renderTable } from './render-table.ts';

const COLUMNS: readonly Column[] = [
  { head: '' },
  { head: '#', align: 'end' },
  { head: 'Role' },
  { head: 'Tools', min: 5 },
  { head: 'Tokens', align: 'end' },
  { head: 'First line', min: 10 },
];

/** What changes took out (`-`) and put in (`+`), a line each. Pure. */
export function renderDiff(
  { from, to, removed, added, kept, appended }: RevisionDiff,
  columns: number,
): readonly string[] {
  const since = appended === 0 ? '' : `; ${figure(appended)} more came by appending`;
  const head = `Revision ${figure(from)} → ${figure(to)}: ${counted(removed.length, 'message')} taken out, ${figure(added.length)} put in, ${figure(kept)} kept${since}.`;
  if (removed.length + added.length === 0) return [head];
  return [head, '', ...renderTable(COLUMNS, [...rowsOf('-', removed), ...rowsOf('+', added)], columns)];
}

function rowsOf(sign: string, messages: Messages): readonly (readonly string[])[] {
  const tools = toolsOf(messages);
  return messages.map((message, index) => [
    sign,
    sequenceText(message),
    speaker(message),
    (tools[index] ?? []).join(', '),
    figure(estimateTokens(message)),
    firstLine(message),
  ]);
}

/** An id ends with the message's place in the order of arrival. */
function sequenceText({ _context: context }: Message): string {
  return /:(\d+)$/.exec(context?.id ?? '')?.[1] ?? '';
}

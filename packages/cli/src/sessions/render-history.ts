import type { Receipt, Revision, SequenceRange } from '@hermes-context/sessions';
import { clipText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { counted, figure } from './counted.ts';
import { duration, relativeTime } from './relative-time.ts';
import type { Screen } from './render-list.ts';
import { type Column, renderTable } from './render-table.ts';

const COLUMNS: readonly Column[] = [
  { head: '#', align: 'end' },
  { head: 'Change', min: 8 },
  { head: 'When' },
  { head: 'Engine', min: 6 },
  { head: 'Messages', align: 'end' },
  { head: 'Tokens', align: 'end' },
  { head: 'Took', align: 'end' },
];

/** More ranges than these say nothing to a person. */
const MAX_RANGES = 4;

const INDENT = '    ';

/** The changes of a live list as a table, and below each compaction what its summary stands for. Pure. */
export function renderHistory(revisions: readonly Revision[], { columns, now }: Screen): readonly string[] {
  const [head = '', ...lines] = renderTable(
    COLUMNS,
    revisions.map((revision) => cellsOf(revision, now)),
    columns,
  );
  const rows = revisions.flatMap(({ receipt }, index) => [
    lines[index] ?? '',
    ...(receipt === undefined ? [] : [clipText(`${INDENT}${coverage(receipt)}`, columns)]),
  ]);
  return [head, ...rows];
}

function cellsOf(revision: Revision, now: number): readonly string[] {
  const { number, at, receipt } = revision;
  const shared = [figure(number), describeChange(revision), relativeTime(at, now)];
  if (receipt === undefined) return [...shared, '', '', '', ''];
  const { messagesBefore, messagesAfter, tokensBefore, tokensAfter, durationMs } = receipt;
  return [
    ...shared,
    engineOf(receipt),
    `${figure(messagesBefore)} → ${figure(messagesAfter)}`,
    `${figure(tokensBefore)} → ${figure(tokensAfter)}`,
    durationMs === undefined ? '' : duration(durationMs),
  ];
}

/** What a change was, in a few words: `commit`, `rewind (undone)`, `undo of 3`. */
function describeChange({ kind, of, inEffect }: Revision): string {
  switch (kind) {
    case 'start':
      return kind;
    case 'commit':
    case 'rotation':
    case 'rewind':
      return inEffect ? kind : `${kind} (undone)`;
    case 'undo':
    case 'redo':
      return of === undefined ? kind : `${kind} of ${figure(of)}`;
  }
}

/** Who compacted, and with which model. */
export function engineOf({ engine, model }: Pick<Receipt, 'engine' | 'model'>): string {
  return model === undefined ? plainText(engine) : `${plainText(engine)}, ${plainText(model)}`;
}

function coverage({ covered, coveredMessages, summaryId }: Receipt): string {
  const shown = covered.slice(0, MAX_RANGES).map(rangeText).join(', ');
  const ranges = covered.length > MAX_RANGES ? `${shown}, …` : shown;
  const what = `${counted(coveredMessages, 'message')}${ranges === '' ? '' : ` (${ranges})`}`;
  return summaryId === undefined ? `${what} left without a summary` : `${plainText(summaryId)} stands for ${what}`;
}

function rangeText({ from, to }: SequenceRange): string {
  return to - from === 1 ? `#${from}` : `#${from}–${to - 1}`;
}

import { redactSecrets } from '@hermes-context/messages';
import { recordsOf } from './delimited.ts';
import type { Explorer } from './exploration.ts';
import { counted, shortLine } from './note-lines.ts';

const DELIMITERS = [
  ['\t', 'tab'],
  [',', 'comma'],
  [';', 'semicolon'],
  ['|', 'bar'],
] as const;
/** Records that decide whether a text is a table, and the least part of them with as many columns as the first. */
const PROBED_RECORDS = 50;
const MIN_SHARE = 0.9;
const MIN_RECORDS = 3;
/** Signs of code and prose in the names of columns. */
const NO_NAME = /[{}()<>;=]|\. /;
const MAX_NAME_CHARS = 60;
/** Columns that are kept; a wider table says how many there are. */
const MAX_COLUMNS = 200;
const PROBED_CELL_CHARS = 64;
const SAMPLE_CHARS = 40;
const CELL_TYPES = [
  ['integer', /^[+-]?\d+$/],
  ['number', /^[+-]?\d*[.,]?\d+(?:[eE][+-]?\d+)?%?$/],
  ['date', /^\d{4}-\d\d-\d\d(?:[T ][\d:.,Z+-]*)?$/],
  ['boolean', /^(?:true|false|yes|no)$/i],
] as const;

/** The columns of a text with separated values: names, guessed types, a sample each. */
export const exploreCsv: Explorer = ({ text, lines }) => {
  const probe = lines.slice(0, PROBED_RECORDS).join('\n');
  const delimiter = DELIMITERS.find(([unit]) => isTable(probe, unit));
  if (delimiter === undefined) return undefined;
  const [unit, unitName] = delimiter;
  const { names, columns, recordCount, width } = readTable(text, unit);
  const title = `${unit === '\t' ? 'TSV' : 'CSV'} (${unitName}, ${counted(recordCount, 'row')}, ${counted(width, 'column')})`;
  return {
    kind: 'csv',
    title,
    lines: columns.map((column, index) => columnLine(names[index] ?? `${index + 1}`, column)),
  };
};

function isTable(probe: string, delimiter: string): boolean {
  const records = [...recordsOf(probe, delimiter)].filter((record) => record.length > 1 || record[0]?.trim() !== '');
  const [head = []] = records;
  if (head.length < 2 || records.length < MIN_RECORDS || head.some((cell) => !isName(cell))) return false;
  const fitting = records.filter((record) => record.length === head.length);
  // The probe's last record may be cut by its end.
  if (fitting.length < MIN_RECORDS || fitting.length < (records.length - 1) * MIN_SHARE) return false;
  return head.length > 2 || delimiter === '\t' || head.every((cell) => !/^\s|\s\S+\s\S+\s/.test(cell));
}

function isName(cell: string): boolean {
  return cell.length <= MAX_NAME_CHARS && !NO_NAME.test(cell);
}

interface Table {
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  readonly recordCount: number;
  readonly width: number;
}

class Column {
  readonly #types = new Map<string, number>();
  emptyCount = 0;
  sample = '';

  add(cell: string): void {
    const value = cell.trim();
    if (value === '') {
      this.emptyCount += 1;
      return;
    }
    if (this.sample === '') this.sample = value;
    const type = cellType(value);
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
  }

  /** The type of all cells that have a value; integers are numbers too. */
  get type(): string {
    const types = [...this.#types.keys()];
    if (types.length === 0) return 'empty';
    if (types.length === 1) return types[0] ?? 'text';
    return types.every((type) => type === 'integer' || type === 'number') ? 'number' : 'text';
  }
}

function readTable(text: string, delimiter: string): Table {
  const records = recordsOf(text, delimiter);
  const head: readonly string[] = records.next().value ?? [];
  const columns = head.slice(0, MAX_COLUMNS).map(() => new Column());
  const hasNames = isHead(head);
  let recordCount = 0;
  const count = (record: readonly string[]): void => {
    if (record.length === 1 && record[0]?.trim() === '') return;
    recordCount += 1;
    for (const [index, column] of columns.entries()) column.add(record[index] ?? '');
  };
  if (!hasNames) count(head);
  for (const record of records) count(record);
  return { names: hasNames ? head : [], columns, recordCount, width: head.length };
}

/** Names differ and are no values. */
function isHead(record: readonly string[]): boolean {
  const names = record.map((cell) => cell.trim());
  return new Set(names).size === names.length && names.every((name) => name !== '' && cellType(name) === 'text');
}

function cellType(value: string): string {
  if (value.length > PROBED_CELL_CHARS) return 'text';
  return CELL_TYPES.find(([, form]) => form.test(value))?.[0] ?? 'text';
}

function columnLine(name: string, column: Column): string {
  const empty = column.emptyCount > 0 ? ` (${column.emptyCount} empty)` : '';
  const sample = column.sample === '' ? '' : `, e.g. ${sampleOf(name.trim(), column.sample)}`;
  return `${shortLine(name, MAX_NAME_CHARS)}: ${column.type}${empty}${sample}`;
}

/** A cell alone does not tell that it is a password; with the name of its column it does. */
function sampleOf(name: string, value: string): string {
  const pair = JSON.stringify({ [name]: value });
  return redactSecrets(pair) === pair ? shortLine(value, SAMPLE_CHARS) : '[redacted]';
}

import { clipStart, clipText, displayWidth, padText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { MenuOption } from './prompts.ts';

/** One line of a menu, as cells. */
export interface OptionRow {
  readonly value: string;
  /** The first one is its name. */
  readonly cells: readonly string[];
  /** A sentence on it, shown at the cursor. */
  readonly about: string;
  /** Where it lies, shown below that; nothing where that is known. */
  readonly path: string;
}

/** Columns that a cell takes at most, but the first one up to a third of the line, and the last one what is left. */
const MAX_CELL_COLUMNS = 18;
const NAME_SHARE = 3;

/** What the cursor adds to its line: a space and brackets around the sentence. */
const ABOUT_FRAME = 3;

/** Rows as lines of a menu whose cells stand below each other, each line clipped to the terminal. Pure. */
export function tableOptions(rows: readonly OptionRow[]): readonly MenuOption[] {
  const plain = rows.map((row) => ({ ...row, cells: row.cells.map(plainText) }));
  return plain.map((row) => {
    const label = (columns: number): string => renderCells(row, plain, columns);
    return {
      value: row.value,
      label,
      hint: (columns) => renderHint(row, { columns, room: columns - displayWidth(label(columns)) - ABOUT_FRAME }),
    };
  });
}

function renderCells({ cells }: OptionRow, rows: readonly OptionRow[], columns: number): string {
  const padded = cells.map((cell, column) => {
    const most = mostColumns(column, cells.length, columns);
    const widest = Math.max(...rows.map((row) => displayWidth(row.cells[column] ?? '')));
    return padText(clipText(cell, most), Math.min(most, widest));
  });
  return clipText(padded.join('  ').trimEnd(), columns - ABOUT_FRAME - 1);
}

function mostColumns(cell: number, count: number, columns: number): number {
  if (cell === count - 1) return columns;
  return cell === 0 ? Math.floor(columns / NAME_SHARE) : MAX_CELL_COLUMNS;
}

function renderHint(
  { about, path }: OptionRow,
  { columns, room }: { readonly columns: number; readonly room: number },
): string {
  const sentence = clipText(plainText(about), room);
  if (path === '') return sentence;
  const indent = '  ';
  return `${sentence}\n${indent}${clipStart(plainText(path), columns - indent.length - ABOUT_FRAME)}`;
}

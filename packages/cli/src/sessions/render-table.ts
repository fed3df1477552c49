import { clipText, displayWidth, padText } from '../terminal/display-width.ts';

/** A column of a table. */
export interface Column {
  readonly head: string;
  /** Default: at the start. Numbers go to the end. */
  readonly align?: 'start' | 'end';
  /** Columns of the terminal that must be left of it where room is short. Default: it is never cut. */
  readonly min?: number;
}

const GAP = '  ';

/**
 * A table without borders or colours, whose lines fit a terminal: cells are cut where a column may be, the widest one
 * first, and end with an ellipsis then. Wide characters keep the columns straight. Cells are plain lines. Pure.
 *
 * @param columns - Of the terminal; `Infinity` in a pipe, where nothing is cut.
 */
export function renderTable(
  table: readonly Column[],
  rows: readonly (readonly string[])[],
  columns: number,
): readonly string[] {
  const lines = [table.map(({ head }) => head), ...rows];
  const wanted = table.map((_, index) => Math.max(...lines.map((cells) => displayWidth(cells[index] ?? ''))));
  const widths = shrink(wanted, table, columns - GAP.length * (table.length - 1));
  return lines.map((cells) =>
    cells
      .map((cell, index) => place(clipText(cell, widths[index] ?? 0), widths[index] ?? 0, table[index]?.align))
      .join(GAP)
      .trimEnd(),
  );
}

/** Take from the widest column that may give, one column of the terminal at a time. */
function shrink(wanted: readonly number[], table: readonly Column[], room: number): readonly number[] {
  const widths = [...wanted];
  let excess = widths.reduce((total, width) => total + width, 0) - room;
  while (excess > 0) {
    const spare = widths.map((width, index) => (width > (table[index]?.min ?? width) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    const width = spare[widest] ?? 0;
    if (width === 0) break; // a terminal narrower than what must be seen: its lines wrap
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

function place(cell: string, width: number, align: Column['align'] = 'start'): string {
  return align === 'start' ? padText(cell, width) : ' '.repeat(Math.max(0, width - displayWidth(cell))) + cell;
}

/** A table of texts. */
export interface Table {
  /** Becomes the name of its files, such as `t1-headline`. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table in Markdown, with a heading. */
export function markdownTable({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [`## ${title}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/** A table as CSV: commas, quotes where they are needed, a line break at the end. */
export function csvTable({ columns, rows }: Table): string {
  return `${[columns, ...rows].map((cells) => cells.map(quoted).join(',')).join('\n')}\n`;
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

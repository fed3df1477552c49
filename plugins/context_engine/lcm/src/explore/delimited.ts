/** Longest text read as one record, in UTF-16 units: a stray quotation mark must not swallow the rest. */
const MAX_RECORD_CHARS = 100_000;

/** The records of a text with separated columns, as RFC 4180 (October 2005) has them, in one pass. */
export function* recordsOf(text: string, delimiter: string): Generator<readonly string[]> {
  for (let at = 0; at < text.length; ) {
    const cells: string[] = [];
    const limit = Math.min(text.length, at + MAX_RECORD_CHARS);
    while (true) {
      const cell = readCell(text, { at, limit, delimiter });
      cells.push(cell.value);
      at = cell.end + 1;
      if (cell.end >= limit || text[cell.end] !== delimiter) break;
    }
    yield cells;
  }
}

interface CellPlace {
  readonly at: number;
  readonly limit: number;
  readonly delimiter: string;
}

interface Cell {
  readonly value: string;
  /** Where its delimiter or line break stands. */
  readonly end: number;
}

function readCell(text: string, place: CellPlace): Cell {
  const quoted = text[place.at] === '"' ? readQuoted(text, place) : undefined;
  return quoted ?? readPlain(text, place);
}

function readPlain(text: string, { at, limit, delimiter }: CellPlace): Cell {
  let end = at;
  while (end < limit && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return { value: text.slice(at, end), end };
}

/** `undefined` where the quotation mark is never closed. */
function readQuoted(text: string, { at, limit, delimiter }: CellPlace): Cell | undefined {
  let end = at + 1;
  while (end < limit) {
    if (text[end] !== '"') end += 1;
    else if (text[end + 1] === '"') end += 2;
    else break;
  }
  if (end >= limit) return undefined;
  const rest = readPlain(text, { at: end + 1, limit, delimiter });
  return { value: text.slice(at + 1, end).replaceAll('""', '"') + rest.value, end: rest.end };
}

/** A number in front of a line as file listings have it: `   12⇥`, `12→`, `12|`, `12: `, `12:`. */
const NUMBERED = /^ {0,10}(\d{1,7})(\t|→|\||: ?)/;
/** Least part of the filled lines that is numbered, and counts on; the rest is what a tool says around a listing. */
const MIN_SHARE = 0.8;
const MIN_LINES = 3;

/** Lines without their numbers, and the numbers of the first and the last one where they had some. */
export interface StrippedLines {
  readonly lines: readonly string[];
  readonly numbers?: { readonly first: number; readonly last: number };
}

/** Leaves out the numbers in front of the lines of a file listing. Other lines stay, and so does their count. */
export function stripNumbering(lines: readonly string[]): StrippedLines {
  const numbers: number[] = [];
  let filledCount = 0;
  for (const line of lines) {
    if (line.trim() !== '') filledCount += 1;
    const number = NUMBERED.exec(line)?.[1];
    if (number !== undefined) numbers.push(Number(number));
  }
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined || isTable(lines)) return { lines };
  if (numbers.length < MIN_LINES || numbers.length < filledCount * MIN_SHARE || !countsOn(numbers)) return { lines };
  return { lines: lines.map((line) => line.replace(NUMBERED, '')), numbers: { first, last } };
}

function countsOn(numbers: readonly number[]): boolean {
  const steps = numbers.filter((number, index) => index > 0 && number === (numbers[index - 1] ?? 0) + 1);
  return steps.length >= (numbers.length - 1) * MIN_SHARE;
}

/** A table that numbers its rows has a head that separates its columns as they do. */
function isTable(lines: readonly string[]): boolean {
  const [head = '', next = ''] = lines;
  const separator = NUMBERED.exec(next)?.[2];
  return (separator === '\t' || separator === '|') && !NUMBERED.test(head) && head.includes(separator);
}

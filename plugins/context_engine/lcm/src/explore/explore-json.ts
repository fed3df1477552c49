import type { Explorer, Finding, Material } from './exploration.ts';
import { describe, type JsonShape, shapeLines, shapeOf } from './json-shape.ts';
import { charsOf, counted } from './note-lines.ts';

/** Longest text that is parsed, in UTF-16 units: its values take some ten times as much memory. */
const MAX_PARSED_CHARS = 8_000_000;
const MAX_SHOWN_DEPTH = 6;
/** Least part of the filled lines that is JSON: the last one may be cut, one of many broken. */
const MIN_LINE_SHARE = 0.9;
const MIN_LINES = 2;

/** The shape of a JSON text, or of the values of a text with one on each line. */
export const exploreJson: Explorer = (material) => {
  if (!/^\s{0,1000}[[{]/.test(material.text) || material.text.length > MAX_PARSED_CHARS) return undefined;
  const whole = parse(material.text);
  return whole === undefined ? exploreJsonLines(material) : exploreWhole(whole, material.roomChars);
};

function exploreWhole(value: object, roomChars: number): Finding {
  const shape = shapeOf([value]);
  const top = Array.isArray(value) ? describe(shape) : `object of ${counted(shape.keyCount, 'key')}`;
  return { kind: 'json', title: `JSON (${top})`, lines: deepestFitting(shape, roomChars) };
}

function exploreJsonLines({ lines, roomChars }: Material): Finding | undefined {
  const values: object[] = [];
  let filledCount = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    filledCount += 1;
    const value = parse(line);
    if (value !== undefined) values.push(value);
    // A first line that is not JSON decides, or a long broken text would be parsed line for line.
    else if (values.length < filledCount * MIN_LINE_SHARE - 1) return undefined;
  }
  if (values.length < MIN_LINES || values.length < filledCount - 1 - filledCount * (1 - MIN_LINE_SHARE))
    return undefined;
  const shape = shapeOf(values);
  const title = `JSON lines (${counted(values.length, 'value')})`;
  return { kind: 'json-lines', title, lines: [`each: ${describe(shape)}`, ...deepestFitting(shape, roomChars)] };
}

/** The deepest view that fits as a whole tells more than the first branch of a deeper one. */
function deepestFitting(shape: JsonShape, roomChars: number): readonly string[] {
  for (let depth = MAX_SHOWN_DEPTH; depth > 1; depth -= 1) {
    const lines = shapeLines(shape, depth);
    if (charsOf(lines) <= roomChars) return lines;
  }
  return shapeLines(shape, 1);
}

/** An object or array; `undefined` for a text that is none. */
function parse(text: string): object | undefined {
  const start = text.trimStart().charAt(0);
  if (start !== '{' && start !== '[') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // broken JSON is told as prose
  }
}

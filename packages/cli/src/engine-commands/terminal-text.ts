import { stripVTControlCharacters } from 'node:util';

/** What moves a cursor, breaks a line or turns the direction of text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of a plug-in that a terminal can be given, line by line as it stands, with a line break at its end. Nothing for nothing. */
export function terminalText(text: string): string {
  const lines = stripVTControlCharacters(text).replaceAll('\t', '  ').split('\n');
  const safe = lines.map((line) => line.replace(UNSAFE, '').toWellFormed().trimEnd()).join('\n');
  return safe.trim() === '' ? '' : `${safe.trimEnd()}\n`;
}

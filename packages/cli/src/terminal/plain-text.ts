import { stripVTControlCharacters } from 'node:util';

/** What turns the direction of text: a name could be shown backwards by it. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of a plug-in or a file as one line that a terminal can be given: no colours, nothing that moves the cursor or
 * turns the direction, no half characters.
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(DIRECTION_MARKS, '')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .toWellFormed()
    .trim();
}

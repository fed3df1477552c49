import { Lexer } from 'yaml';

/** What the lexer announces: characters that are not in the text. A comment is the only thing that starts with `#`. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f']);

/** Whether there is a comment between two offsets of a text. */
export function hasComment(text: string, start: number, end: number): boolean {
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (offset >= end) return false;
    if (offset >= start && lexeme.startsWith('#')) return true;
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  return false;
}

/** What a terminal sent: keys one by one, or a text that was pasted as a whole. */
export type TerminalPiece =
  | { readonly kind: 'keys'; readonly text: string }
  | { readonly kind: 'pasted'; readonly text: string };

/** Asks a terminal to mark what is pasted, and to stop doing so. */
export const PASTE_MODE = { on: '\u001b[?2004h', off: '\u001b[?2004l' };

const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** Esc alone is a key, and does not wait for another one. */
const MIN_HELD_CHARS = 2;

/** Tells pasted text from typed keys, wherever the pieces that arrive are cut. One a terminal. */
export function createPasteReader(): (chunk: string) => readonly TerminalPiece[] {
  let held = '';
  /** What has come of a text whose end is still to come; `undefined` between two of them. */
  let pasted: string | undefined;
  /** What stands in front of the next marker. */
  const take = (text: string): readonly TerminalPiece[] => {
    if (pasted === undefined) return text === '' ? [] : [{ kind: 'keys', text }];
    pasted += text;
    return [];
  };
  const turn = (): readonly TerminalPiece[] => {
    const whole = pasted;
    pasted = whole === undefined ? '' : undefined;
    return whole === undefined ? [] : [{ kind: 'pasted', text: whole }];
  };
  const read = (rest: string): readonly TerminalPiece[] => {
    const marker = pasted === undefined ? PASTE_START : PASTE_END;
    const at = rest.indexOf(marker);
    if (at !== -1) return [...take(rest.slice(0, at)), ...turn(), ...read(rest.slice(at + marker.length))];
    const end = rest.length - heldChars(rest, marker, pasted === undefined ? MIN_HELD_CHARS : 1);
    held = rest.slice(end);
    return take(rest.slice(0, end));
  };
  return (chunk) => {
    const rest = held + chunk;
    held = '';
    return read(rest);
  };
}

/** How many characters at the end may be the beginning of the marker. */
function heldChars(text: string, marker: string, minChars: number): number {
  for (let length = Math.min(marker.length - 1, text.length); length >= minChars; length -= 1) {
    if (text.endsWith(marker.slice(0, length))) return length;
  }
  return 0;
}

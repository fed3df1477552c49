import type { ReadStream, WriteStream } from 'node:tty';

/** A terminal that a menu can be drawn on. */
export interface MenuTerminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** Whether there is one. Narrow on `kind`. */
export type TerminalLookup =
  | { readonly kind: 'terminal'; readonly terminal: MenuTerminal }
  /** One sentence on what is missing. */
  | { readonly kind: 'none'; readonly why: string };

/** Size of a terminal that does not know its own, as one that a program opened for another often does not. */
const FALLBACK_SIZE = { columns: 80, rows: 24 };

/** The terminal of this process: keys come in on standard input, the menu goes to standard output. */
export function findTerminal(env: Readonly<Record<string, string | undefined>>): TerminalLookup {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY) return { kind: 'none', why: 'A menu is answered with keys, and standard input is no terminal.' };
  if (!output.isTTY) return { kind: 'none', why: 'A menu is drawn, and standard output is no terminal.' };
  if (env['TERM'] === 'dumb') {
    return { kind: 'none', why: 'A menu moves the cursor, and TERM=dumb says that this terminal cannot.' };
  }
  // Whatever draws on the stream asks the stream itself.
  if (!(output.columns > 0)) Object.assign(output, FALLBACK_SIZE);
  return { kind: 'terminal', terminal: { input, output } };
}

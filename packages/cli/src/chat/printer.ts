import { createStreamCleaner } from './clean-stream.ts';
import type { Paint } from './palette.ts';
import type { StatusLine } from './status-line.ts';

/** Where a chat is shown. */
export interface PrinterParts {
  /** Takes the answers, and what a command was asked for. */
  readonly out: (text: string) => void;
  /** Takes everything beside them. On a terminal the same. */
  readonly note: (text: string) => void;
  /** Whether `out` and `note` are one terminal. */
  readonly isTerminal: boolean;
  readonly status: StatusLine;
  readonly paint: Paint;
}

/** Puts answers, lines beside them and a status line onto one screen without mixing them up. */
export interface Printer {
  readonly paint: Paint;
  /** A piece of an answer, as the model wrote it. */
  stream(text: string): void;
  /** The answer ends; the next piece begins another one. @returns Whether anything of it was shown. */
  endStream(): boolean;
  /** A line of a result, clean already. */
  result(line: string): void;
  /** A line beside the conversation, clean already. */
  note(line: string): void;
  /** What goes on, on a terminal, while nothing is being written. */
  busy(text: string): void;
  idle(): void;
  /** On a terminal, an empty line, for the eye. */
  gap(): void;
}

/** Make one. It alone writes to these streams while it is in use. */
export function createPrinter({ out, note, isTerminal, status, paint }: PrinterParts): Printer {
  const cleaner = createStreamCleaner();
  let isAtLineStart = true;
  let hasStreamed = false;
  const write = (text: string): void => {
    if (text === '') return;
    status.hide();
    out(text);
    isAtLineStart = text.endsWith('\n');
    hasStreamed = true;
  };
  const endStream = (): boolean => {
    write(cleaner.end());
    if (!isAtLineStart) write('\n');
    const wasShown = hasStreamed;
    hasStreamed = false;
    return wasShown;
  };
  return {
    paint,
    stream: (text) => write(cleaner.push(text)),
    endStream,
    result: (line) => {
      endStream();
      status.hide();
      out(`${line}\n`);
    },
    note: (line) => {
      // In a pipe the two are different streams, and a note must not break the answer in two.
      if (isTerminal && !isAtLineStart) write('\n');
      status.hide();
      note(`${line}\n`);
    },
    busy: (text) => {
      if (isTerminal && isAtLineStart) status.show(text);
    },
    idle: () => status.hide(),
    gap: () => {
      if (isTerminal) out('\n');
    },
  };
}

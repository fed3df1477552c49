import type { Io } from '../io.ts';

/** What a plug-in prints may be a line for every conversation: so many are shown. */
const MAX_LINES = 20;

/** What V8 writes when memory is full, before Node ends: of no use to an author. */
const CRASH_REPORT = /^(<--- Last few GCs|FATAL ERROR)/;

/** What a plug-in prints, for a person who looks for it. */
export interface PrintedText {
  add(text: string): void;
  /** Say how much was left out. */
  end(): void;
}

/** Passes on what a plug-in prints, beside the report: its first lines, without anything that moves a cursor. */
export function passPrintedText(io: Pick<Io, 'err'>): PrintedText {
  let rest = '';
  let count = 0;
  let isCrash = false;
  const show = (line: string): void => {
    isCrash ||= CRASH_REPORT.test(line);
    if (isCrash || line.trim() === '') return;
    count += 1;
    if (count <= MAX_LINES) io.err(`[engine] ${line.replace(/\p{Cc}/gu, '?')}\n`);
  };
  return {
    add(text) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) show(line);
    },
    end() {
      show(rest);
      if (count > MAX_LINES) io.err(`[engine] … and ${(count - MAX_LINES).toLocaleString('en-US')} more lines\n`);
    },
  };
}

import { clipText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';

/** A line at the bottom that says what is going on, and leaves no trace. */
export interface StatusLine {
  /** Draw it, or change its text. The cursor must be at the start of a line when it is drawn first. */
  show(text: string): void;
  /** Take it away, if it is there. The cursor is at the start of its line then. */
  hide(): void;
}

/** A terminal as far as a status line needs it. */
export interface StatusScreen {
  write(text: string): void;
  columns(): number;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

const CLEAR_LINE = '\r\u001b[2K';

/** The line of a terminal, with a sign that moves. Cut to the width that the terminal has at each drawing. */
export function createStatusLine({ write, columns }: StatusScreen): StatusLine {
  let text = '';
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  const draw = (): void => {
    const sign = FRAMES[frame % FRAMES.length] ?? '';
    frame += 1;
    // One column is left free, or the cursor would stand on the next line.
    write(CLEAR_LINE + clipText(`${sign} ${text}`, Math.max(1, columns() - 1)));
  };
  return {
    show(next) {
      text = plainText(next);
      if (timer !== undefined) return;
      draw();
      timer = setInterval(draw, FRAME_MS);
      timer.unref();
    },
    hide() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      write(CLEAR_LINE);
    },
  };
}

/** None, for pipes. */
export const noStatusLine: StatusLine = { show: () => undefined, hide: () => undefined };

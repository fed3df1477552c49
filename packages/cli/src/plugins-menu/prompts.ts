import { wrapText } from '../terminal/display-width.ts';
import type { MenuTerminal } from '../terminal/find-terminal.ts';
import type { Answer } from './answer.ts';
import type { Interruption } from './interruption.ts';

/** One line of a menu. Its texts are asked for each time it is drawn, so that they fit a window that changed. */
export interface MenuOption {
  readonly value: string;
  label(columns: number): string;
  /** Shown of the line that the cursor is on. */
  hint?(columns: number): string;
}

/** A question with one answer, or (`askMany`) with any number. */
export interface Question {
  readonly message: string;
  readonly options: readonly MenuOption[];
  /** Where the cursor starts; the first option if it is none of them. */
  readonly start?: string;
}

/** Draws a menu and takes its answers. */
export interface Prompts {
  /** The heading; once, first. */
  open(title: string): void;
  ask(question: Question): Promise<Answer<string>>;
  askMany(question: Question & { readonly chosen: readonly string[] }): Promise<Answer<readonly string[]>>;
  /** A few sentences in between. */
  say(tone: 'info' | 'success' | 'error', sentences: readonly string[]): void;
  /** The last line. */
  close(text: string): void;
}

/**
 * Columns that a line of a menu has less than the terminal: the guide at the left and the mark of the option, for the
 * former of which the library also counts the characters that give it its colour.
 */
const FRAME_COLUMNS = 16;

/** The same of a sentence, which has the guide in front of it and is not measured by the library. */
const GUIDE_COLUMNS = 4;

/** Prompts on a terminal. Loads the library that draws them, which no other command needs. */
export async function openPrompts(terminal: MenuTerminal, interruption: Interruption): Promise<Prompts> {
  const { intro, isCancel, log, multiselect, outro, select } = await import('@clack/prompts');
  const { input, output } = terminal;
  const width = (): number => Math.max(1, output.columns - FRAME_COLUMNS);
  const wrap = (sentence: string): readonly string[] => wrapText(sentence, Math.max(1, output.columns - GUIDE_COLUMNS));
  const draw = (options: readonly MenuOption[]) => options.map((option) => toDrawn(option, width));
  return {
    open: (title) => intro(title, { output }),
    close: (text) => outro(wrap(text).join('\n   '), { output }),
    say: (tone, sentences) => log[tone](sentences.flatMap(wrap).join('\n'), { output }),
    ask: ({ message, options, start }) =>
      interruption.during(async (signal) => {
        const initialValue = start === undefined ? {} : { initialValue: start };
        const answer = await select({ message, options: draw(options), ...initialValue, input, output, signal });
        return isCancel(answer) ? undefined : answer;
      }),
    askMany: ({ message, options, chosen }) =>
      interruption.during(async (signal) => {
        const initialValues = options.map(({ value }) => value).filter((value) => chosen.includes(value));
        const answer = await multiselect({
          message,
          options: draw(options),
          initialValues,
          required: false,
          input,
          output,
          signal,
        });
        return isCancel(answer) ? undefined : answer;
      }),
  };
}

/** The library reads the texts at each drawing. */
function toDrawn(option: MenuOption, width: () => number): { value: string; label: string; hint: string } {
  return {
    value: option.value,
    get label() {
      return option.label(width());
    },
    get hint() {
      return option.hint?.(width()) ?? '';
    },
  };
}

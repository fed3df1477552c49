import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** How long a screen may take to show what it is waited for. A machine that is busy needs seconds for a start. */
const DEADLINE_MS = 40_000;

/** How often the screen is looked at. */
const POLL_MS = 50;

/** The command from its sources, since what was built may be older. `-e` leaves the arguments from the first on. */
const RUN_MAIN = `import(${JSON.stringify(join(import.meta.dirname, 'main.ts'))}).then(async ({ main }) => { process.exitCode = await main(process.argv.slice(1)); });`;

/** A real terminal with the command running in it. */
export interface Terminal {
  /** Press keys one after another, by tmux's names: `Down`, `Enter`, `Escape`, `C-c`, `x`. */
  press(...keys: readonly string[]): void;
  /** The screen once it shows all of these, as lines without trailing spaces. @throws Error with the screen when it never does. */
  shows(...texts: readonly string[]): Promise<readonly string[]>;
  /** Wait until the cursor of the menu is on a line with this text. @returns The screen. */
  marks(text: string): Promise<readonly string[]>;
  /** Press a key again and again until the marked line of the menu has this text. */
  moveTo(text: string, key?: string): Promise<void>;
  /** The exit code of the command, once it has ended, with the last screen and whether the cursor is to be seen. */
  ends(): Promise<{ readonly code: number; readonly screen: readonly string[]; readonly isCursorShown: boolean }>;
  /** Give the window another size. */
  resize(columns: number, rows: number): void;
}

/** What runs in the terminal. */
export interface TerminalSetup {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly columns: number;
  readonly rows: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Why no terminal can be had here; `undefined` when one can. */
export function whyNoTerminal(): string | undefined {
  const found = spawnSync('tmux', ['-V'], { encoding: 'utf8' });
  return found.status === 0 ? undefined : 'tmux is not installed, and it is the terminal of these tests';
}

/** Open a terminal of this size, in which nothing of the person who runs the tests is to be seen. Closed when the test ends. */
export function openTerminal({ argv, folder, columns, rows, env = {} }: TerminalSetup): Terminal {
  // A server of its own, whose socket goes with the folder.
  const socket = join(folder, 'tmux');
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8', env: cleanEnv(folder) });
  // A terminal says itself what it is: what is to be otherwise is set behind that.
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const command = [
    'env',
    ...settings,
    process.execPath,
    '--conditions=@hermes-context/source',
    '-e',
    RUN_MAIN,
    '--',
    ...argv,
  ];
  // The exit code is the last line; the window stays for as long as the test looks at it.
  const shell = `${command.map(quoted).join(' ')}; echo "exit code $?"; exec sleep 600`;
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux('-u', '-f', '/dev/null', 'set', '-g', 'status', 'off', ';', 'new-session', '-d', ...size, '-c', folder, shell);
  onTestFinished(() => {
    spawnSync('tmux', ['-S', socket, 'kill-server']);
  });
  const screen = (): readonly string[] =>
    tmux('capture-pane', '-p')
      .split('\n')
      .map((line) => line.trimEnd());
  const waitFor = async (what: string, isThere: (lines: readonly string[]) => boolean): Promise<readonly string[]> => {
    const giveUpAt = Date.now() + DEADLINE_MS;
    for (;;) {
      const lines = screen();
      if (isThere(lines)) return lines;
      if (Date.now() > giveUpAt) throw new Error(`The terminal never showed ${what}:\n${lines.join('\n').trimEnd()}`);
      await sleep(POLL_MS);
    }
  };
  const press = (...keys: readonly string[]): void => {
    tmux('send-keys', ...keys);
  };
  const shows: Terminal['shows'] = (...texts) =>
    waitFor(texts.join(' and '), (lines) => texts.every((text) => lines.join('\n').includes(text)));
  return {
    press,
    shows,
    marks: (text) => waitFor(`${text} marked`, (lines) => markedLine(lines)?.includes(text) === true),
    async moveTo(text, key = 'Down') {
      for (let presses = 0; presses < 100; presses += 1) {
        const marked = markedLine(await waitFor('a menu', (lines) => markedLine(lines) !== undefined));
        if (marked?.includes(text)) return;
        press(key);
        await waitFor('another line marked', (lines) => markedLine(lines) !== marked);
      }
      throw new Error(`No line of the menu has ${text}:\n${screen().join('\n')}`);
    },
    async ends() {
      const lines = await waitFor('its end', (each) => exitCode(each) !== undefined);
      const isCursorShown = tmux('display-message', '-p', '#{cursor_flag}').trim() === '1';
      return { code: exitCode(lines) ?? Number.NaN, screen: lines, isCursorShown };
    },
    resize: (width, height) => {
      tmux('resize-window', '-x', String(width), '-y', String(height));
    },
  };
}

/** The line that the cursor of a menu is on, in the question that is open: the last one on the screen. */
function markedLine(lines: readonly string[]): string | undefined {
  const question = lines.findLastIndex((line) => line.startsWith('◆'));
  return question === -1 ? undefined : lines.slice(question).find((line) => line.startsWith('│  ●'));
}

function exitCode(lines: readonly string[]): number | undefined {
  const line = lines.find((each) => /^exit code \d+$/.test(each));
  return line === undefined ? undefined : Number(line.slice('exit code '.length));
}

/** A person's settings would change what is drawn, and their `TMUX` where. */
function cleanEnv(folder: string): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: where the shell, tmux and Node are found, and what Node has compiled.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    NODE_COMPILE_CACHE,
    HOME: join(folder, 'user'),
    HERMES_HOME: join(folder, 'home'),
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm-256color',
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

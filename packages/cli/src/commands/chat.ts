import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { SessionStoreError } from '@hermes-context/sessions';
import type { ChatInput } from '../chat/chat-input.ts';
import { commandTable, QUIT } from '../chat/command-table.ts';
import { createJsonView } from '../chat/json-view.ts';
import { createLineInput } from '../chat/line-input.ts';
import { type ChatFlags, type OpenedChat, openChat } from '../chat/open-chat.ts';
import { createPaint, plainPaint } from '../chat/palette.ts';
import { createStatusLine, noStatusLine } from '../chat/status-line.ts';
import { type Surroundings, talk } from '../chat/talk.ts';
import { createTerminalInput } from '../chat/terminal-input.ts';
import { createTextView } from '../chat/text-view.ts';
import type { Io } from '../io.ts';
import { EXIT_INTERRUPTED, printError } from '../print-error.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { findTerminal, type MenuTerminal } from '../terminal/find-terminal.ts';

/** It was tried, and failed: a rule of `print-error.ts`, for errors that its list does not know. */
const EXIT_FAILED = 1;

/** The demo speaks about as fast as a quick model. */
const DEMO_PIECE_DELAY_MS = 10;

/** How long a chat that was left with Ctrl-C waits for what still runs. */
const CLOSE_PATIENCE_MS = 2_000;

/**
 * `hermes chat`: talk with a model at the prompt of a terminal; a line a turn where standard input is none; one turn with
 * `--message`. @returns 0, 1 where a turn outside of a terminal did not end well, 130 after Ctrl-C.
 *
 * @param lines - What is said where there is no terminal. Default: the lines of standard input, as they come.
 */
export async function runChatCommand(flags: ChatFlags, io: Io, lines = stdinLines): Promise<number> {
  const found = flags.message === undefined && flags.json !== true ? findTerminal(io.env) : undefined;
  const terminal = found?.kind === 'terminal' ? found.terminal : undefined;
  try {
    const chat = await openChat(flags, io, terminal === undefined ? 0 : DEMO_PIECE_DELAY_MS);
    const said = flags.message === undefined ? lines : () => only(flags.message ?? '');
    const surroundings = terminal === undefined ? pipeOf(flags, io, said()) : screenOf(terminal, chat, io);
    return await talkAndClose(chat, surroundings);
  } catch (error) {
    if (!(error instanceof SessionStoreError)) throw error;
    printError(error, { io, json: flags.json === true });
    return EXIT_FAILED;
  }
}

async function talkAndClose(chat: OpenedChat, surroundings: Surroundings): Promise<number> {
  let code: number | undefined;
  try {
    code = await talk(chat, surroundings);
    return code;
  } finally {
    surroundings.input.close();
    const closing = chat.close();
    await (code === EXIT_INTERRUPTED ? Promise.race([closing, sleep(CLOSE_PATIENCE_MS)]) : closing);
  }
}

function screenOf({ input, output }: MenuTerminal, { plugins }: OpenedChat, io: Io): Surroundings {
  const paint = createPaint(true, io.env);
  const write = (text: string): void => io.out(text);
  const columns = (): number => output.columns;
  const completions = [...commandTable(plugins).map(({ name }) => `/${name}`), `/${QUIT}`];
  const prompt = `${paint('green', '›')} `;
  return {
    input: createTerminalInput({ input, output }, { prompt, completions: () => completions }),
    view: createTextView({
      out: write,
      note: write,
      isTerminal: true,
      status: createStatusLine({ write, columns }),
      paint,
    }),
    screen: () => ({ columns: columns(), paint, hasColours: paint !== plainPaint }),
    isInteractive: true,
  };
}

/** Answers go to standard output alone, so that a program reads them and nothing else. */
function pipeOf({ json }: ChatFlags, io: Io, lines: AsyncIterable<string>): Surroundings {
  const input: ChatInput = createLineInput(lines);
  const { out, err: note } = io;
  const view =
    json === true
      ? createJsonView(out)
      : createTextView({ out, note, isTerminal: false, status: noStatusLine, paint: plainPaint });
  const screen = { columns: terminalColumns(io), paint: plainPaint, hasColours: false };
  return { input, view, screen: () => screen, isInteractive: false };
}

function stdinLines(): AsyncIterable<string> {
  return createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
}

async function* only(message: string): AsyncGenerator<string> {
  yield message;
}

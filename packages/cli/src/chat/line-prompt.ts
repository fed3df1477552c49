import { createInterface, type Interface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { MenuTerminal } from '../terminal/find-terminal.ts';
import type { ChatEntry } from './chat-input.ts';
import type { TerminalPiece } from './paste-reader.ts';

const MAX_HISTORY_LINES = 1_000;

/** How the prompt looks, and what Tab completes. */
export interface PromptLook {
  readonly prompt: string;
  /** Texts that a line may begin with. */
  readonly completions: () => readonly string[];
}

/** What one prompt begins with. */
export interface PromptSetup extends PromptLook {
  /** Lines that were sent before, the newest first. */
  readonly history: readonly string[];
  /** What the line gets for a pasted text. */
  readonly take: (text: string) => string;
  /** Told of the history with the new line in it. */
  readonly onHistory: (lines: readonly string[]) => void;
}

/** One prompt, until it is answered. */
export interface LinePrompt {
  readonly entry: Promise<ChatEntry>;
  /** Whether its line was sent: what comes now is for the next prompt. */
  isSubmitted(): boolean;
  /** Give it keys or a pasted text. @returns What stands behind the end of the line. */
  feed(piece: TerminalPiece): TerminalPiece | undefined;
  /** Answer it from outside. */
  end(entry: ChatEntry): void;
}

/** Show a prompt. The keys are fed to it, and reach the editing line only so. */
export function openPrompt({ input, output }: MenuTerminal, setup: PromptSetup): LinePrompt {
  const keys = keysFor(input);
  const line = openLine(keys, output, setup);
  const answered = Promise.withResolvers<ChatEntry>();
  let isSubmitted = false;
  const end = (entry: ChatEntry): void => {
    isSubmitted = true;
    answered.resolve(entry);
    line.close();
  };
  line.on('line', (text) => end({ kind: 'line', text }));
  line.on('history', setup.onHistory);
  line.on('SIGINT', () => {
    output.write('\n');
    end({ kind: 'interrupt', wasEmpty: line.line === '' });
  });
  line.on('close', () => {
    // Ctrl-D closes it by itself, and leaves the cursor in the line.
    if (!isSubmitted) output.write('\n');
    answered.resolve({ kind: 'end' });
  });
  line.prompt();
  return {
    entry: answered.promise,
    isSubmitted: () => isSubmitted,
    feed(piece) {
      if (piece.kind === 'pasted') {
        keys.write(setup.take(piece.text));
        return undefined;
      }
      const { now, later } = splitAtReturn(piece.text);
      isSubmitted = now.endsWith('\r');
      keys.write(now);
      return later === '' ? undefined : { kind: 'keys', text: later };
    },
    end,
  };
}

/** The keys pass through a stream of their own. For Ctrl-Z the editing line must be able to switch the real terminal. */
function keysFor(input: MenuTerminal['input']): PassThrough {
  return Object.assign(new PassThrough({ encoding: 'utf8' }), {
    setRawMode: (isRaw: boolean) => input.setRawMode(isRaw),
  });
}

function openLine(keys: PassThrough, output: MenuTerminal['output'], setup: PromptSetup): Interface {
  const { prompt, history, completions } = setup;
  return createInterface({
    input: keys,
    output,
    terminal: true,
    prompt,
    history: [...history],
    historySize: MAX_HISTORY_LINES,
    removeHistoryDuplicates: true,
    completer: (line: string): [string[], string] => [
      line.startsWith('/') ? completions().filter((each) => each.startsWith(line)) : [],
      line,
    ],
  });
}

/** Enter sends the line, whatever it comes as; with Alt it is the same, since the editing line knows no such key. */
function splitAtReturn(text: string): { readonly now: string; readonly later: string } {
  const keys = text.replaceAll('\u001b\r', '\r').replaceAll('\r\n', '\r').replaceAll('\n', '\r');
  const at = keys.indexOf('\r');
  return at === -1 ? { now: keys, later: '' } : { now: keys.slice(0, at + 1), later: keys.slice(at + 1) };
}

import type { MenuTerminal } from '../terminal/find-terminal.ts';
import type { ChatEntry, ChatInput } from './chat-input.ts';
import { createInterruptible } from './interruptible.ts';
import { type LinePrompt, openPrompt, type PromptLook } from './line-prompt.ts';
import { createPasteReader, PASTE_MODE, type TerminalPiece } from './paste-reader.ts';
import { createPastedTexts } from './pasted-texts.ts';
import { watchSignals } from './watch-signals.ts';

const CTRL_C = '\u0003';

/**
 * Messages from a terminal: a line with history and completion, a pasted text as one message, and what is typed while an
 * answer comes waits for its end. The terminal is in raw mode until `close`.
 */
export function createTerminalInput(terminal: MenuTerminal, look: PromptLook): ChatInput {
  return new TerminalInput(terminal, look);
}

class TerminalInput implements ChatInput {
  readonly #terminal: MenuTerminal;
  readonly #look: PromptLook;
  readonly #work = createInterruptible();
  readonly #readPieces = createPasteReader();
  readonly #texts = createPastedTexts();
  readonly #unwatch: () => void;
  /** What was typed and no prompt has taken yet. */
  #waiting: readonly TerminalPiece[] = [];
  #history: readonly string[] = [];
  #prompt: LinePrompt | undefined;
  /** Why there will be no more prompts. */
  #over: ChatEntry | undefined;

  constructor(terminal: MenuTerminal, look: PromptLook) {
    this.#terminal = terminal;
    this.#look = look;
    this.#unwatch = watchSignals(() => {
      this.#work.interrupt();
      this.#end({ kind: 'terminated' });
    });
    const { input } = terminal;
    input.setEncoding('utf8');
    input.setRawMode(true);
    input.on('data', this.#onData);
    input.on('end', this.#onEnd);
    input.resume();
  }

  async next(): Promise<ChatEntry> {
    if (this.#over !== undefined) return this.#over;
    const { input, output } = this.#terminal;
    output.write(PASTE_MODE.on);
    this.#prompt = openPrompt(this.#terminal, {
      ...this.#look,
      history: this.#history,
      take: this.#texts.take,
      onHistory: (lines) => {
        this.#history = lines;
      },
    });
    this.#feed();
    const entry = await this.#prompt.entry;
    this.#prompt = undefined;
    output.write(PASTE_MODE.off);
    // The editing line has switched it off.
    input.setRawMode(true);
    return entry.kind === 'line' ? { kind: 'line', text: this.#texts.expand(entry.text) } : entry;
  }

  during<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value | undefined> {
    return this.#work.run(work);
  }

  close(): void {
    const { input } = this.#terminal;
    this.#unwatch();
    input.off('data', this.#onData);
    input.off('end', this.#onEnd);
    input.setRawMode(false);
    input.pause();
  }

  readonly #onData = (chunk: string): void => {
    const isStop = this.#prompt === undefined && chunk.includes(CTRL_C) && this.#work.interrupt();
    // What was typed before it was meant for an answer that is not wanted any more.
    this.#waiting = isStop ? [] : [...this.#waiting, ...this.#readPieces(chunk)];
    this.#feed();
  };

  readonly #onEnd = (): void => this.#end({ kind: 'end' });

  #end(entry: ChatEntry): void {
    this.#over = entry;
    this.#prompt?.end(entry);
  }

  #feed(): void {
    for (;;) {
      const [piece, ...later] = this.#waiting;
      const prompt = this.#prompt;
      if (piece === undefined || prompt === undefined || prompt.isSubmitted()) return;
      const rest = prompt.feed(piece);
      this.#waiting = rest === undefined ? later : [rest, ...later];
    }
  }
}

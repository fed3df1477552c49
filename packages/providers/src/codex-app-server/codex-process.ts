import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineSplitter } from './line-splitter.ts';

/** How much of what the process writes to stderr is kept for a message about its end, in characters. */
const STDERR_TAIL_CHARS = 2_000;

/** How long output is waited for that a process has left behind when it ended, in milliseconds. */
const LAST_OUTPUT_MS = 500;

/** How to start it. */
export interface CodexCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How long each step of closing may take, in milliseconds. */
export interface CloseLimits {
  /** After the end of its input. */
  readonly endMs: number;
  /** After SIGTERM. */
  readonly termMs: number;
}

/** How a process ended. */
export interface ProcessEnd {
  /** `undefined` where it did not even start. */
  readonly exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  /** The last it wrote to stderr, as it came. */
  readonly stderr: string;
  readonly cause?: unknown;
}

/** Who listens to it. None of these may throw. */
export interface ProcessListener {
  readonly maxLineChars: number;
  readonly onLine: (line: string) => void;
  readonly onLongLine: () => void;
  /** Once, after its last line. */
  readonly onEnd: (end: ProcessEnd) => void;
}

/** A process that is spoken to in lines. */
export class CodexProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended = Promise.withResolvers<void>();
  readonly #listener: ProcessListener;
  #stderr = '';
  #isOver = false;
  #closing: Promise<void> | undefined;

  /** Starts it; a failure to start is an end. */
  constructor({ command, args, cwd, env }: CodexCommand, listener: ProcessListener) {
    this.#listener = listener;
    // A group of its own: what a launcher started ends with it, and an interrupt of the terminal is the host's to handle.
    const detached = process.platform !== 'win32';
    this.#child = spawn(command, args, { cwd, env: { ...env }, stdio: 'pipe', detached, windowsHide: true });
    this.#listen();
  }

  /** Write a line. Nothing happens once the process is gone: its end says so. */
  send(line: string): void {
    if (!this.#isOver && this.#child.stdin.writable) this.#child.stdin.write(`${line}\n`);
  }

  /** End it: the end of its input, then SIGTERM, then SIGKILL. Resolves once it is gone. May be called twice. */
  close(limits: CloseLimits): Promise<void> {
    this.#closing ??= this.#close(limits);
    return this.#closing;
  }

  #listen(): void {
    const { stdin, stdout, stderr } = this.#child;
    const { maxLineChars, onLine, onLongLine } = this.#listener;
    const lines = new LineSplitter(maxLineChars, onLine, onLongLine);
    stdin.on('error', () => undefined); // a process that reads no more has ended, or will not answer: both are noticed
    stdout.on('data', (bytes: Buffer) => lines.push(bytes));
    stderr.setEncoding('utf8');
    stderr.on('data', (text: string) => {
      this.#stderr = `${this.#stderr}${text}`.slice(-STDERR_TAIL_CHARS);
    });
    this.#child.once('error', (cause) => {
      if (this.#child.pid === undefined) this.#end({ exit: undefined, stderr: '', cause });
    });
    this.#child.once('exit', (code, signal) => void this.#leave({ code, signal }));
  }

  async #leave(exit: NonNullable<ProcessEnd['exit']>): Promise<void> {
    // Something that it started may hold its output open for ever.
    const isClosed = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    const timer = new AbortController();
    await Promise.race([isClosed, sleep(LAST_OUTPUT_MS, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    this.#end({ exit, stderr: this.#stderr });
  }

  #end(end: ProcessEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const stream of this.#child.stdio) stream?.destroy();
    this.#listener.onEnd(end);
    this.#ended.resolve();
  }

  async #close({ endMs, termMs }: CloseLimits): Promise<void> {
    this.#child.stdin.end();
    if (await this.#endsWithin(endMs)) return;
    this.#kill('SIGTERM');
    if (await this.#endsWithin(termMs)) return;
    this.#kill('SIGKILL');
    await this.#ended.promise;
  }

  async #endsWithin(ms: number): Promise<boolean> {
    if (this.#isOver) return true;
    const timer = new AbortController();
    const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
    const isOver = await Promise.race([this.#ended.promise.then(() => true), late]);
    timer.abort();
    return isOver;
  }

  /** The whole group, so that a launcher leaves no one behind. */
  #kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#isOver) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      this.#child.kill(signal); // the group is gone, and this says so without an error
    }
  }
}

import type { Messages } from '@hermes-context/contract';
import type { ProofMessage, ProofTask, RefusalFacts } from './proof-task.ts';
import { readLines } from './read-lines.ts';
import { startProof } from './start-proof.ts';

/** How a run came to an end. Narrow on `kind`. */
export type ProofEnd =
  | { readonly kind: 'done' }
  /** The engine could not be made. */
  | { readonly kind: 'refused'; readonly error: RefusalFacts }
  /** Nothing was heard of it for that long, and it was stopped. */
  | { readonly kind: 'silent'; readonly silenceMs: number }
  /** It filled more memory than it may. */
  | { readonly kind: 'memory'; readonly memoryBytes: number }
  /** An error that nobody caught ended it. */
  | { readonly kind: 'threw'; readonly detail: string }
  /** It ended itself, or crashed; `how` is a code or a signal. */
  | { readonly kind: 'exited'; readonly how: string };

/** One run: how it ended, and what it was doing then. */
export interface ProofRun {
  readonly end: ProofEnd;
  /** The check that was being made; unknown before the first, and between two. */
  readonly title: string | undefined;
  /** The list that the engine was given last in it. */
  readonly messages: Messages | undefined;
}

/** Who watches a run. */
export interface ProofWatch {
  /** Told all but the lists that are tried. */
  readonly onMessage: (message: ProofMessage) => void;
  /** What the plug-in printed, in pieces. */
  readonly onPrint: (text: string) => void;
  /** How long nothing may be heard once it has begun, in milliseconds. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

/** Time until the first word, on a machine that has much else to do. */
const START_MS = 30_000;

/** What the system sends, or Node itself, when memory runs full. */
const MEMORY_SIGNALS: readonly (string | null)[] = ['SIGKILL', 'SIGABRT'];

/**
 * Check an engine in a process of its own, which is killed when it falls silent: the one way to survive an endless loop,
 * `process.exit`, a call that blocks, and memory that runs full. Its code runs with all rights of the user all the same.
 *
 * @throws The signal's reason, when that aborts; the process is dead then.
 */
export async function runProof(task: ProofTask, watch: ProofWatch): Promise<ProofRun> {
  watch.signal.throwIfAborted();
  const { findings, prints, kill, exit } = startProof(task);
  const seen = new Findings(watch);
  let silent: ProofEnd | undefined;
  const killIn = (silenceMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      silent = { kind: 'silent', silenceMs };
      kill();
    }, silenceMs);
  let timer = killIn(START_MS);
  watch.signal.addEventListener('abort', kill);
  for (const stream of prints) stream.on('data', (chunk) => watch.onPrint(String(chunk)));
  await readLines(findings, (line) => {
    clearTimeout(timer);
    timer = killIn(watch.silenceMs);
    seen.read(line);
  });
  const { code, signal } = await exit;
  clearTimeout(timer);
  watch.signal.removeEventListener('abort', kill);
  kill();
  for (const stream of prints) stream.destroy();
  watch.signal.throwIfAborted();

  const { title, messages } = seen;
  return { end: seen.end ?? silent ?? endOf(task, code, signal), title, messages };
}

function endOf({ memoryBytes }: ProofTask, code: number | null, signal: string | null): ProofEnd {
  if (MEMORY_SIGNALS.includes(signal)) return { kind: 'memory', memoryBytes };
  return { kind: 'exited', how: signal ?? `code ${code}` };
}

/** What a process told, as far as it matters when it is gone. */
class Findings {
  readonly #onMessage: ProofWatch['onMessage'];
  #lastTry: string | undefined;
  #title: string | undefined;
  #end: ProofEnd | undefined;

  constructor({ onMessage }: Pick<ProofWatch, 'onMessage'>) {
    this.#onMessage = onMessage;
  }

  read(line: string): void {
    // Nearly all lines are lists, and of those only the very last one may be asked for.
    if (line.startsWith(TRY_START)) {
      this.#lastTry = line;
      return;
    }
    const message = parseLine(line);
    switch (message?.kind) {
      case 'start':
        this.#title = message.title;
        this.#lastTry = undefined;
        break;
      case 'done':
      case 'refused':
      case 'threw':
        this.#end = message;
        break;
      case 'end':
        this.#title = undefined;
        break;
      case 'ready':
      case 'try':
      case undefined:
        break;
    }
    if (message !== undefined) this.#onMessage(message);
  }

  get end(): ProofEnd | undefined {
    return this.#end;
  }

  get title(): string | undefined {
    return this.#title;
  }

  get messages(): Messages | undefined {
    if (this.#lastTry === undefined) return undefined;
    const { messages }: { readonly messages: Messages } = JSON.parse(this.#lastTry);
    return messages;
  }
}

/** A line that is none of ours was written by the plug-in, and says nothing. */
function parseLine(line: string): ProofMessage | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const TRY_START = '{"kind":"try"';

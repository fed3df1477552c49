import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { PROOF_DESCRIPTOR, type ProofTask } from './proof-task.ts';
import { SIBLING_OPTIONS, siblingScript } from './sibling-script.ts';

/** Node's own limit on objects, as a share of what the process may fill. Above it: Node struggles for long before it gives up. */
const HEAP_RATIO = 2;

/** A process that checks an engine. */
export interface ProofProcess {
  /** Its findings, a line of JSON each. */
  readonly findings: Readable;
  /** What it prints. */
  readonly prints: readonly Readable[];
  /** Kill it, and all processes that the plug-in started and did not set free. Does nothing where they are gone. */
  readonly kill: () => void;
  /** Resolves when it is gone. */
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Start one. It is the first of a group of its own: Ctrl-C is for us to answer. */
export function startProof(task: ProofTask): ProofProcess {
  const input = JSON.stringify(task); // may fail, and then nothing must have been started
  const heapMiB = Math.floor((task.memoryBytes * HEAP_RATIO) / 2 ** 20);
  const script = fileURLToPath(siblingScript(new URL('./proof-process.ts', import.meta.url)));
  const child = spawn(
    process.execPath,
    [...SIBLING_OPTIONS, `--max-old-space-size=${heapMiB}`, '--disable-warning=ExperimentalWarning', script],
    { detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] },
  );
  child.stdin?.on('error', () => undefined); // it may be gone before it has read all
  child.stdin?.end(input);
  return {
    findings: streamOf(child, PROOF_DESCRIPTOR),
    prints: [streamOf(child, 1), streamOf(child, 2)],
    kill: () => killGroup(child),
    exit: once(child, 'exit').then(([code, signal]) => ({ code, signal })),
  };
}

function streamOf({ stdio }: ChildProcess, descriptor: number): Readable {
  const stream = stdio[descriptor];
  if (stream instanceof Readable) return stream;
  throw new TypeError(`A process was started without descriptor ${descriptor}.`);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them are gone.
  }
}

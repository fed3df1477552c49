import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A script that runs as a process of its own and speaks JSON, a line a message. */
export interface Child {
  /** All that it has said so far. */
  readonly said: readonly unknown[];
  /** Standard error, so far. */
  readonly complaints: () => string;
  tell(message: unknown): void;
  /** The next thing that it says; unknown once it has ended. */
  next(): Promise<unknown>;
  kill(): void;
  /** Once it has ended and everything it had said is read: its exit code; null after a kill. */
  readonly ended: Promise<number | null>;
}

/** Run a fixture from its sources, with what it imports compiled once for all of them. */
export function startChild(script: URL, { cacheFolder }: { readonly cacheFolder: string }): Child {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=@hermes-context/source', '--disable-warning=ExperimentalWarning', fileURLToPath(script)],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { NODE_COMPILE_CACHE: cacheFolder } },
  );
  const said: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  let asked = 0;
  let isOver = false;
  let complaints = '';
  child.stderr?.on('data', (text) => {
    complaints += String(text);
  });
  child.stdin?.on('error', () => undefined); // it may be killed before it reads
  if (child.stdout === null) throw new TypeError('The child has no output.');
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const message = parse(line);
    if (message === undefined) return;
    said.push(message);
    waiting.shift()?.(message);
  });
  const ended = Promise.all([once(lines, 'close'), once(child, 'close')]).then(([, [code]]) => {
    isOver = true;
    for (const resolve of waiting.splice(0)) resolve(undefined);
    return typeof code === 'number' ? code : null;
  });
  return {
    said,
    complaints: () => complaints,
    tell: (message) => child.stdin?.write(`${JSON.stringify(message)}\n`),
    next: () => {
      const known = said[asked];
      asked += 1;
      if (known !== undefined || isOver) return Promise.resolve(known);
      return new Promise((resolve) => waiting.push(resolve));
    },
    kill: () => {
      child.kill('SIGKILL');
    },
    ended,
  };
}

/** A line that a kill cut off says nothing. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

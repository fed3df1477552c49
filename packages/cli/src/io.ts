/** Where a command reads from and writes to. */
export interface Io {
  /** The result, for a person or a pipe. */
  out(text: string): void;
  /** Everything beside the result: warnings, errors, progress. */
  err(text: string): void;
  /** Whether `err` is a terminal that a progress line may be drawn on. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readStdin(): Promise<string>;
}

/** The streams and the environment of this process. */
export function processIo(): Io {
  // Code of plug-ins runs in this process, and what it prints must not get into the result that a program reads.
  for (const name of ['log', 'info', 'debug', 'dir', 'table'] as const) console[name] = console.error;
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
    // biome-ignore lint/style/noProcessEnv: the one place where the command meets the environment.
    env: process.env,
    cwd: process.cwd(),
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two pieces, in milliseconds, so that they arrive apart. */
const PIECE_MS = 1;

/** Standard output as a fake app-server uses it. */
export class CodexPipe {
  readonly #pieceBytes: number | undefined;
  readonly #lineEnd: string;
  #queue: Promise<void> = Promise.resolve();

  constructor({ pieceBytes, crlf = false }: { readonly pieceBytes?: number; readonly crlf?: boolean }) {
    this.#pieceBytes = pieceBytes;
    this.#lineEnd = crlf ? '\r\n' : '\n';
  }

  /** Send an object in a line. */
  send(message: Readonly<Record<string, unknown>>): void {
    this.sendLine(JSON.stringify(message));
  }

  /** Send a line as it is. */
  sendLine(line: string): void {
    const bytes = Buffer.from(`${line}${this.#lineEnd}`);
    this.#queue = this.#queue.then(() => this.#write(bytes));
  }

  /** End the process once everything is written. */
  exit(code: number, stderr = ''): void {
    this.#queue = this.#queue.then(async () => {
      await new Promise((resolve) => process.stderr.write(stderr, resolve));
      process.exit(code);
    });
  }

  async #write(bytes: Buffer): Promise<void> {
    const size = this.#pieceBytes ?? bytes.length;
    for (let start = 0; start < bytes.length; start += size) {
      await new Promise((resolve) => process.stdout.write(bytes.subarray(start, start + size), resolve));
      if (this.#pieceBytes !== undefined) await sleep(PIECE_MS);
    }
  }
}

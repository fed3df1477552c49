import { StringDecoder } from 'node:string_decoder';

/** Cuts bytes into lines, however they arrive. Ends of lines are `\n` or `\r\n`; empty lines are left out. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  readonly #maxLineChars: number;
  readonly #onLine: (line: string) => void;
  readonly #onLongLine: () => void;
  #pieces: string[] = [];
  #pieceChars = 0;
  #isSkipping = false;

  /** @param maxLineChars - A longer line is left out, and `onLongLine` is called in its place. */
  constructor(maxLineChars: number, onLine: (line: string) => void, onLongLine: () => void) {
    this.#maxLineChars = maxLineChars;
    this.#onLine = onLine;
    this.#onLongLine = onLongLine;
  }

  /** Take what has arrived. What follows the last end of line waits for more. */
  push(bytes: Buffer): void {
    const [first = '', ...rest] = this.#decoder.write(bytes).split('\n');
    this.#add(first);
    for (const piece of rest) {
      this.#endLine();
      this.#add(piece);
    }
  }

  #add(piece: string): void {
    if (this.#isSkipping) return;
    this.#pieceChars += piece.length;
    if (this.#pieceChars <= this.#maxLineChars) this.#pieces.push(piece);
    else this.#skip();
  }

  #skip(): void {
    this.#isSkipping = true;
    this.#pieces = [];
    this.#onLongLine();
  }

  #endLine(): void {
    const line = this.#pieces.join('');
    this.#pieces = [];
    this.#pieceChars = 0;
    this.#isSkipping = false;
    const withoutReturn = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (withoutReturn !== '') this.#onLine(withoutReturn);
  }
}

/** What a stream ends with when nothing is missing. Line breaks in JSON are escaped, so no text of a model can say it. */
const SENTINEL = /[\r\n]data: ?\[DONE\]/;

/** Longer than the sentinel with its line break. */
const KEPT_CHARS = 20;

/** Tells whether a stream came to its end, which the client does not tell: without it, the stream was cut. */
export class DoneSpotter {
  #hasSeen = false;
  #tail = '\n'; // the first line begins like any other

  get hasSeen(): boolean {
    return this.#hasSeen;
  }

  /** The same body, looked at. */
  watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const decoder = new TextDecoder('latin1'); // byte by byte: a character may be split
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, output) => {
        this.#look(decoder.decode(bytes));
        output.enqueue(bytes);
      },
    });
    return body.pipeThrough(tap);
  }

  #look(text: string): void {
    if (this.#hasSeen) return;
    const seen = this.#tail + text;
    this.#hasSeen = SENTINEL.test(seen);
    this.#tail = seen.slice(-KEPT_CHARS);
  }
}

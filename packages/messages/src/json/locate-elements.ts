import {
  type JsonContainerKind,
  type JsonListener,
  type JsonScalarKind,
  type JsonSpan,
  scanJson,
} from './scan-json.ts';

/**
 * Where the elements of one array stand in a JSON text: the source span of each, in order, so that each can be cut
 * out byte for byte or parsed on its own. One pass, without parsing the rest.
 *
 * @param path - Keys that lead from the root to the array; `[]` for the root itself. A key that occurs twice counts
 *   as `JSON.parse` has it: the last one.
 * @returns `undefined` where no array stands at the path.
 * @throws JsonSyntaxError for a text that is not JSON.
 */
export function locateElements(text: string, path: readonly string[]): readonly JsonSpan[] | undefined {
  const locator = new ElementLocator(text, path);
  scanJson(text, locator);
  return locator.spans;
}

class ElementLocator implements JsonListener {
  spans: JsonSpan[] | undefined;
  readonly #text: string;
  readonly #path: readonly string[];
  /** Containers that are open. */
  #depth = 0;
  /** How many of the open containers, from the outermost one, lie on the path. */
  #onPath = 0;
  /** Whether the value that comes next continues the path. The root does. */
  #nextIsOnPath = true;
  /** Where the element starts that is being read. */
  #elementStart = 0;

  constructor(text: string, path: readonly string[]) {
    this.#text = text;
    this.#path = path;
  }

  open(kind: JsonContainerKind, start: number): void {
    this.#beginValue(start);
    if (this.#nextIsOnPath) {
      this.#onPath += 1;
      if (this.#depth === this.#path.length && kind === 'array') this.spans = [];
    }
    this.#nextIsOnPath = false;
    this.#depth += 1;
  }

  close(end: number): void {
    if (this.#onPath === this.#depth) this.#onPath -= 1;
    this.#depth -= 1;
    this.#endValue(end);
  }

  key(start: number, end: number): void {
    const segment = this.#path[this.#depth - 1];
    this.#nextIsOnPath = this.#onPath === this.#depth && segment !== undefined && this.#isKey(segment, { start, end });
  }

  scalar(_kind: JsonScalarKind, start: number, end: number): void {
    this.#beginValue(start);
    this.#nextIsOnPath = false;
    this.#endValue(end);
  }

  #beginValue(start: number): void {
    // What stood at this place before, under the same key, is void.
    if (this.#nextIsOnPath) this.spans = undefined;
    if (this.#isInTarget()) this.#elementStart = start;
  }

  #endValue(end: number): void {
    if (this.#isInTarget()) this.spans?.push({ start: this.#elementStart, end });
  }

  #isInTarget(): boolean {
    return this.#depth === this.#path.length + 1 && this.#onPath === this.#depth;
  }

  #isKey(segment: string, { start, end }: JsonSpan): boolean {
    const raw = this.#text.slice(start + 1, end - 1);
    return raw.includes('\\') ? JSON.parse(`"${raw}"`) === segment : raw === segment;
  }
}

import { isValidJson } from './json-kind.ts';
import { type JsonContainerKind, type JsonListener, type JsonScalarKind, scanJson } from './scan-json.ts';

/** Keys and indices that lead from the root of a JSON text to a value. */
export type JsonPath = readonly (string | number)[];

/**
 * Says what becomes of one string in a JSON text.
 *
 * @param value - The string, decoded.
 * @param path - Where it stands. Valid during the call only: copy it to keep it.
 * @returns The new string, or `undefined` to leave the old one byte for byte.
 */
export type JsonStringEdit = (value: string, path: JsonPath) => string | undefined;

/**
 * Rewrite the strings of a JSON text in place: values only, never keys. Everything else stays byte for byte: spaces,
 * order and duplicates of keys, numbers that no `number` can hold, escapes in strings that did not change.
 *
 * @returns The text itself when no string changes, and when it is not JSON; `edit` is not asked then.
 */
export function editJsonStrings(json: string, edit: JsonStringEdit): string {
  if (!isValidJson(json)) return json;
  const editor = new StringEditor(json, edit);
  scanJson(json, editor);
  return editor.result();
}

class StringEditor implements JsonListener {
  readonly #json: string;
  readonly #edit: JsonStringEdit;
  readonly #pieces: string[] = [];
  /** For each open container, the key or index of the value that is being read. */
  readonly #path: (string | number)[] = [];
  /** How much of the text is in the pieces already. */
  #copied = 0;

  constructor(json: string, edit: JsonStringEdit) {
    this.#json = json;
    this.#edit = edit;
  }

  result(): string {
    if (this.#copied === 0) return this.#json;
    return this.#pieces.join('') + this.#json.slice(this.#copied);
  }

  open(kind: JsonContainerKind): void {
    this.#path.push(kind === 'array' ? 0 : '');
  }

  close(): void {
    this.#path.pop();
    this.#countElement();
  }

  key(start: number, end: number): void {
    this.#path[this.#path.length - 1] = this.#decode(start, end);
  }

  scalar(kind: JsonScalarKind, start: number, end: number): void {
    if (kind === 'string') this.#editString(start, end);
    this.#countElement();
  }

  #editString(start: number, end: number): void {
    const value = this.#decode(start, end);
    const edited = this.#edit(value, this.#path);
    if (edited === undefined || edited === value) return;
    this.#pieces.push(this.#json.slice(this.#copied, start), JSON.stringify(edited));
    this.#copied = end;
  }

  #countElement(): void {
    const index = this.#path.at(-1);
    if (typeof index === 'number') this.#path[this.#path.length - 1] = index + 1;
  }

  #decode(start: number, end: number): string {
    const raw = this.#json.slice(start + 1, end - 1);
    return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
  }
}

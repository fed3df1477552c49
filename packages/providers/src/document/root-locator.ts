import type { JsonContainerKind, JsonListener, JsonScalarKind, JsonSpan } from '@hermes-context/messages';
import type { MemberSpan } from './transcript-document.ts';

/** Depth of a value inside the root, and inside a list that a member of the root holds. */
const IN_ROOT = 1;
const IN_LIST = 2;

/**
 * Notes where the root ends, where the members of a root object stand, and where the elements of a list stand:
 * of the root itself, or of the members that are asked for. A key that occurs twice counts as `JSON.parse` has it.
 */
export class RootLocator implements JsonListener {
  readonly members = new Map<string, MemberSpan>();
  /** Elements of each list that was asked for, by its key; those of a root list under the empty key. */
  readonly elements = new Map<string, JsonSpan[]>();
  rootKind: JsonContainerKind | JsonScalarKind | undefined;
  rootStart = 0;
  /** Where the first whole value ends; `undefined` while it is still open. */
  rootEnd: number | undefined;
  readonly #text: string;
  readonly #listKeys: readonly string[];
  #depth = 0;
  #key = '';
  #keyStart = 0;
  #memberStart = 0;
  #elementStart = 0;
  /** Elements of the list that is open; `undefined` outside of one. */
  #list: JsonSpan[] | undefined;

  constructor(text: string, listKeys: readonly string[]) {
    this.#text = text;
    this.#listKeys = listKeys;
  }

  open(kind: JsonContainerKind, start: number): void {
    this.#beginValue(kind, start);
    if (kind === 'array' && this.#isWantedList()) this.#list = this.#startList();
    this.#depth += 1;
  }

  close(end: number): void {
    this.#depth -= 1;
    this.#endValue(end);
  }

  key(start: number, end: number): void {
    if (this.#depth !== IN_ROOT) return;
    const raw = this.#text.slice(start, end);
    this.#key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
    this.#keyStart = start;
  }

  scalar(kind: JsonScalarKind, start: number, end: number): void {
    this.#beginValue(kind, start);
    this.#endValue(end);
  }

  #beginValue(kind: JsonContainerKind | JsonScalarKind, start: number): void {
    if (this.#depth === this.#elementDepth()) this.#elementStart = start;
    if (this.#depth === IN_ROOT) this.#memberStart = start;
    if (this.#depth > 0) return;
    this.rootKind = kind;
    this.rootStart = start;
  }

  #endValue(end: number): void {
    if (this.#depth === this.#elementDepth()) this.#list?.push({ start: this.#elementStart, end });
    if (this.#depth === IN_ROOT && this.rootKind === 'object') this.#endMember(end);
    if (this.#depth === 0) this.rootEnd = end;
  }

  #endMember(end: number): void {
    this.members.set(this.#key, { keyStart: this.#keyStart, value: { start: this.#memberStart, end } });
    this.#list = undefined;
  }

  #elementDepth(): number {
    return this.rootKind === 'array' ? IN_ROOT : IN_LIST;
  }

  #isWantedList(): boolean {
    if (this.#depth === 0) return true;
    return this.#depth === IN_ROOT && this.rootKind === 'object' && this.#listKeys.includes(this.#key);
  }

  #startList(): JsonSpan[] {
    const list: JsonSpan[] = [];
    this.elements.set(this.#depth === 0 ? '' : this.#key, list);
    return list;
  }
}

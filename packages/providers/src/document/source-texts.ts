import { type JsonListener, type JsonSpan, scanJson } from '@hermes-context/messages';
import { isWireObject } from '../wire-value.ts';
import type { TranscriptDocument } from './transcript-document.ts';

const IN_ELEMENT = 1;
const IN_LIST = 2;

/**
 * The source texts of elements and of the objects in the lists that they hold directly: content blocks, parts, calls.
 * Keyed by the objects that were parsed from them, so that one of them inside a changed message is written as it was.
 */
export class SourceTexts {
  readonly #document: TranscriptDocument;
  readonly #texts = new Map<object, string>();
  readonly #loaded = new Set<number>();
  #last: readonly number[] | undefined;

  constructor(document: TranscriptDocument) {
    this.#document = document;
  }

  /** Cut up the elements with these indices. Only what changed is worth the scan. */
  load(indices: readonly number[]): void {
    // All new elements that were made from one message name the same list.
    if (indices === this.#last) return;
    this.#last = indices;
    for (const index of indices) if (!this.#loaded.has(index)) this.#loadElement(index);
  }

  /** How a value stood in the file; `undefined` for one that did not, or was not loaded. */
  get(value: object): string | undefined {
    return this.#texts.get(value);
  }

  #loadElement(index: number): void {
    this.#loaded.add(index);
    const span = this.#document.spans[index];
    const element = this.#document.elements[index];
    if (span === undefined || !isWireObject(element)) return;
    const source = this.#document.text.slice(span.start, span.end);
    this.#texts.set(element, source);
    const lists = new NestedLists(source);
    scanJson(source, lists);
    for (const [key, spans] of lists.spans) addTexts(this.#texts, source, { items: element[key], spans });
  }
}

interface ItemSpans {
  readonly items: unknown;
  readonly spans: readonly JsonSpan[];
}

function addTexts(texts: Map<object, string>, source: string, { items, spans }: ItemSpans): void {
  if (!Array.isArray(items) || items.length !== spans.length) return;
  for (const [index, { start, end }] of spans.entries()) {
    const item: unknown = items[index];
    if (typeof item === 'object' && item !== null) texts.set(item, source.slice(start, end));
  }
}

/** Where the items stand in each list that an object holds directly, by key. Of two equal keys the last one counts. */
class NestedLists implements JsonListener {
  readonly spans = new Map<string, JsonSpan[]>();
  readonly #source: string;
  #depth = 0;
  #key = '';
  #list: JsonSpan[] | undefined;
  #itemStart = 0;

  constructor(source: string) {
    this.#source = source;
  }

  open(kind: string, start: number): void {
    if (this.#depth === IN_LIST) this.#itemStart = start;
    if (this.#depth === IN_ELEMENT && kind === 'array') {
      this.#list = [];
      this.spans.set(this.#key, this.#list);
    }
    this.#depth += 1;
  }

  close(end: number): void {
    this.#depth -= 1;
    if (this.#depth === IN_LIST) this.#list?.push({ start: this.#itemStart, end });
    if (this.#depth === IN_ELEMENT) this.#list = undefined;
  }

  key(start: number, end: number): void {
    if (this.#depth !== IN_ELEMENT) return;
    this.#key = String(JSON.parse(this.#source.slice(start, end)));
  }

  scalar(_kind: string, start: number, end: number): void {
    if (this.#depth === IN_LIST) this.#list?.push({ start, end });
  }
}

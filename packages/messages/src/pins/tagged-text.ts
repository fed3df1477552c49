/** A stretch of a text, `[start, end)`. */
interface Tagged {
  readonly start: number;
  readonly end: number;
}

const TAG = /<(\/?)([A-Za-z][\w:.-]{0,60})((?:\s[^<>]{0,400})?)>|\[(\/?)(quote|code|file|paste|document)\]/gi;

/**
 * What stands in tags, tags included: a file, a document, a quotation that somebody pasted. A closing tag too many, as
 * pasted text may hold to get out, belongs to the stretch before it. A tag alone on its line that is never closed holds
 * all that follows. Ascending, and none in another.
 */
export function findTagged(text: string): readonly Tagged[] {
  const reader = new TagReader(text);
  for (const match of text.matchAll(TAG)) reader.take(match);
  return merged(reader.found());
}

interface OpenTag {
  readonly start: number;
  readonly isAlone: boolean;
  depth: number;
}

class TagReader {
  readonly #text: string;
  readonly #found: Tagged[] = [];
  readonly #open = new Map<string, OpenTag>();
  /** Where the newest stretch in tags of this name began. */
  readonly #closed = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  take(match: RegExpExecArray): void {
    const { 0: tag, 1: slash, 2: name, 3: rest, 4: squareSlash, 5: squareName, index: start } = match;
    if (rest?.endsWith('/') === true) return;
    const key = (name ?? squareName ?? '').toLowerCase();
    const end = start + tag.length;
    if (slash === '/' || squareSlash === '/') this.#close(key, end);
    else this.#begin(key, { start, end });
  }

  found(): readonly Tagged[] {
    const unclosed = [...this.#open.values()].filter(({ isAlone }) => isAlone);
    return [...this.#found, ...unclosed.map(({ start }) => ({ start, end: this.#text.length }))];
  }

  #begin(key: string, { start, end }: Tagged): void {
    const tag = this.#open.get(key);
    if (tag === undefined) this.#open.set(key, { start, depth: 1, isAlone: isAlone(this.#text, start, end) });
    else tag.depth += 1;
  }

  #close(key: string, end: number): void {
    const tag = this.#open.get(key);
    if (tag !== undefined && tag.depth > 1) {
      tag.depth -= 1;
      return;
    }
    const start = tag?.start ?? this.#closed.get(key);
    if (start === undefined) return;
    this.#found.push({ start, end });
    this.#closed.set(key, start);
    this.#open.delete(key);
  }
}

function isAlone(text: string, start: number, end: number): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  return (
    text.slice(lineStart, start).trim() === '' && text.slice(end, lineEnd === -1 ? undefined : lineEnd).trim() === ''
  );
}

function merged(found: readonly Tagged[]): readonly Tagged[] {
  const stretches: Tagged[] = [];
  for (const each of found.toSorted((one, other) => one.start - other.start)) {
    const before = stretches.at(-1);
    if (before === undefined || each.start >= before.end) stretches.push(each);
    else stretches[stretches.length - 1] = { start: before.start, end: Math.max(before.end, each.end) };
  }
  return stretches;
}

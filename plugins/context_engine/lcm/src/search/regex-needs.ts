/** What a text must hold for a regular expression to match it: a superset of the texts that do. `any`: nothing is known. */
export type Needs =
  | { readonly kind: 'any' }
  | { readonly kind: 'literal'; readonly literal: string }
  | { readonly kind: 'all' | 'some'; readonly parts: readonly Needs[] };

const ANY: Needs = { kind: 'any' };
/** Shorter ones are in no index. */
const MIN_CHARACTERS = 3;
const MAX_QUANTIFIER = 16;
/** Parts of the syntax that are rare in searches and not worth reading: quoted stretches, and groups that change flags midway. */
const UNREAD = /\\[QECG]/;

/** Literals that a pattern cannot match without, upper and lower case aside. The pattern is one that compiles. */
export function regexNeeds(pattern: string): Needs {
  return UNREAD.test(pattern) ? ANY : new Reader(pattern).alternatives();
}

/** Reads a pattern from left to right; where in doubt, a part needs nothing. */
class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  alternatives(): Needs {
    const parts = [this.#sequence()];
    while (this.#peek() === '|') {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    if (parts.length === 1) return parts[0] ?? ANY;
    return parts.some(({ kind }) => kind === 'any') ? ANY : { kind: 'some', parts };
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  #sequence(): Needs {
    const parts: Needs[] = [];
    let run = '';
    for (let sign = this.#nextOfSequence(); sign !== undefined; sign = this.#nextOfSequence()) {
      const atom = this.#atom(sign);
      const { isOptional, isCounted } = this.#quantifier();
      if (typeof atom === 'string' && !isOptional) run += atom;
      if (typeof atom === 'string' && !isCounted) continue;
      parts.push(runNeeds(run));
      run = '';
      if (typeof atom !== 'string' && !isOptional) parts.push(atom);
    }
    return all([...parts, runNeeds(run)]);
  }

  #nextOfSequence(): string | undefined {
    const sign = this.#peek();
    return sign === '|' || sign === ')' ? undefined : sign;
  }

  /** Whether the atom before may be missing, and whether it may come more than once. Reads the quantifier. */
  #quantifier(): { readonly isOptional: boolean; readonly isCounted: boolean } {
    const ahead = this.#characters.slice(this.#at, this.#at + MAX_QUANTIFIER).join('');
    const quantifier = /^(?:[*+?]|\{(?<least>\d+)(?:,\d*)?\})\??/.exec(ahead);
    if (quantifier === null) return { isOptional: false, isCounted: false };
    this.#at += quantifier[0].length;
    const least = quantifier.groups?.['least'];
    const isOptional = least === undefined ? !quantifier[0].startsWith('+') : Number(least) === 0;
    return { isOptional, isCounted: true };
  }

  /** A character that stands for itself, or what something larger needs. */
  #atom(sign: string): string | Needs {
    this.#at += 1;
    switch (sign) {
      case '(':
        return this.#group();
      case '[':
        return this.#set();
      case '\\':
        return this.#escape();
      case '.':
      case '^':
      case '$':
        return ANY;
      default:
        return isLiteral(sign) ? sign : ANY;
    }
  }

  #group(): Needs {
    if (this.#peek() === '?') {
      while (this.#peek() !== undefined && !/[:>)]/.test(this.#peek() ?? '')) this.#at += 1;
      this.#at += 1;
      if (this.#peek(-1) === ')') return ANY; // flags alone
    }
    const needs = this.alternatives();
    this.#at += 1;
    return needs;
  }

  #set(): Needs {
    if (this.#peek() === '^') this.#at += 1;
    const first = this.#at;
    while (this.#peek() !== undefined && (this.#peek() !== ']' || this.#at === first)) this.#skipOfSet();
    this.#at += 1;
    return ANY;
  }

  #skipOfSet(): void {
    if (this.#peek() === '[' && this.#peek(1) === ':') {
      const end = this.#characters.indexOf(']', this.#at);
      if (this.#peek(end - this.#at - 1) === ':') this.#at = end;
    } else if (this.#peek() === '\\') this.#at += 1;
    this.#at += 1;
  }

  #escape(): string | Needs {
    const sign = this.#peek() ?? '';
    this.#at += 1;
    if (/[pPx]/.test(sign)) this.#skipCode(sign);
    else if (/[0-7]/.test(sign)) this.#skipWhile(/[0-7]/);
    else if (!/[A-Za-z89]/.test(sign)) return isLiteral(sign) ? sign : ANY;
    return ANY;
  }

  /** What follows `\p` and `\x`: `{Greek}`, `L`, `{1F600}`, `41`. */
  #skipCode(sign: string): void {
    const braced = this.#peek() === '{' ? this.#characters.indexOf('}', this.#at) : -1;
    const plainCharacters = sign === 'x' ? 2 : 1;
    this.#at = braced >= 0 ? braced + 1 : this.#at + plainCharacters;
  }

  #skipWhile(kind: RegExp): void {
    while (kind.test(this.#peek() ?? '')) this.#at += 1;
  }
}

function runNeeds(run: string): Needs {
  return Array.from(run).length >= MIN_CHARACTERS ? { kind: 'literal', literal: run } : ANY;
}

function all(needs: readonly Needs[]): Needs {
  const parts = needs.filter(({ kind }) => kind !== 'any');
  const [only = ANY] = parts;
  return parts.length > 1 ? { kind: 'all', parts } : only;
}

/** Beyond ASCII, letters with cases have more forms than the index folds into one. */
function isLiteral(character: string): boolean {
  return character <= '\x7f' || character.toLowerCase() === character.toUpperCase();
}

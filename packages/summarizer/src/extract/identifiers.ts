/** Kinds of things that a summary must not lose and no model can guess. */
export type IdentifierKind = 'places' | 'links' | 'ids' | 'values';

/** One of them, and how much it matters. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly text: string;
  /** Where it was seen, weighted by who said it. */
  readonly weight: number;
  /** Position of the last text that it was in. */
  readonly lastSeen: number;
}

/** Characters that end a token, beside white space and controls. */
const SEPARATORS = new Set('"\'`<>()[]{},;|“”‘’«»（）「」『』，。；、：'.split('').map((each) => each.charCodeAt(0)));
const TOKEN_MAX_CHARS = 160;

const LINK = /^https?:\/\/[^\s]{4,}$/;
const PLACE = /^[\w./@\\~+-]{1,120}\.[A-Za-z]\w{0,5}:\d{1,6}(?:[-:]\d{1,6})?$/;
const HOST_PORT = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,60}\.[\w.-]{1,60}):\d{2,5}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HASH = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/;
const VERSION = /^v?\d{1,5}\.\d{1,5}(?:\.\d{1,6}){1,2}(?:-[\w.]{1,20})?$/;
const ISSUE = /^(?:#\d{1,7}|[A-Z][A-Z0-9]{1,9}-\d{1,7})$/;
const CODE = /^(?=.{4})(?=[A-Z0-9_-]*\d)(?=[A-Z0-9_-]*[A-Z])[A-Z0-9]{2,}(?:[_-][A-Z0-9]+){0,4}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const AMOUNT = /^[$€£¥]\d[\d,.]{0,14}$/;
const ASSIGNMENT = /^[A-Za-z_][\w.-]{1,40}=[^=\s]{1,80}$/;

const KINDS: readonly (readonly [RegExp, IdentifierKind])[] = [
  [LINK, 'links'],
  [PLACE, 'places'],
  [HOST_PORT, 'values'],
  [UUID, 'ids'],
  [HASH, 'ids'],
  [VERSION, 'values'],
  [ISSUE, 'ids'],
  [DATE, 'values'],
  [AMOUNT, 'values'],
  [ASSIGNMENT, 'values'],
  [CODE, 'ids'],
];

/** The identifiers of many texts, counted. */
export class IdentifierCounter {
  readonly #found = new Map<string, Identifier>();
  #position = 0;

  /** Look through one text; what a person or the assistant says weighs more than what a tool prints. */
  add(text: string, weight: number): void {
    this.#position += 1;
    const seen = new Set<string>();
    for (const raw of tokensWithDigits(text)) {
      const token = raw.length <= TOKEN_MAX_CHARS ? trimmed(raw) : '';
      if (token === '' || seen.has(token)) continue;
      seen.add(token);
      this.#note(token, weight);
    }
  }

  /** The heaviest first, among equals the newest. */
  get identifiers(): readonly Identifier[] {
    return [...this.#found.values()].sort(
      (left, right) => right.weight - left.weight || right.lastSeen - left.lastSeen,
    );
  }

  #note(token: string, weight: number): void {
    const known = this.#found.get(token);
    const kind = known?.kind ?? KINDS.find(([pattern]) => pattern.test(token))?.[1];
    if (kind === undefined) return;
    this.#found.set(token, { kind, text: token, weight: (known?.weight ?? 0) + weight, lastSeen: this.#position });
  }
}

/** The tokens of a text that hold a digit or are an address: words are not even cut out. */
function tokensWithDigits(text: string): readonly string[] {
  const tokens: string[] = [];
  let start = 0;
  let isTelling = false;
  for (let index = 0; index <= text.length; index += 1) {
    const unit = index < text.length ? text.charCodeAt(index) : 0;
    if (unit > 0x20 && !isSeparator(text, index, unit)) {
      isTelling ||= isTellingAt(text, index);
      continue;
    }
    if (isTelling) tokens.push(text.slice(start, index));
    start = index + 1;
    isTelling = false;
  }
  return tokens;
}

/** A digit, or the `:/` of an address. */
function isTellingAt(text: string, index: number): boolean {
  return isDigitAt(text, index) || (text.charCodeAt(index) === COLON && text.charCodeAt(index + 1) === SLASH);
}

/** A comma between digits belongs to the number. */
function isSeparator(text: string, index: number, unit: number): boolean {
  if (!SEPARATORS.has(unit)) return false;
  return !(unit === COMMA && isDigitAt(text, index - 1) && isDigitAt(text, index + 1));
}

const COMMA = 0x2c;
const COLON = 0x3a;
const SLASH = 0x2f;

function isDigitAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0x30 && unit <= 0x39;
}

function trimmed(token: string): string {
  return token.replace(/^[*_~=]{1,5}/, '').replace(/[.,:;!?*_~=]{1,5}$/, '');
}

/** Classes of ASCII units, as bits: a set of classes is their sum. */
export const UnitBit = {
  upper: 1,
  lower: 2,
  digit: 4,
  underscore: 8,
  dash: 16,
  dot: 32,
  slash: 64,
  /** `+` and `=`: with letters, digits and the slash, base64. */
  base64Sign: 128,
} as const;

/** Letters and digits. */
export const ALPHANUMERIC = UnitBit.upper | UnitBit.lower | UnitBit.digit;
/** What may stand inside a word of code. */
export const WORD = ALPHANUMERIC | UnitBit.underscore;
/** Base64 for URLs. */
export const BASE64_URL = WORD | UnitBit.dash;
/** What may stand inside the name of a value: `DB_PASSWORD`, `spring.datasource.password`, `x-api-key`. */
export const NAME = BASE64_URL | UnitBit.dot;
/** Base64. */
export const BASE64 = ALPHANUMERIC | UnitBit.slash | UnitBit.base64Sign;

const BITS_OF_UNIT: Uint8Array = bitTable();

/** The class of a unit as a bit; 0 beyond ASCII, for other marks, and past the end of a text. */
export function unitBits(text: string, at: number): number {
  return BITS_OF_UNIT[text.charCodeAt(at)] ?? 0;
}

/** Where the run of units of these classes ends that starts at `start`; `start` where there is none. */
export function endOfRun(text: string, start: number, classes: number): number {
  let at = start;
  while ((unitBits(text, at) & classes) !== 0) at += 1;
  return at;
}

/** Where the run of units of these classes starts that ends at `end`, looking back no further than `limit`. */
export function startOfRun(
  text: string,
  end: number,
  { classes, limit }: { readonly classes: number; readonly limit: number },
): number {
  let at = end;
  while (at > limit && (unitBits(text, at - 1) & classes) !== 0) at -= 1;
  return at;
}

/** Whether a word may start at a place: no word reaches into it, but for the letter of an escape such as `\n`. */
export function isWordStart(text: string, at: number): boolean {
  if (at === 0 || (unitBits(text, at - 1) & WORD) === 0) return true;
  return at > 1 && text[at - 2] === '\\' && 'nrt'.includes(text.charAt(at - 1));
}

function bitTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000); // every unit has a place, so that no look-up misses
  const assign = (units: string, bit: number): void => {
    for (const unit of units) table[unit.charCodeAt(0)] = bit;
  };
  assign('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UnitBit.upper);
  assign('abcdefghijklmnopqrstuvwxyz', UnitBit.lower);
  assign('0123456789', UnitBit.digit);
  assign('_', UnitBit.underscore);
  assign('-', UnitBit.dash);
  assign('.', UnitBit.dot);
  assign('/', UnitBit.slash);
  assign('+=', UnitBit.base64Sign);
  return table;
}

import { endOfMatch } from './run-reader.ts';
import type { SecretFinder, SecretSpan } from './secret-span.ts';
import { BASE64, endOfRun, UnitBit } from './unit-classes.ts';

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';
const PRIVATE = 'PRIVATE KEY';
const FAMILY = 'private-key';
/** What stands between the lines of a key. No comma: it would lead from one string of a JSON list into the next. */
const GAP_UNITS = ' \n\r\t"\'+>|\u2192';

/** `ENCRYPTED PRIVATE KEY` and `PGP PRIVATE KEY BLOCK` are the longest labels. */
const MAX_LABEL_CHARS = 40;
/** Fewest units of a line of a key: shorter ones are words of a text about keys. */
const MIN_LINE_CHARS = 12;

/** Private keys in PEM and PGP armour, also those whose end was cut off and those inside a JSON string. */
export const findPrivateKeys: SecretFinder = (text) => {
  const spans: SecretSpan[] = [];
  for (let start = text.indexOf(BEGIN); start !== -1; ) {
    const bodyStart = endOfLabel(text, start + BEGIN.length);
    const end = bodyStart === undefined ? undefined : endOfKey(text, bodyStart);
    if (end !== undefined) spans.push({ start, end, family: FAMILY });
    start = text.indexOf(BEGIN, end ?? bodyStart ?? start + BEGIN.length);
  }
  return spans;
};

/** Behind the dashes of a label that names a private key; `undefined` for certificates and the like. */
function endOfLabel(text: string, start: number): number | undefined {
  const label = text.slice(start, start + MAX_LABEL_CHARS);
  const dashes = label.indexOf(DASHES);
  return dashes !== -1 && label.slice(0, dashes).includes(PRIVATE) ? start + dashes + DASHES.length : undefined;
}

/** Behind the last line of a key, its footer included; `undefined` where no key follows, as in code that looks for one. */
function endOfKey(text: string, bodyStart: number): number | undefined {
  let end: number | undefined;
  let at = endOfGap(text, bodyStart);
  while (at < text.length) {
    if (text.startsWith(END, at)) return end === undefined ? undefined : endOfFooter(text, at);
    const lineEnd = endOfKeyLine(text, at);
    if (lineEnd === undefined) break;
    end = lineEnd;
    at = endOfGap(text, lineEnd);
  }
  return end;
}

const HEADER_LINE = /(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^"\\\r\n]{0,200}/y;
/** A line break as JSON writes it, and JSON within JSON. */
const ESCAPE = /\\{1,8}[nrt]/y;
const FOOTER = /-----END [A-Z ]{0,40}-----/y;

function endOfKeyLine(text: string, at: number): number | undefined {
  const headerEnd = endOfMatch(HEADER_LINE, text, at);
  if (headerEnd !== undefined) return headerEnd;
  const end = endOfRun(text, at, BASE64);
  if (end - at >= MIN_LINE_CHARS) return end;
  // The last line may be as short as the checksum of PGP.
  return end > at && text.startsWith(END, endOfGap(text, end)) ? end : undefined;
}

/** White space, line numbers, and what stands around the lines of a key in code and in listings. */
function endOfGap(text: string, start: number): number {
  let at = start;
  for (let next = endOfGapUnit(text, at); next > at; next = endOfGapUnit(text, at)) at = next;
  return at;
}

function endOfGapUnit(text: string, at: number): number {
  const unit = text.charAt(at);
  if (unit === '\\') return endOfMatch(ESCAPE, text, at) ?? at;
  if (unit !== '' && GAP_UNITS.includes(unit)) return at + 1;
  const numberEnd = endOfRun(text, at, UnitBit.digit);
  return numberEnd > at && text[numberEnd] === '\u2192' ? numberEnd + 1 : at; // a listing's `12→`
}

function endOfFooter(text: string, at: number): number {
  return endOfMatch(FOOTER, text, at) ?? at + END.length;
}

import type { SecretFinder, SecretSpan } from './secret-span.ts';
import { BASE64_URL, endOfRun, isWordStart, unitBits, WORD } from './unit-classes.ts';
import { VENDOR_KEYS, type VendorKey } from './vendor-keys.ts';

/** Every JSON Web Token starts so: base64 of `{"`. */
const JWT_PREFIX = 'eyJ';
const MIN_JWT_HEADER_CHARS = 10;
const MIN_JWT_PAYLOAD_CHARS = 4;

interface Form {
  readonly prefix: string;
  /** Where the secret ends that starts at `start`; `undefined` where there is none. */
  readonly endOf: (text: string, start: number) => number | undefined;
  /** What may make up a secret of this form: a run of these that holds none is not read again. */
  readonly classes: number;
  readonly family: string;
}

const FORMS: readonly Form[] = [
  ...VENDOR_KEYS.map((key) => ({
    prefix: key.prefix,
    family: key.family,
    classes: key.body,
    endOf: (text: string, start: number) => endOfKey(text, start, key),
  })),
  { prefix: JWT_PREFIX, family: 'jwt', classes: BASE64_URL, endOf: endOfJwt },
];

/** The forms by their first unit. */
const FORMS_OF_UNIT: ReadonlyMap<number, readonly Form[]> = Map.groupBy(FORMS, ({ prefix }) => prefix.charCodeAt(0));
/** 1 for each unit that starts a form: asked of every unit of a text, where the map would be five times slower. */
const STARTS_FORM: Uint8Array = new Uint8Array(0x1_0000).map((_, unit) => (FORMS_OF_UNIT.has(unit) ? 1 : 0));

/** Secrets that their own form tells: keys of vendors and JSON Web Tokens. */
export const findVendorKeys: SecretFinder = (text) => {
  const spans: SecretSpan[] = [];
  const rejected = new Map<Form, number>();
  let at = 0;
  while (at < text.length) {
    const mayStart = STARTS_FORM[text.charCodeAt(at)] === 1 && isWordStart(text, at);
    const span = mayStart ? matchForms(text, at, rejected) : undefined;
    if (span !== undefined) spans.push(span);
    at = span?.end ?? at + 1;
  }
  return spans;
};

/** @param rejected - Up to where a form is known not to match; kept up to date. */
function matchForms(text: string, start: number, rejected: Map<Form, number>): SecretSpan | undefined {
  for (const form of FORMS_OF_UNIT.get(text.charCodeAt(start)) ?? []) {
    if (!text.startsWith(form.prefix, start) || start < (rejected.get(form) ?? 0)) continue;
    const end = form.endOf(text, start);
    if (end !== undefined) return { start, end, family: form.family };
    rejected.set(form, endOfRun(text, start + form.prefix.length, form.classes));
  }
  return undefined;
}

function endOfKey(text: string, start: number, { prefix, body, minChars, exactChars }: VendorKey): number | undefined {
  const bodyStart = start + prefix.length;
  const end = endOfRun(text, bodyStart, body);
  const chars = end - bodyStart;
  const hasLength = exactChars === undefined ? chars >= minChars : chars === exactChars;
  const isWhole = (unitBits(text, end) & WORD) === 0;
  return hasLength && isWhole && isKeyBody(text, bodyStart, end) ? end : undefined;
}

const SAMPLE_CHARS = 200;

/** Whether the units could be random: `xxxx…` is a blank to fill in, and words joined by dashes hold neither digit nor capital. */
function isKeyBody(text: string, start: number, end: number): boolean {
  const sample = text.slice(start, Math.min(end, start + SAMPLE_CHARS));
  return /[0-9A-Z]/.test(sample) && !isOneUnit(sample);
}

function isOneUnit(sample: string): boolean {
  return sample.replaceAll(sample.charAt(0), '') === '';
}

function endOfJwt(text: string, start: number): number | undefined {
  const headerEnd = endOfRun(text, start, BASE64_URL);
  if (headerEnd - start < MIN_JWT_HEADER_CHARS || text[headerEnd] !== '.') return undefined;
  const payloadEnd = endOfRun(text, headerEnd + 1, BASE64_URL);
  if (payloadEnd - headerEnd <= MIN_JWT_PAYLOAD_CHARS) return undefined;
  let end = payloadEnd;
  // A signature, or the three further parts of an encrypted token.
  while (text[end] === '.' && (unitBits(text, end + 1) & BASE64_URL) !== 0) end = endOfRun(text, end + 1, BASE64_URL);
  return end;
}

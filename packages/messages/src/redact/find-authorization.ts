import { endOfMatch, RunReader } from './run-reader.ts';
import { SECRET, type SecretFinder, type SecretSpan } from './secret-span.ts';
import { isBlankToFillIn, isField, isLongAndMixed, isLookUp, looksRandom } from './secret-values.ts';

const HEADER = /\b(?:authorization|bearer)\b/gi;
const AFTER_NAME = /\\?["'`]?\s{0,3}(?:=>|[:=,])\s{0,3}[frbu]?\\?["'`]?/y;
const SCHEME = /(?:bearer|basic|token|apikey|api-key|bot|key)\s{1,3}/iy;
const AFTER_BEARER = /\s{1,3}/y;
const CREDENTIAL_END = /[\s"'`;|<>\\,(){}[\]]/g;

const MIN_CREDENTIAL_CHARS = 8;
/** Without a scheme in front of it, a credential is told by its form alone. */
const MIN_BARE_CHARS = 16;

/** Where a credential may stand. */
interface Site {
  readonly start: number;
  readonly minChars: number;
  /** Whether a scheme stands in front: `Basic` has short credentials without digits too. */
  readonly hasScheme: boolean;
}

/** Credentials of `Authorization` headers with any scheme, and what stands behind `Bearer`. The scheme stays. */
export const findAuthorization: SecretFinder = (text) => {
  const spans: SecretSpan[] = [];
  const runs = new RunReader(text, CREDENTIAL_END);
  HEADER.lastIndex = 0;
  for (let match = HEADER.exec(text); match !== null; match = HEADER.exec(text)) {
    const nameEnd = HEADER.lastIndex;
    const site = match[0].toLowerCase() === 'bearer' ? siteAfterBearer(text, nameEnd) : siteAfterName(text, nameEnd);
    if (site === undefined) continue;
    const end = runs.endOf(site.start);
    if (isCredential(text.slice(site.start, end), site)) spans.push({ start: site.start, end, family: SECRET });
  }
  return spans;
};

function siteAfterName(text: string, nameEnd: number): Site | undefined {
  const valueStart = endOfMatch(AFTER_NAME, text, nameEnd);
  if (valueStart === undefined) return undefined;
  const schemeEnd = endOfMatch(SCHEME, text, valueStart);
  return schemeEnd === undefined
    ? { start: valueStart, minChars: MIN_BARE_CHARS, hasScheme: false }
    : { start: schemeEnd, minChars: MIN_CREDENTIAL_CHARS, hasScheme: true };
}

function siteAfterBearer(text: string, wordEnd: number): Site | undefined {
  const start = endOfMatch(AFTER_BEARER, text, wordEnd);
  return start === undefined ? undefined : { start, minChars: MIN_CREDENTIAL_CHARS, hasScheme: false };
}

function isCredential(value: string, { minChars, hasScheme }: Site): boolean {
  if (isBlankToFillIn(value) || isLookUp(value) || isField(value) || value.startsWith(':')) return false;
  return looksRandom(value, minChars) || isLongAndMixed(value) || (hasScheme && isPaddedBase64(value));
}

function isPaddedBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[\w+/-]{4,200}={1,2}$/.test(value);
}

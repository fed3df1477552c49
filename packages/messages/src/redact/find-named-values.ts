import {
  createValueRuns,
  MAX_NAME_CHARS,
  type NameSite,
  nameBefore,
  type ValueSite,
  valueAfter,
} from './named-value.ts';
import type { RunReader } from './run-reader.ts';
import { familyOfName } from './secret-names.ts';
import { type NamedFamily, PASSWORD, type SecretFinder, type SecretSpan } from './secret-span.ts';
import { isBlankToFillIn, isField, isJoinedWords, isLongAndMixed, isLookUp, looksRandom } from './secret-values.ts';

const EQUALS = 0x3d;
const COLON = 0x3a;

const MIN_PASSWORD_CHARS = 4;
const MIN_RANDOM_PASSWORD_CHARS = 6;
const MIN_SECRET_CHARS = 8;

/** What a name and a value say together. */
interface Assignment extends NameSite, Pick<ValueSite, 'value' | 'isQuoted' | 'after'> {
  readonly family: NamedFamily;
  /** Blanks on either side of the separator. */
  readonly isSpaced: boolean;
  readonly hasEquals: boolean;
}

/**
 * Secrets that their name tells: `NAME=value`, JSON and YAML fields, headers, parameters of URLs and forms, options of
 * command lines. What only looks up a secret, declares its type or leaves its place blank stays.
 */
export const findNamedValues: SecretFinder = (text) => {
  const spans: SecretSpan[] = [];
  const families = new Map<string, NamedFamily | undefined>();
  const runs = createValueRuns(text);
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const span = unit === EQUALS || unit === COLON ? secretAt({ text, at, families, runs }) : undefined;
    if (span !== undefined) spans.push(span);
    at = span?.end ?? at + 1;
  }
  return spans;
};

interface Separator {
  readonly text: string;
  readonly at: number;
  /** Names seen before, since a text repeats its names. */
  readonly families: Map<string, NamedFamily | undefined>;
  readonly runs: RunReader;
}

function secretAt({ text, at, families, runs }: Separator): SecretSpan | undefined {
  if (text[at + 1] === '=' || text[at - 1] === '=') return undefined; // compares, or is `:=`, whose second half assigns
  const site = nameBefore(text, at);
  if (site === undefined) return undefined;
  if (!families.has(site.name)) families.set(site.name, familyOfName(site.name));
  const family = families.get(site.name);
  if (family === undefined) return undefined;
  const value = valueAfter(text, at, runs);
  const isSpaced = site.isSpaced || value.isSpaced;
  const { start, end } = value;
  return isSecret({ ...site, ...value, isSpaced, family, hasEquals: text[at] === '=' })
    ? { start, end, family }
    : undefined;
}

function isSecret(assignment: Assignment): boolean {
  const { value, isQuoted, family } = assignment;
  if (isBlankToFillIn(value) || isLookUp(value) || isName(assignment)) return false;
  if (!isQuoted && isCode(assignment)) return false;
  const isPlain = isQuoted || isEnvironmentLine(assignment) || isParameter(assignment);
  return family === PASSWORD ? isPassword(value, isPlain) : isToken(value);
}

/** `token = accessToken2`: a value that is the name of a secret is no secret. */
function isName({ value, isQuoted }: Assignment): boolean {
  if (isQuoted && /\d/.test(value)) return false; // people do choose `password1`
  return value.length <= MAX_NAME_CHARS && /^[A-Za-z_$][\w$-]*$/.test(value) && familyOfName(value) !== undefined;
}

/** A call, an index, a field, a variable in a list of arguments: not a value, but where one comes from. */
function isCode({ value, after, hasEquals }: Assignment): boolean {
  if (after === '(' || after === '[' || after === '{' || isField(value)) return true;
  const endsLikeCode = after === ',' || after === ')' || (after === ';' && !hasEquals);
  return endsLikeCode && !isLongAndMixed(value) && !looksRandom(value, MIN_LISTED_CHARS);
}

/** Behind a comma or a bracket the name of a variable is likelier than a secret, up to this length. */
const MIN_LISTED_CHARS = 12;

/** `NAME=value` as a shell and an environment have it: capitals, no blanks. */
function isEnvironmentLine({ name, hasEquals, isSpaced }: Assignment): boolean {
  return hasEquals && !isSpaced && /^[A-Z][A-Z\d_]*$/.test(name);
}

/** A parameter of a URL, of a form, of a connection string, or an option of a command line. */
function isParameter({ name, before, after, hasEquals, isSpaced }: Assignment): boolean {
  if (!hasEquals || isSpaced) return false;
  return '?&;'.includes(before || ' ') || after === '&' || after === ';' || name.startsWith('--') || name.includes('.');
}

function isPassword(value: string, isPlain: boolean): boolean {
  if (looksRandom(value, MIN_RANDOM_PASSWORD_CHARS)) return !/\s/.test(value);
  // Other letters than those of ASCII make a label in somebody's language.
  return isPlain && value.length >= MIN_PASSWORD_CHARS && /^[!-~]+$/.test(value);
}

function isToken(value: string): boolean {
  if (isJoinedWords(value) || /\s/.test(value)) return false;
  return looksRandom(value, MIN_SECRET_CHARS) || isLongAndMixed(value);
}

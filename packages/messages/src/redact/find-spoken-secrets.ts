import { endOfMatch, RunReader } from './run-reader.ts';
import { familyOfName } from './secret-names.ts';
import { type NamedFamily, PASSWORD, SECRET, type SecretFinder, type SecretSpan } from './secret-span.ts';
import { isBlankToFillIn, isField, isJoinedWords, isLookUp, looksRandom } from './secret-values.ts';

/** What people call a secret in a sentence, and options of a command line. */
const NAMES =
  /\b(?:password|passphrase|passcode|passwd|secret|token|api[ -]?key|access[ -]?key)\b|(?<![\w-])--?[a-z][a-z\d-]{0,40}/gi;
const SAYS = /["'`*]{0,2} (?:is|was|are|set to|changed to)(?: now)?:? {1,2}|\*{0,2}:\*{0,2} {1,2}/iy;
const OPTION_BLANK = / {1,3}/y;
const QUOTE = /\\?["'`]|\*{1,2}/y;
const WORD_END = /[\s"'`*\\<>(){}[\]|]/g;
/** What follows a quote that ends a string of JSON and opens no word. */
const JSON_MARK = /^[,:]/;
const TRAILING_MARKS = /[.,;:!?]{1,3}$/;

const MIN_CHARS: Readonly<Record<NamedFamily, number>> = { [PASSWORD]: 6, [SECRET]: 12 };
/** In quotes a password may be a word. */
const MIN_QUOTED_PASSWORD_CHARS = 4;
const MAX_CHARS = 256; // a longer run is nothing that a person would say or type

/** The options behind which `name:password` stands. */
const USER_OPTIONS: ReadonlySet<string> = new Set(['-u', '--user', '--proxy-user']);

/** Secrets that a sentence gives away ("the staging password is …") and those behind options: `--password …`, `-u name:…`. */
export const findSpokenSecrets: SecretFinder = (text) => {
  const spans: SecretSpan[] = [];
  const runs = new RunReader(text, WORD_END);
  NAMES.lastIndex = 0;
  for (let match = NAMES.exec(text); match !== null; match = NAMES.exec(text)) {
    const span = spanBehind({ text, name: match[0], nameEnd: NAMES.lastIndex, runs });
    if (span !== undefined) spans.push(span);
  }
  return spans;
};

interface SpokenName {
  readonly text: string;
  readonly name: string;
  readonly nameEnd: number;
  readonly runs: RunReader;
}

interface SpokenWord {
  readonly start: number;
  readonly value: string;
  readonly isQuoted: boolean;
}

function spanBehind({ text, name, nameEnd, runs }: SpokenName): SecretSpan | undefined {
  const isOption = name.startsWith('-');
  const family = familyOfName(name.replace(' ', '-'));
  if (family === undefined && !USER_OPTIONS.has(name)) return undefined;
  const wordStart = endOfMatch(isOption ? OPTION_BLANK : SAYS, text, nameEnd);
  if (wordStart === undefined) return undefined;
  const word = wordAt(text, wordStart, runs);
  if (family === undefined) return passwordOfUser(word);
  return isSecret(word, family) ? { start: word.start, end: word.start + word.value.length, family } : undefined;
}

function wordAt(text: string, wordStart: number, runs: RunReader): SpokenWord {
  const quoteEnd = endOfMatch(QUOTE, text, wordStart);
  const start = quoteEnd ?? wordStart;
  const run = text.slice(start, runs.endOf(start));
  return {
    start,
    value: run.length > MAX_CHARS ? '' : run.replace(TRAILING_MARKS, ''),
    isQuoted: quoteEnd !== undefined,
  };
}

function passwordOfUser({ start, value }: SpokenWord): SecretSpan | undefined {
  const colon = value.indexOf(':');
  const password = value.slice(colon + 1);
  const isPassword = colon > 0 && isSecret({ start, value: password, isQuoted: false }, PASSWORD);
  return isPassword ? { start: start + colon + 1, end: start + value.length, family: PASSWORD } : undefined;
}

function isSecret({ value, isQuoted }: SpokenWord, family: NamedFamily): boolean {
  if (isBlankToFillIn(value) || isLookUp(value) || isField(value) || JSON_MARK.test(value)) return false;
  if (family === SECRET && isJoinedWords(value)) return false;
  if (looksRandom(value, MIN_CHARS[family])) return true;
  return family === PASSWORD && isQuoted && value.length >= MIN_QUOTED_PASSWORD_CHARS && /^[!-~]+$/.test(value);
}

import { UnitBit, unitBits } from './unit-classes.ts';

/** How much of a value is looked at: enough to judge it, and a bound on what a long one costs. */
const SAMPLE_CHARS = 120;

/** What stands where a secret would, in documentation, types and forms. */
const FILLERS: ReadonlySet<string> = new Set(
  `password passwd passphrase passwort pass pwd secret token key apikey api_key api-key accesstoken access_token auth
  authorization bearer basic credential credentials username user login email name value string str text char varchar
  bytes bool boolean number int integer float object array list dict map json none null nil undefined nan void any
  unknown never true false yes no on off required optional hidden visible masked redacted removed omitted empty unset
  set missing invalid valid expired changed wrong incorrect correct default changeme change_me placeholder dummy fake
  mock sample todo env secrets vault config settings options readonly private public protected static const let var
  self this new return await async function import export class type interface enum extends`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const TEMPLATE_MARKS = /[<>]|\*\*\*|\.\.\.|…|\{\{|\$\{|%[sd(]/;
const INSTRUCTION = /^(?:your|insert|enter|replace|put|add|paste)(?:[-_. ]|[A-Z])|[-_ ]here$/i;
const ONE_UNIT_OR_DOTS = /^(?:x+|X+|\*+|\.+|-+|_+|0+|#+|\?+|•+)$/;

/**
 * Whether a value only marks the place of a secret: `<your-key>`, `***`, `${TOKEN}`, `string`, a placeholder that a
 * redaction left.
 */
export function isBlankToFillIn(value: string): boolean {
  const sample = value.slice(0, SAMPLE_CHARS);
  if (sample === '' || '$%<{[(@&*#!|'.includes(sample.charAt(0))) return !isStrong(sample);
  if (TEMPLATE_MARKS.test(sample) || INSTRUCTION.test(sample) || ONE_UNIT_OR_DOTS.test(sample)) return true;
  return FILLERS.has(sample.toLowerCase().replace(/[_?!-]{1,4}$/, ''));
}

/** A mark in front starts a variable, a template or a placeholder, unless what follows is too mixed for a name. */
function isStrong(sample: string): boolean {
  return /^[@&*#!][^\s[\](){}]{7,}$/.test(sample) && looksRandom(sample, 8);
}

const DOTTED_NAMES = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const ENVIRONMENT =
  /^(?:process\.|os\.|import\.meta|Deno\.|Bun\.|env[.:(]|ENV\b|getenv|System\.|secrets\.|vault:|ref\+|urn:)/;
const FILE_PATH = /^(?:~|\.{1,2})\/|^\/[a-z]{1,12}\/|^[A-Za-z]:\\|\.(?:pem|key|crt|json|ya?ml|txt|env|toml)$/;
/^(?:~|\.{1,2})\/|^\/[a-z]{1,12}\/|^[A-Za-z]:\\|^[\w./-]{1,180}\.(?:pem|key|crt|json|ya?ml|txt|env|toml)$/;

/** Whether a value says where the secret is instead of what it is: an environment, a file, an address. */
export function isLookUp(value: string): boolean {
  const sample = value.slice(0, SAMPLE_CHARS);
  return ENVIRONMENT.test(sample) || FILE_PATH.test(sample) || sample.includes('://');
}

/** Whether a value without quotes is a field of code, such as `config.apiKey2`. */
export function isField(value: string): boolean {
  return DOTTED_NAMES.test(value.slice(0, SAMPLE_CHARS));
}

/** Names of types and algorithms hold digits too. */
const TECHNICAL_NAME =
  /^(?:u?int|float|complex|big|utf|sha|md|aes|rsa|hmac|base|ed|es|hs|rs|ps|x|v|oauth|h|i|f|u)[-_]?\d{1,5}(?:\W|_|[A-Z]|$)/i;

/** Whether a value is too mixed to be a word: letters and digits, long enough, no type or algorithm. */
export function looksRandom(value: string, minChars: number): boolean {
  const sample = value.slice(0, SAMPLE_CHARS);
  return sample.length >= minChars && /\d/.test(sample) && /[A-Za-z]/.test(sample) && !TECHNICAL_NAME.test(sample);
}

/** Whether a value without digits is random all the same: long, and a quarter of it capitals, which no camel case reaches. */
export function isLongAndMixed(value: string): boolean {
  const sample = value.slice(0, SAMPLE_CHARS);
  if (sample.length < MIN_MIXED_CHARS || /\s/.test(sample)) return false;
  let capitalCount = 0;
  let smallCount = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const bits = unitBits(sample, at);
    if (bits === UnitBit.upper) capitalCount += 1;
    if (bits === UnitBit.lower) smallCount += 1;
  }
  return Math.min(capitalCount, smallCount) >= sample.length / 4;
}

const MIN_MIXED_CHARS = 20;

/** Whether a value is words with a number at most, such as `prod-api-v1`: a name that somebody chose. */
export function isJoinedWords(value: string): boolean {
  const words = value.slice(0, SAMPLE_CHARS).split(/[-_.]/);
  return words.length > 1 && words.every((word) => /^(?:[A-Za-z][a-z]*|v?\d{1,3})$/.test(word));
}

import { type NamedFamily, PASSWORD, SECRET } from './secret-span.ts';

/** Last words of names that hold a password. */
const PASSWORD_WORDS = wordsOf('password passwd passphrase passcode pgpassword dbpassword userpassword');
/** Whose `pass` is a password: the bare word means too much else. */
const PASS_OWNERS = wordsOf(
  'db database user smtp mail email imap mysql pg postgres redis mongo rabbitmq admin root ftp ssh auth sudo login',
);
/** Last words of names that hold a secret. */
const SECRET_WORDS = wordsOf(
  'secret apikey secretkey accesskey privatekey authtoken accesstoken refreshtoken credential credentials pat',
);
/** Whose `key` is a secret: most keys of a program are not. */
const KEY_OWNERS = wordsOf(
  `api access secret private encryption encrypt decryption signing sign signature master account auth service storage
  shared webhook admin deploy jwt hmac cipher aes crypto subscription function app client consumer license ssh`,
);
/** Tokens that are no secrets: places in a list, words of a vocabulary, counts. */
const OPEN_TOKEN_OWNERS = wordsOf(
  `next page previous continuation pad eos bos unk mask sep cls stop start end first last special prompt completion
  max min num per input output image sync delimiter cancellation abort lexer`,
);
/** Words behind a secret's name that say which one it is. */
const QUALIFIERS = wordsOf('prod production staging stage dev test live base old new value b64 base64 main');

/** What a name means by the word in front of its last one; empty when there is none. */
type FamilyByOwner = (owner: string) => NamedFamily | undefined;

/** The credentials of npm's configuration, and a password as connection strings spell it. */
const NPM_AUTH = '_auth';
const CONNECTION_PASSWORD = 'Pwd';
/** Words that name a secret or not, by the word in front of them. */
const OWNED_WORDS: ReadonlyMap<string, FamilyByOwner> = new Map<string, FamilyByOwner>([
  ['pwd', (owner) => (owner === '' ? undefined : PASSWORD)], // alone it is a working directory
  ['pass', (owner) => (PASS_OWNERS.has(owner) ? PASSWORD : undefined)],
  ['key', (owner) => (KEY_OWNERS.has(owner) ? SECRET : undefined)],
  ['token', (owner) => (OPEN_TOKEN_OWNERS.has(owner) ? undefined : SECRET)],
]);

/**
 * What a value of this name is. Whole words decide: `DB_PASSWORD`, `clientSecret`, `x-api-key`; not `MAX_TOKENS`,
 * `token_count`, `TOKENIZER`, `primary_key`.
 */
export function familyOfName(name: string): NamedFamily | undefined {
  const words = splitWords(name);
  while (words.length > 1 && isQualifier(words.at(-1))) words.pop();
  const last = (words.at(-1) ?? '').replace(/\d{1,4}$/, '');
  if (PASSWORD_WORDS.has(last) || name === CONNECTION_PASSWORD) return PASSWORD;
  if (SECRET_WORDS.has(last) || name === NPM_AUTH) return SECRET;
  return OWNED_WORDS.get(last)?.(words.at(-2) ?? '');
}

function splitWords(name: string): string[] {
  const humps = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
  return humps
    .toLowerCase()
    .split(/[-_.]/)
    .filter((word) => word !== '');
}

function isQualifier(word: string | undefined): boolean {
  return word !== undefined && (QUALIFIERS.has(word) || /^\d+$/.test(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

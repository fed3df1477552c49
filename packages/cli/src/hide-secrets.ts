import { redactSecrets } from '@hermes-context/messages';

/** What stands in place of a secret: that there is one is no secret. */
const HIDDEN = '(set, not shown)';

/**
 * A configuration value as it may be shown: without what has the name of a secret, without passwords and query values
 * of addresses, without what looks like a key. What ends up in a terminal ends up in a screenshot.
 *
 * @param path - The keys that lead to the value; one with the name of a secret hides all of it.
 */
export function hideSecrets(value: unknown, path: readonly string[] = []): unknown {
  return path.some(isSecretName) ? hideAll(value, path.at(-1) ?? '') : hideBelow(value);
}

function hideBelow(value: unknown): unknown {
  if (typeof value === 'string') return hideInText(value);
  if (Array.isArray(value)) return value.map((each, index) => hideItem(each, value[index - 1]));
  if (!isMap(value)) return value;
  const isPair = isSecretText(value['name']) || isSecretText(value['key']);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (isPair && key === 'value') return [key, hideAll(each, key)];
      // In a pair it is the name of something, not a key to it.
      if (isPair && key === 'key') return [key, each];
      return [key, isSecretName(key) ? hideAll(each, key) : hideBelow(each)];
    }),
  );
}

/** First as one address, in which a password may hold spaces and quotes; then each address in a sentence. */
function hideInText(text: string): string {
  const whole = text.includes('://') && URL.canParse(text) ? maskAddress(text) : text;
  return redactSecrets(whole.replace(ADDRESS, maskAddress));
}

/** An argument of a command line may be a secret by the flag before it: `--api-key`, then the key. */
function hideItem(value: unknown, previous: unknown): unknown {
  const isFlagged = typeof previous === 'string' && previous.startsWith('-') && isSecretText(previous);
  return isFlagged ? hideAll(value, previous) : hideBelow(value);
}

/** Hides every text and number. What only counts or switches (`maxTokens: 5`, `redactSecrets: true`) stays. */
function hideAll(value: unknown, key: string): unknown {
  if (typeof value === 'string') return value === '' ? '' : HIDDEN;
  if (typeof value === 'number' || typeof value === 'bigint') return isCount(key) ? value : HIDDEN;
  if (Array.isArray(value)) return value.map((each: unknown) => hideAll(each, 'secret'));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hideAll(each, 'secret')]));
}

/** Anywhere in a name, in lower case and without separators: `apiKey`, `API_KEY`, `x-api-key` are one. */
const SECRET_PART =
  /apikey|accesskey|secretkey|privatekey|signingkey|encryptionkey|authkey|masterkey|password|passwd|passphrase|secret|credential|authorization|authentication|cookie|bearer/;
/** Only at the end: a `tokenizer` has none. */
const SECRET_END = /(token|jwt)s?$/;
/** Only as the last word: a `compass` is none. */
const SECRET_WORDS = new Set(['key', 'pass', 'pwd', 'auth', 'pin', 'passcode', 'dsn', 'webhook']);
const HARMLESS_KEYS = /^(primary|foreign|sort|cache|group|order|partition|session|public|shortcut|hot)keys?$/;
/** The name of the place of a secret, not the secret. */
const PLACE_WORDS = new Set(['env', 'file', 'path']);

function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const joined = words.join('');
  if (PLACE_WORDS.has(last)) return false;
  if (SECRET_PART.test(joined) || SECRET_END.test(joined)) return true;
  return SECRET_WORDS.has(last) && !HARMLESS_KEYS.test(joined);
}

function isSecretText(name: unknown): name is string {
  return typeof name === 'string' && isSecretName(name);
}

function isCount(key: string): boolean {
  return wordsOf(key).at(-1) === 'tokens' || !/(key|token|secret|password|pass|pwd|pin|passcode)$/i.test(key);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Bounded before the colon, or a long word would be tried from each of its letters on. */
const ADDRESS = /\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s"'<>]+/gi;

/** The address as it was written, unless there is something to hide in it. */
function maskAddress(text: string): string {
  if (!URL.canParse(text)) return text.replace(/\/\/.*@/, '//***@').replace(/[?#].*/, '');
  const { protocol, username, password, host, pathname, search, hash } = new URL(text);
  if (username === '' && password === '' && search === '' && hash === '') return text;
  const user = username === '' && password === '' ? '' : '***@';
  return `${protocol}//${user}${host}${pathname}${maskQuery(search)}${hash === '' ? '' : '#***'}`;
}

function maskQuery(search: string): string {
  if (search === '') return '';
  const pairs = search.slice(1).split('&');
  return `?${pairs.map((pair) => (pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=***` : '***')).join('&')}`;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

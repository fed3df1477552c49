import { PASSWORD, SECRET, type SecretFinder, type SecretSpan } from './secret-span.ts';
import { isBlankToFillIn, looksRandom } from './secret-values.ts';

const SCHEME_END = '://';
const AUTHORITY_END = /[\s/?#"'`<>\\^|(){},;]/g;
/** A token alone in front of the host is told from a user's name by its length and form. */
const MIN_TOKEN_CHARS = 8;

/** Passwords and tokens in URLs: `scheme://user:password@host`, `scheme://TOKEN@host`. The user, the host and the rest stay. */
export const findUrlCredentials: SecretFinder = (text) => {
  const spans: SecretSpan[] = [];
  for (let at = text.indexOf(SCHEME_END); at !== -1; ) {
    const start = at + SCHEME_END.length;
    spans.push(...credentialsAt(text, start));
    at = text.indexOf(SCHEME_END, start);
  }
  return spans;
};

function credentialsAt(text: string, start: number): readonly SecretSpan[] {
  AUTHORITY_END.lastIndex = start;
  const end = AUTHORITY_END.test(text) ? AUTHORITY_END.lastIndex - 1 : text.length;
  const userEnd = text.slice(start, end).lastIndexOf('@');
  if (userEnd === -1) return [];
  const userInfo = text.slice(start, start + userEnd);
  const colon = userInfo.indexOf(':');
  const user = colon === -1 ? userInfo : userInfo.slice(0, colon);
  const spans: SecretSpan[] = [];
  if (isToken(user)) spans.push({ start, end: start + user.length, family: SECRET });
  const password = colon === -1 ? '' : userInfo.slice(colon + 1);
  if (isPassword(password)) spans.push({ start: start + colon + 1, end: start + userEnd, family: PASSWORD });
  return spans;
}

function isToken(user: string): boolean {
  return looksRandom(user, MIN_TOKEN_CHARS) && !isBlankToFillIn(user);
}

function isPassword(password: string): boolean {
  return password !== 'x-oauth-basic' && !isBlankToFillIn(password);
}

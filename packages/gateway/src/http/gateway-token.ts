import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { GatewayUnusableError } from './gateway-errors.ts';

/** Shorter ones can be guessed. */
const MIN_TOKEN_CHARS = 16;

/**
 * The token itself. @throws GatewayUnusableError - For one that is too short to protect anything, or that no header can
 * carry.
 */
export function checkGatewayToken(token: string): string {
  if (token.length >= MIN_TOKEN_CHARS && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new GatewayUnusableError({
    what: 'The token of the gateway cannot be used.',
    why: `It has to have ${MIN_TOKEN_CHARS} characters or more, printable ASCII without spaces, because whoever has it can talk to every session.`,
    fix: 'Make one: openssl rand -hex 32',
  });
}

/** Whether a header `Authorization` holds the token. Takes the same time for each wrong one. */
export function isAuthorised(header: string | undefined, token: string): boolean {
  const given = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/** Of one length whatever the text is, so that the length is no secret that leaks. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Stands for a session's key in a log: the same for the same key, and nobody without the token can tell the key from it. */
export function sessionTag(key: string, token: string): string {
  return createHmac('sha256', token).update(key).digest('hex').slice(0, 12);
}

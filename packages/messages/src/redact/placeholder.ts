import type { SecretSpan } from './secret-span.ts';

const OPENING = '[REDACTED:';
const PLACEHOLDER = /\[REDACTED:[a-z\d-]{1,40}:[\da-f]{4}\]/g;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * What stands for a secret: its family and four hex digits that are the same for the same secret, so that a reader can
 * tell two secrets apart and one from itself. They come of a 16-bit hash: many thousand passwords share each.
 */
export function placeholderFor(family: string, secret: string): string {
  return `${OPENING}${family}:${shortHash(secret)}]`;
}

/** Where placeholders stand in a text already. */
export function findPlaceholders(text: string): readonly Omit<SecretSpan, 'family'>[] {
  if (!text.includes(OPENING)) return [];
  return Array.from(text.matchAll(PLACEHOLDER), ({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/** FNV-1a over UTF-16 units, folded to 16 bits. */
function shortHash(secret: string): string {
  let hash = FNV_OFFSET;
  for (let at = 0; at < secret.length; at += 1) hash = Math.imul(hash ^ secret.charCodeAt(at), FNV_PRIME);
  return ((hash ^ (hash >>> 16)) & 0xffff).toString(16).padStart(4, '0');
}

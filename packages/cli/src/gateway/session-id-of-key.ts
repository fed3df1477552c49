import { createHash } from 'node:crypto';

/** As much of a key as an id has room for, with what stands before it. */
const PLAIN_KEY = /^[A-Za-z0-9._-]{1,100}$/;
const DIGEST_CHARS = 40;

/**
 * The id of the session that a gateway's key begins: the key itself behind `gw.` where an id can hold it, else a digest of
 * it behind `gwh.`. The same for the same key, after a restart too, and never the same for two.
 */
export function sessionIdOfKey(key: string): string {
  if (PLAIN_KEY.test(key)) return `gw.${key}`;
  return `gwh.${createHash('sha256').update(key).digest('hex').slice(0, DIGEST_CHARS)}`;
}

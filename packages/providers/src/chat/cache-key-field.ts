import { createHash } from 'node:crypto';
import type { WireObject } from '../wire-value.ts';

/**
 * Longest key that is sent as it stands, in characters. OpenRouter takes 256 (provider reference, section 2.1, read
 * 2026-11); OpenAI states no limit for `prompt_cache_key`, and refused more than 64 in its time.
 */
const MAX_KEY_CHARS = 64;

/**
 * The field by which a server finds the cache of a conversation; none for a server that is not known to have one, since
 * strict servers refuse a field that they do not know. A key that is too long goes as its hash.
 *
 * @param route - Address of the endpoint.
 */
export function cacheKeyField(route: string, key: string | undefined): WireObject {
  if (key === undefined || key === '') return {};
  const host = URL.parse(route)?.hostname ?? '';
  if (isHost(host, 'api.openai.com')) return { prompt_cache_key: shortKey(key) };
  return isHost(host, 'openrouter.ai') ? { session_id: shortKey(key) } : {};
}

/** The host itself, or a name below it, such as one for a region. */
function isHost(host: string, known: string): boolean {
  return host === known || host.endsWith(`.${known}`);
}

function shortKey(key: string): string {
  return key.length <= MAX_KEY_CHARS ? key : createHash('sha256').update(key).digest('hex');
}

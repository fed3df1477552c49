import { stripVTControlCharacters } from 'node:util';
import { redactSecrets, truncateText } from '@hermes-context/messages';

/** Longest detail, in UTF-16 units: what fits in a few lines of a terminal. */
const MAX_DETAIL_CHARS = 300;

/** How much of a provider's words is looked at. */
const MAX_SAID_CHARS = 4_000;

/** What local servers take for a key, such as `x` or `none`, is no secret, and part of many words. */
const MIN_KEY_CHARS = 6;

/**
 * A sentence about a failed request that may be shown and logged: one line of at most 300 characters, without control
 * characters, secrets masked, the key of the endpoint among them.
 *
 * @param what - Our own words, without a full stop.
 * @param said - What the provider said.
 */
export function failureDetail(what: string, said: string | undefined, apiKey: string): string {
  const quoted = masked(plain(beginning(said ?? '')), apiKey);
  return truncateText(quoted === '' ? `${plain(what)}.` : `${plain(what)}: ${quoted}`, MAX_DETAIL_CHARS);
}

/** Cut at a blank: half a secret would not be recognised as one. */
function beginning(text: string): string {
  if (text.length <= MAX_SAID_CHARS) return text;
  const head = text.slice(0, MAX_SAID_CHARS);
  return head.slice(0, Math.max(0, head.search(/\s\S*$/)));
}

function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

function masked(text: string, apiKey: string): string {
  return redactSecrets(apiKey.length < MIN_KEY_CHARS ? text : text.replaceAll(apiKey, '[REDACTED]'));
}

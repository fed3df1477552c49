import { redactSecrets, truncateText } from '@hermes-context/messages';
import { DETAIL_MAX_CHARS } from './model-reply.ts';
import type { ModelRoute } from './model-route.ts';

/** A provider may quote the request in its error; a run of this many characters of the prompt is a quote. */
const ECHO_CHARS = 24;
const ECHO_STEP_CHARS = 8;

/** What local servers take for a key, such as `x` or `none`, is no secret, and part of many words. */
const MIN_KEY_CHARS = 6;

/** What may not stand in a detail. */
export interface DetailGuard {
  readonly route: ModelRoute;
  readonly prompt: string;
}

/**
 * A sentence about a failed call that may be shown and logged: one line, at most 220 characters, secrets masked.
 *
 * @param what - Our own words.
 * @param said - What the provider said; left out where it quotes the prompt.
 */
export function failureDetail(what: string, said: string | undefined, guard: DetailGuard): string {
  const quoted = said === undefined || quotesPrompt(said, guard.prompt) ? '' : oneLine(said);
  const sentence = quoted === '' ? `${what}.` : `${what}: ${quoted}`;
  return truncateText(redactSecrets(withoutKey(sentence, guard.route.apiKey)), DETAIL_MAX_CHARS);
}

function oneLine(text: string): string {
  return text
    .slice(0, 2 * DETAIL_MAX_CHARS)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function quotesPrompt(said: string, prompt: string): boolean {
  const text = said.slice(0, 2 * DETAIL_MAX_CHARS);
  for (let start = 0; start + ECHO_CHARS <= text.length; start += ECHO_STEP_CHARS) {
    if (prompt.includes(text.slice(start, start + ECHO_CHARS))) return true;
  }
  return false;
}

function withoutKey(text: string, apiKey: string): string {
  return apiKey.length < MIN_KEY_CHARS ? text : text.replaceAll(apiKey, '[REDACTED]');
}

import { wellFormed } from './truncate.ts';

/** Whether JSON text may hold an escaped half of a surrogate pair, such as `\ud83d` written out. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** One escape of JSON text at a time: a written-out pair, a written-out half, anything else. */
const ESCAPES = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)/gs;

/**
 * JSON text without lone surrogates, neither raw nor written out as escapes: a provider that parses the text
 * and sends the value on would fail on either. Returned as it is where there are none.
 */
export function wellFormedJson(text: string): string {
  const raw = wellFormed(text);
  if (!SURROGATE_ESCAPE.test(raw)) return raw;
  return raw.replace(ESCAPES, (written, half: string | undefined) => (half === undefined ? written : '\\ufffd'));
}

import { findAuthorization } from './redact/find-authorization.ts';
import { findNamedValues } from './redact/find-named-values.ts';
import { findPrivateKeys } from './redact/find-private-keys.ts';
import { findSpokenSecrets } from './redact/find-spoken-secrets.ts';
import { findTelegramTokens } from './redact/find-telegram-tokens.ts';
import { findUrlCredentials } from './redact/find-url-credentials.ts';
import { findVendorKeys } from './redact/find-vendor-keys.ts';
import { mergeSpans } from './redact/merge-spans.ts';
import { findPlaceholders, placeholderFor } from './redact/placeholder.ts';
import type { SecretFinder, SecretSpan } from './redact/secret-span.ts';

const FINDERS: readonly SecretFinder[] = [
  findPrivateKeys,
  findVendorKeys,
  findTelegramTokens,
  findUrlCredentials,
  findAuthorization,
  findNamedValues,
  findSpokenSecrets,
];

/**
 * A text with placeholders such as `[REDACTED:github-token:1a2b]` in place of its secrets: keys of vendors, private
 * keys, JSON Web Tokens, passwords in URLs, values whose name tells, `Authorization` headers, passwords that a sentence
 * gives away. The same secret has the same placeholder in every text. What only looks up a secret (`${TOKEN}`,
 * `process.env.API_KEY`) stays, and so do hashes, ids and counts.
 *
 * A best effort: a secret without form, name or place is not found. Linear in the text; a second run changes nothing.
 *
 * @returns The text itself when nothing was found. JSON stays JSON: a placeholder needs no escape.
 */
export function redactSecrets(text: string): string {
  let redacted = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = replaceSecrets(redacted);
    if (next === redacted) break;
    redacted = next;
  }
  return redacted;
}

/**
 * A placeholder can bring out what the secret in its place hid: a name that now starts a word. Such a pair takes a second
 * pass, and a third one to see that nothing is left; nobody writes longer chains but to slow this down.
 */
const MAX_PASSES = 4;

function replaceSecrets(text: string): string {
  const spans = secretsIn(text);
  if (spans.length === 0) return text;
  let replaced = '';
  let copied = 0;
  for (const { start, end, family } of spans) {
    replaced += text.slice(copied, start) + placeholderFor(family, text.slice(start, end));
    copied = end;
  }
  return replaced + text.slice(copied);
}

function secretsIn(text: string): readonly SecretSpan[] {
  const spans = mergeSpans(FINDERS.flatMap((find) => find(text)));
  const placeholders = findPlaceholders(text);
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((placeholders[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (placeholders[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  });
}

import { redactSecrets } from '@hermes-context/messages';

const PLACEHOLDER = /\[REDACTED:[a-z-]+:[0-9a-f]+\]/;

/** The values that `redactSecrets` would take out of a text. */
export function secretsIn(text: string): readonly string[] {
  const redacted = redactSecrets(text);
  if (redacted === text) return [];
  const [first = '', ...pieces] = redacted.split(PLACEHOLDER);
  let from = first.length;
  // What stands in the text in front of a piece, and behind the one before, was taken out.
  const secrets = pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1;
    const at = isLast ? text.length - piece.length : text.indexOf(piece, from);
    const secret = text.slice(from, at);
    from = at + piece.length;
    return secret;
  });
  return secrets.filter((secret) => secret.length >= MIN_SECRET_CHARS);
}

/** Shorter values, such as a PIN, stand in other texts by chance. */
const MIN_SECRET_CHARS = 8;

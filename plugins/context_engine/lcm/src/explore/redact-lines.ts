import { redactSecrets } from '@hermes-context/messages';

const BEGIN = '-----BEGIN ';
const PRIVATE = 'PRIVATE KEY';
const END = '-----END ';
const MAX_LABEL_CHARS = 40;
/** No private key is longer, in UTF-16 units. */
const MAX_KEY_CHARS = 20_000;
const KEY_PLACEHOLDER = /\[REDACTED:private-key:[0-9a-f]{1,16}\]/g;

/**
 * Lines without secrets, before anything is cut out of them: half a key is not known as one. A private key takes up many
 * lines and its placeholder one; empty lines stand for the others, so that line numbers stay true.
 */
export function redactLines(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const redacted = redactSecrets(text);
  if (redacted === text) return lines;
  const redactedLines = redacted.split('\n');
  const lostCount = lines.length - redactedLines.length;
  if (lostCount === 0) return redactedLines;
  const breaks = breaksInKeys(text);
  if (breaks.reduce((sum, count) => sum + count, 0) !== lostCount) return redactedLines;
  let key = 0;
  const padded = redacted.replaceAll(KEY_PLACEHOLDER, (placeholder) => {
    const count = breaks[key] ?? 0;
    key += 1;
    return placeholder + '\n'.repeat(count);
  });
  const paddedLines = padded.split('\n');
  return paddedLines.length === lines.length ? paddedLines : redactedLines;
}

/** How many line breaks each private key holds, in the order of the keys. */
function breaksInKeys(text: string): readonly number[] {
  const counts: number[] = [];
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, start + BEGIN.length)) {
    if (!text.slice(start, start + MAX_LABEL_CHARS).includes(PRIVATE)) continue;
    const end = text.slice(start, start + MAX_KEY_CHARS).indexOf(END);
    if (end > 0) counts.push(text.slice(start, start + end).split('\n').length - 1);
  }
  return counts;
}

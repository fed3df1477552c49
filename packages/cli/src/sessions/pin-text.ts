import { MAX_PIN_CHARS } from '@hermes-context/host';
import { UsageError } from '../usage-error.ts';

/** A text to be pinned, trimmed. @throws UsageError for one that is empty or too long. @param example - How it is written. */
export function pinText(text: string, example: string): string {
  const words = text.trim();
  if (words !== '' && words.length <= MAX_PIN_CHARS) return words;
  const limit = MAX_PIN_CHARS.toLocaleString('en-US');
  throw new UsageError({
    what:
      words === ''
        ? 'The text to pin is empty.'
        : `The text to pin has ${words.length.toLocaleString('en-US')} characters.`,
    why: `A pin takes room in every request from the next compaction on, so it has 1 to ${limit} characters.`,
    fix: `Write it as ${example}`,
  });
}

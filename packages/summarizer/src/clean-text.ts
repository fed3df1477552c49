import type { Content, ContentPart } from '@hermes-context/contract';
import {
  contentText,
  editJsonStrings,
  isPicture,
  isTextPart,
  redactSecrets,
  wellFormed,
} from '@hermes-context/messages';
import { replaceDataRuns } from './replace-data-runs.ts';

/** What stands for a picture in a summary's input. */
const IMAGE_NOTE = '[image]';

/**
 * A text as it may leave for a summary: valid UTF-16, secrets masked, encoded data replaced by a note.
 * Clip and split only what this returns: a secret cut in two is no longer recognised.
 */
export function cleanText(text: string): string {
  return replaceDataRuns(redactSecrets(wellFormed(text)));
}

/** A message's content as one cleaned text; pictures and files as a note of what they are. */
export function cleanContent(content: Content): string {
  if (typeof content === 'string') return cleanText(content);
  return Array.isArray(content) ? cleanText(content.map(textOfPart).join('\n')) : '';
}

/**
 * A call's arguments, cleaned. The strings of a JSON text are cleaned one by one, decoded: behind
 * an escape such as `\n` a secret would look like part of a longer word.
 */
export function cleanArguments(json: string): string {
  return cleanText(editJsonStrings(json, (value) => cleanText(value)));
}

function textOfPart(part: ContentPart): string {
  if (isPicture(part)) return IMAGE_NOTE;
  const text = contentText([part]);
  return text === '' && !isTextPart(part) ? `[${part.type}]` : text;
}

import { isDeepStrictEqual } from 'node:util';
import type { Content, ContentPart, Message, Messages } from '@hermes-context/contract';
import { contentText, isRealUser, isTextPart } from '@hermes-context/messages';
import { broken } from './broken.ts';

const EXCERPT_CHARS = 60;

/** Whatever the result has under the name of a person, that person said; a picture of theirs may have given way to a word about it. */
export function claimOwnWords(after: Messages, before: Messages): void {
  const given = new Set<Message>(before);
  const said = before.filter(isRealUser);
  const index = after.findIndex(
    (message) =>
      !given.has(message) && isRealUser(message) && !said.some((own) => saysThat(message.content, own.content)),
  );
  const message = after[index];
  if (message === undefined) return;
  const excerpt = JSON.stringify(message.content).slice(0, EXCERPT_CHARS);
  broken(
    `Message ${index} of ${after.length} in the result reads as if the user had said it: ${excerpt}. Mark it under _context, or give it to the assistant.`,
  );
}

function saysThat(content: Content, said: Content): boolean {
  if (!Array.isArray(said)) return isDeepStrictEqual(content, said);
  if (!Array.isArray(content)) return contentText(content) === contentText(said);
  return content.length === said.length && said.every((part, index) => standsFor(content[index], part));
}

/** A text stays as it is; what is no text may be replaced, by words in brackets too. */
function standsFor(part: ContentPart | undefined, said: ContentPart): boolean {
  if (part === undefined || isDeepStrictEqual(part, said)) return part !== undefined;
  return !isTextPart(said) && (!isTextPart(part) || part.text.startsWith('['));
}

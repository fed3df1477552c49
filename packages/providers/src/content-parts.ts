import type { Content, ContentPart } from '@hermes-context/contract';

/** A content as parts, whatever its form: a text is one text part, an empty one is none. */
export function contentParts(content: Content): readonly ContentPart[] {
  if (typeof content !== 'string') return content ?? [];
  return content === '' ? [] : [{ type: 'text', text: content }];
}

/** The text of a part in chat shape; `undefined` for a part that is not text. */
export function textOf(part: ContentPart): string | undefined {
  return part.type === 'text' && 'text' in part && typeof part.text === 'string' ? part.text : undefined;
}

/** Equal for parts that read the same. */
export function partKey(part: ContentPart): string {
  const text = textOf(part);
  // Most parts are text, and some are long: no need to write them as JSON to compare them.
  return text === undefined ? `json ${JSON.stringify(part)}` : `text ${text}`;
}

/** Whether a part is text without any: providers refuse it, and it says nothing. */
export function isEmptyText(part: ContentPart): boolean {
  return textOf(part) === '';
}

/** The content of a model's message: one text as a string, since many servers take nothing else there. */
export function assistantContent(parts: readonly ContentPart[]): Content {
  const [only] = parts;
  if (only === undefined) return null;
  return (parts.length === 1 ? textOf(only) : undefined) ?? parts;
}

import type { Content, ContentPart, ImagePart, Message, TextPart, ToolCall } from '@hermes-context/contract';

/** Types of parts that show a picture: OpenAI Chat, OpenAI Responses, Anthropic. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image_url', 'input_image', 'image']);

/** Types of parts that carry text under `text`: chat parts, and those of Responses items. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);

const NO_CALLS: readonly ToolCall[] = [];

/** Whether a part is text in chat shape. Text parts of other dialects are not; {@link contentText} reads those too. */
export function isTextPart(part: ContentPart): part is TextPart {
  return isObject(part) && part.type === 'text' && 'text' in part && typeof part.text === 'string';
}

/** Whether a part is a picture in chat shape, with its URL. Its data may still be unreadable. */
export function isImagePart(part: ContentPart): part is ImagePart {
  if (!isObject(part) || part.type !== 'image_url' || !('image_url' in part)) return false;
  const image: unknown = part.image_url;
  return typeof image === 'object' && image !== null && 'url' in image && typeof image.url === 'string';
}

/** Whether a part shows a picture, in whatever dialect: `image_url`, `input_image` or `image`. */
export function isPicture(part: ContentPart): boolean {
  return isObject(part) && PICTURE_TYPES.has(part.type);
}

/** The text of one part; `undefined` for a part that is not text, or no part at all. */
export function partText(part: ContentPart): string | undefined {
  if (!isObject(part) || !TEXT_TYPES.has(part.type) || !('text' in part)) return undefined;
  return typeof part.text === 'string' ? part.text : undefined;
}

/** All text of a content, parts joined by a line break; empty when there is none. Pictures and opaque parts add nothing. */
export function contentText(content: Content): string {
  if (typeof content === 'string') return content;
  const texts: string[] = [];
  for (const part of partsOf(content)) {
    const text = partText(part);
    if (text !== undefined) texts.push(text);
  }
  return texts.join('\n');
}

/** Whether a content says nothing: no visible text, and no part that is something else than text. */
export function isBlank(content: Content): boolean {
  if (typeof content === 'string') return isBlankText(content);
  for (const part of partsOf(content)) {
    const text = partText(part);
    if (text === undefined || !isBlankText(text)) return false;
  }
  return true;
}

/** Whether a text has nothing but white space. Reads up to the first visible character. */
export function isBlankText(text: string): boolean {
  return !/\S/.test(text);
}

/** The parts of a content that is a list; none for a text, and where the field is missing or holds something else. */
export function partsOf(content: Content): readonly ContentPart[] {
  return Array.isArray(content) ? content : [];
}

/** The calls of an assistant message, in order; none for any other message. */
export function toolCallsOf(message: Message): readonly ToolCall[] {
  return message.role === 'assistant' && Array.isArray(message.tool_calls) ? message.tool_calls : NO_CALLS;
}

/** Lists that nobody checked hold `null` and texts where parts should be. */
function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null;
}

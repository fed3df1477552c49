import type { Content, ContentPart, Message, TextPart } from '@hermes-context/contract';
import { isBlankText, isTextPart, partsOf, toolCallsOf } from './content.ts';
import type { Finding, Mended } from './repair-entry.ts';
import { imageFault } from './validate-image.ts';

const UNREADABLE_PICTURE: TextPart = { type: 'text', text: '[A picture stood here; its data could not be read.]' };

/** Puts a line of text in place of each picture that no provider could read. */
export function mendPictures(message: Message): Mended | undefined {
  const parts = partsOf(message.content);
  const findings: Finding[] = [];
  const mended = parts.map((part) => {
    if (imageFault(part, 'anthropic') === undefined) return part;
    const readable = withUrlInPlace(part);
    const detail =
      readable === undefined
        ? 'A picture without readable data became a line of text.'
        : 'The address of a picture was put where providers look for it.';
    findings.push({ kind: 'unreadable-image-replaced', detail });
    return readable ?? UNREADABLE_PICTURE;
  });
  return findings.length === 0 ? undefined : { message: { ...message, content: mended }, findings };
}

/** Drops text parts that say nothing, and puts an empty content in the form that providers take. */
export function mendEmptyContent(message: Message): Mended | undefined {
  const parts = partsOf(message.content);
  const kept = parts.filter((part) => !isTextPart(part) || !isBlankText(part.text));
  const content = parts.length === kept.length ? message.content : kept;
  const mended = takenContent(message, content);
  if (mended === message.content) return undefined;
  const detail = 'Empty parts of a content were dropped, or an absent content written as an empty text.';
  return { message: { ...message, content: mended }, findings: [{ kind: 'empty-part-removed', detail }] };
}

/** Drops a list of calls that holds none: providers refuse it. */
export function mendEmptyCalls(message: Message): Mended | undefined {
  if (message.role !== 'assistant' || message.tool_calls?.length !== 0) return undefined;
  const { tool_calls: _none, ...rest } = message;
  return {
    message: rest,
    findings: [{ kind: 'empty-part-removed', detail: 'An empty list of tool calls was dropped.' }],
  };
}

/** Some clients write the address of a picture as a bare string. */
function withUrlInPlace(part: ContentPart): ContentPart | undefined {
  const url: unknown = 'image_url' in part ? part.image_url : undefined;
  if (typeof url !== 'string') return undefined;
  const mended = { ...part, image_url: { url } };
  return imageFault(mended, 'anthropic') === undefined ? mended : undefined;
}

/** A result may be empty but not absent; a message of calls may have no content, but no empty list either. */
function takenContent(message: Message, content: Content): Content {
  const isAbsent = content === null || content === undefined;
  if (message.role === 'tool') return isAbsent || content.length === 0 ? '' : content;
  const isEmptyList = !isAbsent && typeof content !== 'string' && content.length === 0;
  return isEmptyList && toolCallsOf(message).length > 0 ? null : content;
}

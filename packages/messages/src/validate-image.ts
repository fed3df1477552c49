import type { ContentPart } from '@hermes-context/contract';
import { isBlankText, isImagePart } from './content.ts';
import type { Provider, ViolationRule } from './validate-violation.ts';

/** Source: media types of a base64 image source in Anthropic's Messages API, SDK 1.15.0, read 2026-12-02. */
const ANTHROPIC_IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Source: "Image understanding", supported formats, Gemini API documentation, read 2026-12-02. */
const GEMINI_IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'image/heif',
]);

/** The rule that a chat-shape picture breaks. Other parts, pictures of other dialects among them, break none. */
export function imageFault(part: ContentPart, provider: Provider): ViolationRule | undefined {
  if (part.type !== 'image_url') return undefined;
  if (!isImagePart(part)) return 'image-unreadable';
  const { url } = part.image_url;
  if (!isDataUrl(url)) return isBlankText(url) ? 'image-unreadable' : undefined;
  const mediaType = base64MediaType(url);
  if (mediaType === undefined || !mediaType.startsWith('image/')) return 'image-unreadable';
  return isReadBy(provider, mediaType) ? undefined : 'image-type';
}

function isReadBy(provider: Provider, mediaType: string): boolean {
  switch (provider) {
    case 'openai':
      return true;
    case 'anthropic':
      return ANTHROPIC_IMAGE_TYPES.has(mediaType);
    case 'gemini':
      return GEMINI_IMAGE_TYPES.has(mediaType);
  }
}

function isDataUrl(url: string): boolean {
  return url.slice(0, 'data:'.length).toLowerCase() === 'data:';
}

/** The media type of a `data:` URL, in lower case, where its data is base64; `undefined` otherwise. */
function base64MediaType(url: string): string | undefined {
  const comma = url.indexOf(',');
  const header = url.slice('data:'.length, Math.max(0, comma)).toLowerCase();
  if (comma === -1 || !header.endsWith(';base64') || !isBase64(url.slice(comma + 1))) return undefined;
  return header.slice(0, header.indexOf(';'));
}

function isBase64(data: string): boolean {
  if (data === '' || data.length % 4 !== 0) return false;
  // The first character that does not belong, rather than a match of the whole: data of many megabytes has room
  // for more backtracking than a regular expression may do.
  const end = data.search(/[^A-Za-z0-9+/]/);
  return end === -1 || /^={1,2}$/.test(data.slice(end));
}

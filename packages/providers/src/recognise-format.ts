import type { TranscriptDocument } from './document/transcript-document.ts';
import { isItemType } from './openai-responses/item-type.ts';
import type { TranscriptFormat } from './transcript.ts';
import { isWireBlock, isWireList, isWireObject, type WireObject } from './wire-value.ts';

const RESPONSES_PARTS: readonly string[] = ['input_text', 'output_text', 'input_image', 'input_file'];
const ANTHROPIC_PARTS: readonly string[] = [
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'image',
  'document',
  'search_result',
  'container_upload',
  'compaction',
];

/** What speaks for a format. A strong sign in one message outweighs weak ones in all others. */
interface Sign {
  readonly format: TranscriptFormat;
  readonly strength: 'strong' | 'weak';
}

/**
 * Tell by its content whose shape a file has: by the fields and roles of its messages, the types of their parts, the
 * keys around them. Messages that are role and text alone could be anybody's and count as OpenAI chat.
 */
export function recogniseFormat({ elements, root, listKey }: TranscriptDocument): TranscriptFormat {
  if (listKey === 'input') return 'openai-responses';
  const recognised = formatByName(root?.['format']) ?? strongestSign(elements)?.format;
  if (recognised !== undefined) return recognised;
  const hasSystem = typeof root?.['system'] === 'string' || isWireList(root?.['system']);
  return hasSystem ? 'anthropic' : 'openai-chat';
}

/** The first of the strongest signs. */
function strongestSign(elements: readonly unknown[]): Sign | undefined {
  let weak: Sign | undefined;
  for (const element of elements) {
    const sign = isWireObject(element) ? signOf(element) : undefined;
    if (sign?.strength === 'strong') return sign;
    weak ??= sign;
  }
  return weak;
}

function formatByName(name: unknown): TranscriptFormat | undefined {
  if (typeof name !== 'string') return undefined;
  if (name.startsWith('anthropic')) return 'anthropic';
  if (name.startsWith('openai-responses')) return 'openai-responses';
  return name.startsWith('openai-chat') ? 'openai-chat' : undefined;
}

function signOf(element: WireObject): Sign | undefined {
  const { role, type } = element;
  if (
    role === 'tool' ||
    role === 'function' ||
    isWireList(element['tool_calls']) ||
    isWireObject(element['function_call'])
  ) {
    return { format: 'openai-chat', strength: 'strong' };
  }
  if (role === undefined && isItemType(type)) {
    return { format: 'openai-responses', strength: 'strong' };
  }
  const { content } = element;
  return isWireList(content) ? signOfParts(content) : undefined;
}

function signOfParts(parts: readonly unknown[]): Sign | undefined {
  for (const part of parts) {
    const format = isWireBlock(part) ? formatOfPart(part.type) : undefined;
    if (format !== undefined) return { format, strength: 'weak' };
  }
  return undefined;
}

function formatOfPart(type: string): TranscriptFormat | undefined {
  if (RESPONSES_PARTS.includes(type)) return 'openai-responses';
  if (ANTHROPIC_PARTS.includes(type) || type.endsWith('_tool_result')) return 'anthropic';
  return type === 'image_url' ? 'openai-chat' : undefined;
}

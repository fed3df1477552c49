import { contentBlocks, listOf, type PromptBlock, promptBlocks, type Sent } from './fake-anthropic-prompt.ts';
import { isRecord } from './is-record.ts';

/** Why a request is refused, in the provider's words; `undefined` where a rule has nothing against it. */
export type Reason = string | undefined;

const REQUEST_FIELDS = fields(
  'model max_tokens messages system tools tool_choice stream metadata stop_sequences temperature top_p top_k thinking',
  'cache_control context_management output_config service_tier container mcp_servers diagnostics inference_geo',
);
const MESSAGE_FIELDS = fields('role content');
const TOOL_FIELDS = fields(
  'name description input_schema type cache_control strict eager_input_streaming',
  'defer_loading',
);
const MARKABLE = 'type cache_control';

/** Fields of the blocks that a conversation holds. Other blocks are looked at by nobody. */
const BLOCK_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['text', fields(MARKABLE, 'text citations')],
  ['image', fields(MARKABLE, 'source')],
  ['document', fields(MARKABLE, 'source title context citations')],
  ['tool_use', fields(MARKABLE, 'id name input caller')],
  ['tool_result', fields(MARKABLE, 'tool_use_id content is_error')],
  ['thinking', fields('type thinking signature')],
  ['redacted_thinking', fields('type data')],
  ['compaction', fields(MARKABLE, 'content encrypted_content signature tool_changes')],
]);
const TYPES_OF_ROLE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['user', fields('text image document search_result tool_result container_upload')],
  ['assistant', fields('text tool_use thinking redacted_thinking server_tool_use web_search_tool_result compaction')],
  ['system', fields('text')],
]);

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const ID = /^[a-zA-Z0-9_-]+$/;

/** What is wrong with the fields of a request. */
export function fieldReason(body: Sent): Reason {
  return (
    requestReason(body) ??
    firstOf(listOf(body['tools']), toolReason) ??
    firstOf(listOf(body['messages']), messageReason) ??
    firstOf(promptBlocks(body), blockReason)
  );
}

/** The first reason that any element gives. */
export function firstOf<Element>(
  elements: readonly Element[],
  reason: (element: Element, index: number) => Reason,
): Reason {
  for (const [index, element] of elements.entries()) {
    const found = reason(element, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function requestReason(body: Sent): Reason {
  const { model, max_tokens: limit, messages } = body;
  if (typeof model !== 'string') return 'model: Field required';
  if (limit === undefined) return 'max_tokens: Field required';
  if (!Number.isInteger(limit) || Number(limit) < 1) return 'max_tokens: Input should be greater than or equal to 1';
  if (!Array.isArray(messages)) return 'messages: Field required';
  if (messages.length === 0) return 'messages: at least one message is required';
  if (!messages.every(isRecord)) return 'messages: Input should be a valid dictionary';
  return extraField(body, REQUEST_FIELDS, '');
}

function toolReason(tool: Sent, index: number): Reason {
  const path = `tools.${index}.custom`;
  const { name, input_schema: schema } = tool;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return `${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
  }
  if (!isRecord(schema)) return `${path}.input_schema: Field required`;
  if (schema['type'] !== 'object') return `${path}.input_schema.type: Input should be 'object'`;
  return extraField(tool, TOOL_FIELDS, `${path}.`);
}

function messageReason(message: Sent, index: number): Reason {
  const { role, content } = message;
  if (!TYPES_OF_ROLE.has(String(role))) return `messages.${index}.role: Input should be 'user' or 'assistant'`;
  if (typeof content !== 'string' && !Array.isArray(content)) return `messages.${index}.content: Field required`;
  if (content.length === 0) return `messages.${index}: ${String(role)} messages must have non-empty content`;
  return extraField(message, MESSAGE_FIELDS, `messages.${index}.`);
}

function blockReason({ section, role, path, block }: PromptBlock): Reason {
  if (section === 'tools') return undefined;
  const type = String(block['type']);
  const isKnown = section === 'system' ? type === 'text' : TYPES_OF_ROLE.get(role ?? '')?.has(type) === true;
  if (!isKnown) return `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags`;
  const allowed = BLOCK_FIELDS.get(type);
  const extra = allowed === undefined ? undefined : extraField(block, allowed, `${path}.${type}.`);
  return extra ?? textReason(block, path) ?? callReason(block, path) ?? resultReason(block, path);
}

/** A text says something. A marker on one that does not is an error of its own. */
function textReason({ type, text, cache_control: marker }: Sent, path: string): Reason {
  if (type !== 'text') return undefined;
  if (typeof text !== 'string') return `${path}.text.text: Field required`;
  if (text.trim() !== '') return undefined;
  if (marker !== undefined) return `${path}.text: cache_control cannot be set for empty text blocks`;
  return `${path}: text content blocks must ${text === '' ? 'be non-empty' : 'contain non-whitespace text'}`;
}

function callReason({ type, id, name, input }: Sent, path: string): Reason {
  if (type !== 'tool_use') return undefined;
  if (!ID.test(String(id))) return `${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
  if (!NAME.test(String(name))) return `${path}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
  return isRecord(input) ? undefined : `${path}.tool_use.input: Input should be a valid dictionary`;
}

/** A marker belongs on the result itself: routes that pass one through inside it are answered so. */
function resultReason({ type, tool_use_id: id, content }: Sent, path: string): Reason {
  if (type !== 'tool_result') return undefined;
  if (!ID.test(String(id))) return `${path}.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
  return firstOf(contentBlocks(content), (part, index) => {
    const inner = `${path}.tool_result.content.${index}`;
    if (part['cache_control'] !== undefined) return `${inner}.cache_control: Extra inputs are not permitted`;
    return textReason(part, inner);
  });
}

function extraField(value: Sent, allowed: ReadonlySet<string>, prefix: string): Reason {
  const extra = Object.keys(value).find((field) => !allowed.has(field));
  return extra === undefined ? undefined : `${prefix}${extra}: Extra inputs are not permitted`;
}

function fields(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

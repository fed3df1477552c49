import { isRecord } from './is-record.ts';

type Json = Readonly<Record<string, unknown>>;

const ITEM_TYPES: ReadonlySet<unknown> = new Set([
  undefined,
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'compaction',
  'compaction_trigger',
]);

/** Fields of a request, from the types of the provider's client, 7.59.0. */
const FIELDS: ReadonlySet<string> = new Set(
  `access_programs background background_options context_management conversation image include input instructions
   max_output_tokens max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt
   prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream
   stream_options temperature text tool_choice tools top_logprobs top_p truncation user`.split(/\s+/),
);

/** Parts that may stand in what a model said; whoever else speaks sends `input_…`. */
const SPOKEN_PARTS: ReadonlySet<unknown> = new Set(['output_text', 'refusal']);

/** Why the real server would refuse a request, one sentence each; none where it would not. */
export function faultsOfResponsesRequest(body: Json): readonly string[] {
  const { input, store, previous_response_id: previous } = body;
  const unknown = Object.keys(body).filter((field) => !FIELDS.has(field));
  const faults = [
    ...unknown.map((field) => `Unknown parameter: '${field}'.`),
    ...(store === true || previous === undefined ? [] : ["'previous_response_id' needs a response that was stored."]),
    ...toolFaults(body),
    ...compactionFaults(body),
  ];
  if (typeof input === 'string' && input !== '') return faults;
  if (!Array.isArray(input) || input.length === 0) return ["Invalid 'input': expected a list with at least one item."];
  const items = input.filter(isRecord);
  if (items.length < input.length) return ["Invalid 'input': each entry is an object."];
  return [...faults, ...items.flatMap(itemFaults), ...orderFaults(items), ...pairFaults(items)];
}

function itemFaults(item: Json, index: number): readonly string[] {
  const { type } = item;
  if (!ITEM_TYPES.has(type)) return [`Invalid value: '${String(type)}' at input[${index}].type.`];
  const side = ['_context', 'metadata'].filter((field) => field in item);
  if (side.length > 0) return side.map((field) => `Unknown parameter: 'input[${index}].${field}'.`);
  if ((type ?? 'message') === 'message') return messageFaults(item, index);
  if (type !== 'compaction' || typeof item['encrypted_content'] === 'string') return [];
  return [`Missing required parameter: input[${index}].encrypted_content.`];
}

function messageFaults({ role, content }: Json, index: number): readonly string[] {
  if (!['user', 'assistant', 'system', 'developer'].includes(String(role))) {
    return [`Invalid value: '${String(role)}' at input[${index}].role.`];
  }
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  const wrong = parts.filter(({ type }) => SPOKEN_PARTS.has(type) !== (role === 'assistant'));
  return wrong.map(({ type }) => `Invalid value: '${String(type)}' in input[${index}].content.`);
}

/** What stands where it must not: an order to compact in the middle, a thought without what it led to. */
function orderFaults(items: readonly Json[]): readonly string[] {
  const newest = items.findLastIndex(({ type }) => type === 'compaction');
  return items.flatMap(({ type, id }, index) => {
    const next = items[index + 1];
    if (type === 'compaction_trigger' && next !== undefined) return ["'compaction_trigger' must be the last item."];
    if (type !== 'reasoning' || index < newest || isMade(next)) return [];
    return [`Item '${String(id)}' of type 'reasoning' was provided without its required following item.`];
  });
}

function isMade(item: Json | undefined): boolean {
  const { type = 'message', role }: Json = item ?? { type: 'none' };
  return type === 'message'
    ? role === 'assistant'
    : ['reasoning', 'function_call', 'custom_tool_call'].includes(String(type));
}

/** A result behind a checkpoint may answer a call that it stands for. */
function pairFaults(items: readonly Json[]): readonly string[] {
  const newest = items.findLastIndex(({ type }) => type === 'compaction');
  const open = new Set<unknown>();
  const faults: string[] = [];
  for (const [index, { type, call_id: id }] of items.entries()) {
    const isResult = type === 'function_call_output' || type === 'custom_tool_call_output';
    if (index === newest) open.clear(); // what stands in front of it is not read
    if (type === 'function_call' || type === 'custom_tool_call') open.add(id);
    else if (isResult && !open.delete(id) && newest === -1) {
      faults.push(`No tool call found for function call output with call_id ${String(id)} (input[${index}]).`);
    }
  }
  return [...faults, ...Array.from(open, (id) => `No tool output found for function call ${String(id)}.`)];
}

function toolFaults({ tools }: Json): readonly string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) return ["Invalid type for 'tools': expected a list."];
  return tools.flatMap((tool: unknown, index) => {
    if (!isRecord(tool) || typeof tool['type'] !== 'string')
      return [`Missing required parameter: 'tools[${index}].type'.`];
    const isNamed = typeof tool['name'] === 'string' && tool['name'] !== '';
    return tool['type'] === 'function' && !isNamed ? [`Missing required parameter: 'tools[${index}].name'.`] : [];
  });
}

function compactionFaults({ context_management: edits }: Json): readonly string[] {
  if (edits === undefined) return [];
  const [edit, ...more] = Array.isArray(edits) ? edits.filter(isRecord) : [];
  const threshold = edit?.['compact_threshold'];
  if (edit?.['type'] !== 'compaction' || more.length > 0) return ["Invalid value: 'context_management'."];
  return Number.isInteger(threshold) && Number(threshold) >= 1 ? [] : ["Invalid type for 'compact_threshold'."];
}

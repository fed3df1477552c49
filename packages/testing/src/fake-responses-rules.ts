import { isRecord } from './is-record.ts';

type Json = Readonly<Record<string, unknown>>;

const ITEM_TYPES: ReadonlySet<unknown> = new Set([
  undefined,
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'compaction',
  'compaction_trigger',
]);

/** Why the real server would refuse a request, one sentence each; none where it would not. */
export function faultsOfResponsesRequest(body: Json): readonly string[] {
  const { input, store, previous_response_id: previous } = body;
  if (!Array.isArray(input) || input.length === 0) return ["Invalid 'input': expected a list with at least one item."];
  const items = input.filter(isRecord);
  return [
    ...(items.length === input.length ? [] : ["Invalid 'input': each entry is an object."]),
    ...(store === true || previous === undefined ? [] : ["'previous_response_id' needs a response that was stored."]),
    ...items.flatMap(itemFaults),
    ...pairFaults(items),
    ...compactionFaults(body),
  ];
}

function itemFaults(item: Json, index: number): readonly string[] {
  const { type, role, encrypted_content: sealed } = item;
  if (!ITEM_TYPES.has(type)) return [`Invalid value: '${String(type)}' at input[${index}].type.`];
  if ((type ?? 'message') === 'message' && !['user', 'assistant', 'system', 'developer'].includes(String(role))) {
    return [`Invalid value: '${String(role)}' at input[${index}].role.`];
  }
  if (type === 'compaction' && (typeof sealed !== 'string' || sealed === '')) {
    return [`Missing required parameter: input[${index}].encrypted_content.`];
  }
  return '_context' in item ? [`Unknown parameter: 'input[${index}]._context'.`] : [];
}

/** A result behind a checkpoint may answer a call that it stands for. */
function pairFaults(items: readonly Json[]): readonly string[] {
  const newest = items.findLastIndex(({ type }) => type === 'compaction');
  const open = new Set<unknown>();
  const faults: string[] = [];
  for (const [index, { type, call_id: id }] of items.entries()) {
    if (type === 'function_call') open.add(id);
    else if (type === 'function_call_output' && !open.delete(id) && newest === -1) {
      faults.push(`No tool call found for function call output with call_id ${String(id)} (input[${index}]).`);
    }
  }
  return [...faults, ...Array.from(open, (id) => `No tool output found for function call ${String(id)}.`)];
}

function compactionFaults({ context_management: edits }: Json): readonly string[] {
  if (edits === undefined) return [];
  const [edit, ...more] = Array.isArray(edits) ? edits.filter(isRecord) : [];
  const threshold = edit?.['compact_threshold'];
  if (edit?.['type'] !== 'compaction' || more.length > 0) return ["Invalid value: 'context_management'."];
  return Number.isInteger(threshold) && Number(threshold) >= 1 ? [] : ["Invalid type for 'compact_threshold'."];
}

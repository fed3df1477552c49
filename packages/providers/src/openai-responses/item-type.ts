const CALLS = [
  'function',
  'custom_tool',
  'web_search',
  'file_search',
  'computer',
  'code_interpreter',
  'image_generation',
  'local_shell',
  'shell',
  'apply_patch',
  'mcp',
  'tool_search',
];

/** Types of the Responses API, as its SDK has them (openai 7.59.0, read on 2 Dec 2026). Messages may go without one. */
const ITEM_TYPES: ReadonlySet<unknown> = new Set([
  'reasoning',
  'compaction',
  'compaction_trigger',
  'configuration_update',
  'item_reference',
  'additional_tools',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'tool_search_output',
  ...CALLS.flatMap((tool) => [`${tool}_call`, `${tool}_call_output`]),
]);

/** Whether a type names an item of the Responses API, as opposed to an entry of somebody's log. */
export function isItemType(type: unknown): boolean {
  return ITEM_TYPES.has(type);
}

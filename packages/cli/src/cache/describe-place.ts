import type { MarkerPlace, WireObject, WirePrompt } from '@hermes-context/caching';

/** A place of a request in words, such as `message 12 (user), tool_result block 3`. Numbers begin at 1, as a person counts. */
export function describePlace({ tools, system, messages }: WirePrompt, place: MarkerPlace): string {
  switch (place.part) {
    case 'tools':
      return `tool ${place.index + 1}${inBrackets(toolName(tools?.[place.index]))}`;
    case 'system':
      return typeof system === 'object' ? `system prompt, block ${place.index + 1}` : 'system prompt';
    case 'messages':
      return describeMessage(messages[place.index], place);
  }
}

function describeMessage(
  message: WireObject | undefined,
  { index, block }: Extract<MarkerPlace, { part: 'messages' }>,
): string {
  const name = `message ${index + 1}${inBrackets(message?.['role'])}`;
  const content: unknown = message?.['content'];
  if (block === undefined) return `${name}, on the message itself`;
  if (!Array.isArray(content)) return name;
  const blocks: readonly unknown[] = content;
  const type = fieldOf(blocks[block], 'type');
  return `${name}, ${typeof type === 'string' ? `${type} ` : ''}block ${block + 1}`;
}

function toolName(tool: WireObject | undefined): unknown {
  return tool?.['name'] ?? fieldOf(tool?.['function'], 'name');
}

function inBrackets(value: unknown): string {
  return typeof value === 'string' ? ` (${value})` : '';
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(field) : undefined;
}

import type { WireObject } from '../wire-prompt.ts';

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether there is nothing to read: a provider refuses a marker on such a text, and some the text itself. */
export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === '';
}

/** Whether a block, of any shape, is a text without anything to read. */
export function isBlankText(block: unknown): boolean {
  return isObject(block) && (block['type'] === 'text' || block['type'] === 'input_text') && isBlank(block['text']);
}

/** The field that holds what a message says: an item with a tool's result has its text elsewhere. */
export function contentField(message: WireObject): 'content' | 'output' {
  return message['type'] === 'function_call_output' || message['type'] === 'custom_tool_call_output'
    ? 'output'
    : 'content';
}

/** Who speaks. Items of the Responses API without a role are the model's own, but for the results of tools. */
export function roleOf(message: WireObject): string {
  const { role } = message;
  if (typeof role === 'string') return role;
  return contentField(message) === 'output' ? 'tool' : 'assistant';
}

/** Whether it is a message of the host: `system`, or `developer` as OpenAI calls it. */
export function isSystemMessage(message: WireObject): boolean {
  const { role } = message;
  return role === 'system' || role === 'developer';
}

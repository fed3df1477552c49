import type { Message, ToolCall } from '@hermes-context/contract';
import { isWireBlock, isWireList, isWireObject, type WireObject } from './wire-value.ts';

/** Whether a value is a message in chat shape, down to its parts and calls. Fields it may hold beside are not looked at. */
export function isMessage(value: unknown): value is Message {
  if (!isWireObject(value)) return false;
  if (!isContent(value['content']) || !isOptionalString(value['name'])) return false;
  if (value['metadata'] !== undefined && !isWireObject(value['metadata'])) return false;
  switch (value['role']) {
    case 'system':
    case 'user':
      return true;
    case 'assistant':
      return areCalls(value['tool_calls']) && isOptionalString(value['reasoning_content']);
    case 'tool':
      return typeof value['tool_call_id'] === 'string';
    default:
      return false;
  }
}

/** Whether a value is a call of a function with text for arguments. */
export function isToolCall(value: unknown): value is ToolCall {
  if (!isWireObject(value) || value['type'] !== 'function' || typeof value['id'] !== 'string') return false;
  const called = value['function'];
  return isWireObject(called) && isCalled(called);
}

function isCalled(called: WireObject): boolean {
  return typeof called['name'] === 'string' && typeof called['arguments'] === 'string';
}

function isContent(content: unknown): boolean {
  if (content === null || typeof content === 'string') return true;
  return isWireList(content) && content.every(isWireBlock);
}

function areCalls(calls: unknown): boolean {
  return calls === undefined || (isWireList(calls) && calls.every(isToolCall));
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

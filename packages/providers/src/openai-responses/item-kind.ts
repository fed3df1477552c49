import { isWireObject, type WireObject } from '../wire-value.ts';

/** What an item is to a conversation. */
export type ItemKind =
  /** Something said by anybody but the model. */
  | 'input'
  /** Something said by the model. */
  | 'output'
  | 'call'
  | 'result'
  /** Belongs to the item behind it, which the server refuses without it. */
  | 'reasoning'
  /** Anything else: compaction, calls of hosted tools, references. Rides along. */
  | 'opaque';

const ROLES: readonly unknown[] = ['user', 'assistant', 'system', 'developer'];

/** What an item is; `undefined` for a message with an unknown role, and for an object that is no item. */
export function kindOfItem(item: WireObject): ItemKind | undefined {
  const { type, role } = item;
  if (type === undefined || type === 'message') return kindOfMessage(role);
  if (typeof type !== 'string') return undefined;
  switch (type) {
    case 'function_call':
    case 'custom_tool_call':
      return 'call';
    case 'function_call_output':
    case 'custom_tool_call_output':
      return 'result';
    case 'reasoning':
      return 'reasoning';
    default:
      return 'opaque';
  }
}

/** Whether an item is the answer to a call of a hosted tool, such as `local_shell_call_output`. */
export function isOpaqueResult(item: WireObject): boolean {
  return kindOfItem(item) === 'opaque' && String(item['type']).endsWith('_output');
}

/** Whether an item is a call of a hosted tool, such as `web_search_call`: the server wants its reasoning in front. */
export function isOpaqueCall(item: WireObject): boolean {
  return kindOfItem(item) === 'opaque' && String(item['type']).endsWith('_call');
}

/** Items of a message's original form. */
export function itemsOf(parts: readonly unknown[]): readonly WireObject[] {
  return parts.filter(isWireObject);
}

function kindOfMessage(role: unknown): ItemKind | undefined {
  if (!ROLES.includes(role)) return undefined;
  return role === 'assistant' ? 'output' : 'input';
}

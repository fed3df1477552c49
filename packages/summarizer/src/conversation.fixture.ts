import type { Message, Messages } from '@hermes-context/contract';

/** A person's message. */
export function user(content: string, more: Partial<Message> = {}): Message {
  return { role: 'user', content, ...more } as Message;
}

/** The assistant's words. */
export function said(content: string): Message {
  return { role: 'assistant', content };
}

let callCount = 0;

/** A call and its result; a call alone without one. */
export function call(name: string, input: object, result?: string): Messages {
  callCount += 1;
  const id = `call-${callCount}`;
  const asked: Message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  };
  return result === undefined ? [asked] : [asked, { role: 'tool', tool_call_id: id, content: result }];
}

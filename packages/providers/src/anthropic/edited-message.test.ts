import type { AssistantMessage, Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { fromAnthropicMessages } from './from-anthropic.ts';
import { toAnthropicMessages } from './to-anthropic.ts';
import { loop } from './tool-loop.fixture.ts';

const wire = (messages: Messages): readonly unknown[] => toAnthropicMessages(messages).messages;

/** The messages of `loop`, one of them edited. */
function withEdit(index: number, edit: (message: Message) => Message): readonly unknown[] {
  const messages = fromAnthropicMessages({ messages: loop });
  return wire(messages.with(index, edit(messages[index]!)));
}

function asAssistant(message: Message): AssistantMessage {
  if (message.role !== 'assistant') throw new Error('not an assistant message');
  return message;
}

describe('an edited Anthropic message', () => {
  it('keeps the blocks that still say what it says, and the error flag of a cleared result', () => {
    const cleared = withEdit(3, (message) => ({ ...message, content: 'cleared' }));
    expect(cleared[2]).toEqual({
      role: 'user',
      content: [
        loop[2]?.content[0],
        { type: 'tool_result', tool_use_id: 't2', content: 'cleared', is_error: true },
        loop[2]?.content[2],
      ],
    });
  });

  it('loses the block of a call that was removed, and takes new arguments and ids', () => {
    const removed = withEdit(1, (message) => {
      const [first] = asAssistant(message).tool_calls ?? [];
      return { ...message, tool_calls: [first!] };
    });
    expect(removed[1]).toEqual({ role: 'assistant', content: loop[1]?.content.slice(0, 4) });

    const renamed = withEdit(1, (message) => {
      const [first, second] = asAssistant(message).tool_calls ?? [];
      const shorter = { ...second!, id: 't2_2', function: { name: 'read', arguments: '{"p":"a"}' } };
      return { ...message, tool_calls: [first!, shorter] };
    });
    expect(renamed[1]).toEqual({
      role: 'assistant',
      content: [
        ...(loop[1]?.content.slice(0, 4) ?? []),
        { type: 'tool_use', id: 't2_2', name: 'read', input: { p: 'a' }, cache_control: { type: 'ephemeral' } },
      ],
    });
  });

  it('lets a result follow its renamed call', () => {
    const renamed = withEdit(2, (message) => ({ ...message, tool_call_id: 't9' }));
    expect(renamed[2]).toMatchObject({ content: [{ type: 'tool_result', tool_use_id: 't9', content: 'a:1' }, {}, {}] });
  });

  it('sends arguments that are no object along as text', () => {
    const broken = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"a":' } } as const;
    expect(wire([{ role: 'assistant', content: null, tool_calls: [broken] }])).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: { raw_arguments: '{"a":' } }] },
    ]);
  });

  it('that has nothing left to say is left out', () => {
    expect(
      wire([
        { role: 'assistant', content: null },
        { role: 'user', content: '' },
      ]),
    ).toEqual([]);
  });
});

// Case: one thinking block in an open tool loop was redacted, another truncated, and both sent with their signatures.
describe('signed thinking', () => {
  const thinking = loop[1]?.content.slice(0, 2);
  const types = (message: unknown): unknown =>
    JSON.parse(JSON.stringify(message)).content.map((block: { type: string }) => block.type);

  it('goes out byte-identical and first in its message', () => {
    const edited = withEdit(1, (message) => ({ ...message, content: 'Looked.' }));
    expect(edited[1]).toMatchObject({ content: [...(thinking ?? []), { type: 'text', text: 'Looked.' }, {}, {}] });
  });

  it('leaves as a whole where its text was edited or dropped, never with the old signature', () => {
    const redacted = withEdit(1, (message) => ({ ...message, reasoning_content: 'Look [REDACTED].' }));
    expect(types(redacted[1])).toEqual(['text', 'tool_use', 'tool_use']);
    const dropped = withEdit(1, (message) => {
      const { reasoning_content: _reasoning, ...rest } = asAssistant(message);
      return rest;
    });
    expect(types(dropped[1])).toEqual(['text', 'tool_use', 'tool_use']);
  });

  it('leaves where the other blocks of its message changed their order', () => {
    const swapped = withEdit(1, (message) => ({
      ...message,
      tool_calls: asAssistant(message).tool_calls?.toReversed() ?? [],
    }));
    expect(types(swapped[1])).toEqual(['text', 'tool_use', 'tool_use']);
  });

  it('leaves with its message and pair when those leave', () => {
    const messages = fromAnthropicMessages({ messages: loop });
    expect(JSON.stringify(wire([messages[0]!, ...messages.slice(4)]))).not.toContain('SIG=');
  });

  it('is not sent when it came from another provider without a signature', () => {
    expect(wire([{ role: 'assistant', content: 'hi', reasoning_content: 'hm' }])).toEqual([
      { role: 'assistant', content: 'hi' },
    ]);
  });
});

import type { Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { conversation } from './conversation.fixture.ts';
import { type ModelMessage, modelMessageForm } from './model-messages.ts';

const partsOf = (message: ModelMessage) => (typeof message.content === 'string' ? [] : message.content);
const call = (id: string, name = 'read_file', text = '{"path":"a.ts"}') =>
  ({ id, type: 'function', function: { name, arguments: text } }) as const;

describe('messages in the form of the AI SDK', () => {
  it('come back as the same objects when nothing was touched', () => {
    const form = modelMessageForm();
    const back = conversation.map((message) => form.fromPeer(form.toPeer(message)));
    expect(back.every((message, at) => message === conversation[at])).toBe(true);
  });

  it('come back as the same objects from copies that hold the same parts', () => {
    const form = modelMessageForm();
    const copies = conversation.map(form.toPeer).map((message) => ({
      ...message,
      content: typeof message.content === 'string' ? message.content : message.content.filter(() => true),
    }));
    const spoken = conversation.filter((message) => message.role !== 'system');
    expect(copies.map(form.fromPeer).filter((message) => message.role !== 'system')).toEqual(spoken);
    expect(spoken.every((message) => copies.map(form.fromPeer).includes(message))).toBe(true);
  });

  it('say what ours say: calls with parsed input, results with the name of their tool, pictures as files', () => {
    const form = modelMessageForm();
    const list: Messages = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Hm.',
        tool_calls: [call('c1'), call('c2', 'run', '{"x')],
      },
      { role: 'tool', tool_call_id: 'c2', content: 'late' },
    ];
    expect(list.map(form.toPeer)).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'file', data: 'AAAA', mediaType: 'image/png' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: { path: 'a.ts' } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'run', input: '{"x' },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c2', toolName: 'run', output: { type: 'text', value: 'late' } }],
      },
    ]);
  });

  it('keep what is left of a message whose parts were taken out', () => {
    const form = modelMessageForm();
    const source: Message = {
      role: 'assistant',
      content: 'I look.',
      reasoning_content: 'Hm.',
      tool_calls: [call('c1'), call('c2')],
    };
    const made = form.toPeer(source);
    const without = (...types: string[]): Message =>
      form.fromPeer({ ...made, content: partsOf(made).filter((part) => !types.includes(part.type)) });
    expect(without('reasoning')).toEqual({ role: 'assistant', content: 'I look.', tool_calls: source.tool_calls });
    expect(without('tool-call')).toEqual({ role: 'assistant', content: 'I look.', reasoning_content: 'Hm.' });
    expect(without('text', 'reasoning')).toEqual({ role: 'assistant', content: null, tool_calls: source.tool_calls });
    expect(without('text', 'tool-call')).toEqual({ role: 'assistant', content: '', reasoning_content: 'Hm.' });
    const oneCall = form.fromPeer({ ...made, content: partsOf(made).slice(0, -1) });
    expect(oneCall).toEqual({ ...source, tool_calls: [call('c1')] });
  });

  it('are made into ours where the peer wrote them', () => {
    const form = modelMessageForm();
    const written: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'Summary.' }] };
    expect(form.fromPeer(written)).toEqual({ role: 'assistant', content: 'Summary.' });
    expect(form.fromPeer(written)).toBe(form.fromPeer(written));
  });
});

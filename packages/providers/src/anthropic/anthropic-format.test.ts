import type { AssistantMessage, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../read-transcript.ts';
import { fromAnthropicMessages } from './from-anthropic.ts';
import { toAnthropicMessages } from './to-anthropic.ts';
import { image, loop } from './tool-loop.fixture.ts';

const wire = (messages: Messages): readonly unknown[] => toAnthropicMessages(messages).messages;
const strip = (messages: Messages): readonly object[] => messages.map(({ _context, ...fields }) => fields);

describe('an Anthropic conversation', () => {
  it('reads as chat messages: calls, one message a result, the rest behind them', () => {
    expect(strip(fromAnthropicMessages({ system: 'Be brief.', messages: loop }))).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Find it.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
        ],
      },
      {
        role: 'assistant',
        content: 'Looking.',
        reasoning_content: 'Look first.',
        tool_calls: [
          { id: 't1', type: 'function', function: { name: 'grep', arguments: '{"q":"x","limit":2}' } },
          { id: 't2', type: 'function', function: { name: 'read', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 't1', content: 'a:1' },
      {
        role: 'tool',
        tool_call_id: 't2',
        content: [
          { type: 'text', text: 'no' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
      { role: 'assistant', content: 'Done.' },
    ]);
  });

  it('goes back as it came, block for block', () => {
    const system = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }];
    const back = toAnthropicMessages(fromAnthropicMessages({ system, messages: loop }));
    expect(back).toEqual({ system, messages: loop });
    expect(back.messages[1]?.['content']).toEqual(loop[1]?.content);
  });

  it('keeps blocks that chat shape has no word for', () => {
    const searched = {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's',
          content: [{ type: 'web_search_result', encrypted_content: 'E' }],
        },
        { type: 'text', text: 'It ', citations: [{ cited_text: 'x' }] },
        { type: 'text', text: 'rains.' },
      ],
    };
    const [message] = fromAnthropicMessages({ messages: [searched] });
    expect(message?.content).toEqual([
      { type: 'text', text: 'It ' },
      { type: 'text', text: 'rains.' },
    ]);
    // Citations quote the text that they stand at, so an edited text has none; the search stays.
    const edited = {
      ...message!,
      content: [
        { type: 'text', text: 'It pours.' },
        { type: 'text', text: 'rains.' },
      ],
    };
    expect(wire([edited])).toEqual([
      {
        role: 'assistant',
        content: [...searched.content.slice(0, 2), { type: 'text', text: 'It pours.' }, searched.content[3]],
      },
    ]);
  });

  it('shows a message of opaque blocks alone, so that nobody takes it for an empty one', () => {
    const compaction = {
      role: 'assistant',
      content: [{ type: 'compaction', content: 'so far', encrypted_content: 'E' }],
    };
    const read = fromAnthropicMessages({ messages: [compaction] });
    expect(read[0]?.content).toEqual(compaction.content);
    expect(wire(read.map((message) => ({ ...message })))).toEqual([compaction]);
  });

  it('keeps documents and images by file or address', () => {
    const content = [
      { type: 'document', source: { type: 'file', file_id: 'f' }, title: 't' },
      { type: 'image', source: { type: 'file', file_id: 'f' } },
      { type: 'image', source: { type: 'url', url: 'https://a/b.png' } },
    ];
    const read = fromAnthropicMessages({ messages: [{ role: 'user', content }] });
    expect(read[0]?.content).toEqual([
      content[0],
      content[1],
      { type: 'image_url', image_url: { url: 'https://a/b.png' } },
    ]);
    expect(wire(read)).toEqual([{ role: 'user', content }]);
  });

  it.each([
    ['no object', ['x'], 'messages[0]'],
    ['an unknown role', [{ role: 'tool', content: '' }], 'messages[0].role'],
    ['no content', [{ role: 'user' }], 'messages[0].content'],
    ['a block without a type', [{ role: 'user', content: [{ text: 'x' }] }], 'messages[0].content[0]'],
  ])('is refused with %s', (_title, messages, path) => {
    expect(() => fromAnthropicMessages({ messages })).toThrow(expect.objectContaining({ path }));
  });

  it('is refused with a system prompt that is none', () => {
    expect(() => fromAnthropicMessages({ system: 5, messages: [] })).toThrow(
      expect.objectContaining({ path: 'system' }),
    );
  });

  it('warns of a number that could not be read exactly, and writes it as it stands', () => {
    const text = `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{"id":9223372036854775807}}]}]}`;
    const { messages, warnings, write } = readTranscript(text);
    expect(warnings).toHaveLength(1);
    expect(write(messages.map((message) => ({ ...message })))).toBe(text);
  });
});

describe('chat messages on their way to Anthropic', () => {
  const call = (id: string): NonNullable<AssistantMessage['tool_calls']>[number] => ({
    id,
    type: 'function',
    function: { name: 'f', arguments: '{}' },
  });
  const use = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} });
  const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: id });

  it('bring results and the user message behind them into one message, a summary into its own', () => {
    const messages: Messages = [
      { role: 'assistant', content: '', tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'a' },
      { role: 'tool', tool_call_id: 'b', content: 'b' },
      { role: 'user', content: 'next' },
    ];
    expect(wire(messages)).toEqual([
      { role: 'assistant', content: [use('a'), use('b')] },
      { role: 'user', content: [result('a'), result('b'), { type: 'text', text: 'next' }] },
    ]);
    const mark = { kind: 'summary', summary: { source: 'model', coveredCount: 1 } } as const;
    expect(wire(messages.with(3, { role: 'user', content: 'so far', _context: { mark } }))[2]).toEqual({
      role: 'user',
      content: 'so far',
    });
  });

  it('bring system messages at the start into "system", and later ones into a frame', () => {
    const messages: Messages = [
      { role: 'system', content: 'One.' },
      { role: 'system', content: [{ type: 'text', text: 'Two.' }] },
      { role: 'user', content: 'hi' },
      { role: 'system', content: 'It is Monday.' },
    ];
    expect(toAnthropicMessages(messages)).toEqual({
      system: 'One.\n\nTwo.',
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'user', content: '<system-note>\nIt is Monday.\n</system-note>' },
      ],
    });
  });

  it('turn pictures into blocks and leave out empty texts', () => {
    const content = [
      { type: 'text', text: '' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
      { type: 'image_url', image_url: { url: 'https://a/b.png', detail: 'low' } },
    ];
    expect(wire([{ role: 'user', content }])).toEqual([
      { role: 'user', content: [image, { type: 'image', source: { type: 'url', url: 'https://a/b.png' } }] },
    ]);
  });

  it('keep instructions inside the list where they stood there', () => {
    const listed = [
      { role: 'user', content: 'hi' },
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
    ];
    const read = fromAnthropicMessages({ messages: listed });
    expect(toAnthropicMessages(read)).toEqual({ messages: listed });
    expect(wire(read.with(1, { ...read[1]!, content: 'Be long.' }))[1]).toEqual({
      role: 'system',
      content: 'Be long.',
    });
  });
});

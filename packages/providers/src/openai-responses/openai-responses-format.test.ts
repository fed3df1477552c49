import type { Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../read-transcript.ts';
import { fromResponsesItems } from './from-responses.ts';
import { toResponsesItems } from './to-responses.ts';

const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] };
const said = (text: string, id = 'msg_1'): object => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const call = (id: string): object => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'f',
  arguments: '{}',
});
const result = (id: string): object => ({ type: 'function_call_output', call_id: id, output: `${id}!` });
const thought = (id: string): object => ({
  type: 'reasoning',
  id,
  summary: [{ type: 'summary_text', text: `${id}?` }],
  encrypted_content: 'E',
});
const compaction = { type: 'compaction', id: 'cmp', encrypted_content: 'C' };

const read = (...input: readonly object[]): Messages => fromResponsesItems({ input });
const back = (messages: Messages): readonly object[] => toResponsesItems(messages).input;
const strip = (messages: Messages): readonly object[] => messages.map(({ _context, ...fields }) => fields);
const toolCall = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });

describe('Responses items', () => {
  it('read as chat messages: what the model says and calls in a row is one', () => {
    const items = [
      user,
      thought('a'),
      said('Looking.'),
      call('c1'),
      call('c2'),
      result('c1'),
      result('c2'),
      said('Done.'),
    ];
    expect(strip(fromResponsesItems({ instructions: 'Be brief.', input: items }))).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      { role: 'assistant', content: 'Looking.', reasoning_content: 'a?', tool_calls: [toolCall('c1'), toolCall('c2')] },
      { role: 'tool', tool_call_id: 'c1', content: 'c1!' },
      { role: 'tool', tool_call_id: 'c2', content: 'c2!' },
      { role: 'assistant', content: 'Done.' },
    ]);
  });

  it('of a model that calls, thinks and calls again before any result are one message', () => {
    const items = [call('c1'), thought('a'), call('c2'), said('Wait.'), result('c1'), result('c2')];
    expect(strip(read(...items)).slice(0, 1)).toEqual([
      { role: 'assistant', content: 'Wait.', reasoning_content: 'a?', tool_calls: [toolCall('c1'), toolCall('c2')] },
    ]);
    expect(back(read(...items))).toEqual(items);
  });

  it('are two messages where the model says two things', () => {
    const items = [said('One.'), thought('a'), said('Two.', 'msg_2')];
    expect(strip(read(...items))).toEqual([
      { role: 'assistant', content: 'One.' },
      { role: 'assistant', content: 'Two.', reasoning_content: 'a?' },
    ]);
    expect(back(read(...items))).toEqual(items);
  });

  it('go back as they came, item for item, opaque ones and plain messages included', () => {
    const items = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
      compaction,
      { role: 'developer', content: 'Be brief.' },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'https://a/b.png', detail: 'low' },
          { type: 'input_file', file_id: 'f' },
        ],
      },
      thought('a'),
      { type: 'web_search_call', id: 'ws', status: 'completed' },
      said('Found.'),
      { type: 'custom_tool_call', id: 'ct', call_id: 'c3', name: 'patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: 'c3', output: [{ type: 'input_text', text: 'ok' }] },
      { type: 'brand_new' },
    ];
    const messages = fromResponsesItems({ instructions: 'x', input: items });
    expect(toResponsesItems(messages)).toEqual({ instructions: 'x', input: items });
    for (const [index, item] of back(messages).entries()) expect(item).toBe(items[index]);
    expect(messages[4]?.content).toEqual([
      { type: 'image_url', image_url: { url: 'https://a/b.png', detail: 'low' } },
      { type: 'input_file', file_id: 'f' },
    ]);
    expect(messages[5]).toMatchObject({
      tool_calls: [{ id: 'c3', function: { name: 'patch', arguments: '{"input":"*** Begin"}' } }],
    });
  });

  it.each([
    [
      'the assistant in front of it',
      [said('a'), compaction, user],
      [
        [0, 2],
        [2, 3],
      ],
    ],
    [
      'the message behind it, when its reasoning is in front',
      [said('a'), thought('r'), { type: 'web_search_call' }, said('b')],
      [
        [0, 1],
        [1, 4],
      ],
    ],
    [
      'the message behind it, when a user is in front',
      [user, compaction, said('a')],
      [
        [0, 1],
        [1, 3],
      ],
    ],
    ['the last message, when nothing is behind it', [user, compaction], [[0, 2]]],
    [
      'the result of its group, when it is a result itself',
      [call('a'), result('a'), { type: 'shell_call_output' }, user],
      [
        [0, 1],
        [1, 3],
        [3, 4],
      ],
    ],
  ])('that are opaque ride with %s', (_title, items, ranges) => {
    const parts = read(...items).map(({ _context }) => _context?.wire?.parts);
    expect(parts).toEqual(ranges.map(([start, end]) => items.slice(start, end)));
  });

  it('that are all opaque stay in front of whatever is written', () => {
    const text = JSON.stringify({ input: [compaction] });
    const { messages, write } = readTranscript(text);
    expect(messages).toEqual([]);
    expect(write([])).toBe(text);
    expect(JSON.parse(write([{ role: 'user', content: 'hi' }])).input).toEqual([compaction, user]);
  });

  it.each([
    ['no object', ['x'], 'input[0]', 'a string'],
    ['an unknown role', [{ role: 'tool', content: '' }], 'input[0].role', '"tool"'],
    ['neither type nor role', [{ content: '' }], 'input[0].role', 'missing'],
    ['a type that is no text', [{ type: 5 }], 'input[0].type', 'a number'],
    ['no content', [{ role: 'user' }], 'input[0].content', 'missing'],
    [
      'a part without a type',
      [user, { role: 'user', content: [{ text: 'x' }] }],
      'input[1].content[0]',
      'an object with the key "text"',
    ],
  ])('are refused with %s', (_title, input, path, found) => {
    expect(() => fromResponsesItems({ input })).toThrow(expect.objectContaining({ path, found }));
  });
});

describe('an edited message of Responses items', () => {
  const edit = (message: Message | undefined, fields: object): Message => Object.assign({}, message, fields);

  it('is sent without what the server gave the old item', () => {
    const [question, answer] = read(user, said('Done.'));
    expect(back([edit(question, { content: 'new' }), edit(answer, { content: 'Did.' })])).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'new' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Did.' }] },
    ]);
  });

  it('keeps the parts that still say what it says, and a text stays a text', () => {
    const file = { type: 'input_file', file_id: 'f' };
    const [typed, plain] = read(
      { role: 'user', content: [file, { type: 'input_text', text: 'a' }] },
      { role: 'user', content: 'a' },
    );
    const content = [file, { type: 'text', text: 'b' }, { type: 'image_url', image_url: { url: 'u' } }];
    expect(back([edit(typed, { content }), edit(plain, { content: 'b' })])).toEqual([
      { role: 'user', content: [file, { type: 'input_text', text: 'b' }, { type: 'input_image', image_url: 'u' }] },
      { role: 'user', content: 'b' },
    ]);
  });

  it('takes a cleared result and a renamed call', () => {
    const [caller, answer] = read(call('a'), { ...result('a'), id: 'fco', status: 'completed' });
    const renamed = edit(caller, { tool_calls: [toolCall('a_2')] });
    expect(back([renamed, edit(answer, { tool_call_id: 'a_2', content: 'cleared' })])).toEqual([
      { type: 'function_call', call_id: 'a_2', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a_2', output: 'cleared' },
    ]);
  });

  it('keeps the form of a free-form tool, for a result that was put in as well', () => {
    const [caller] = read({ type: 'custom_tool_call', id: 'ct', call_id: 'a', name: 'patch', input: 'long' });
    const shorter = { id: 'a', type: 'function', function: { name: 'patch', arguments: '{"input":"short"}' } };
    const cut = edit(caller, { tool_calls: [shorter] });
    expect(back([cut, { role: 'tool', tool_call_id: 'a', content: 'no result' }])).toEqual([
      { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: 'short' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'no result' },
    ]);
  });

  it('does not take the form of a call of another tool', () => {
    const [caller] = read({ type: 'custom_tool_call', id: 'ct', call_id: 'a', name: 'patch', input: 'x' });
    expect(back([edit(caller, { tool_calls: [toolCall('b')] })])).toEqual([
      { type: 'function_call', call_id: 'b', name: 'f', arguments: '{}' },
    ]);
  });

  it('keeps its opaque items in place', () => {
    const [answer] = read(said('Done.'), compaction);
    expect(back([edit(answer, { content: 'Did.' })])[1]).toBe(compaction);
  });
});

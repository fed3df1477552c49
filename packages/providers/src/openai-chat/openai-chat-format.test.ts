import { ContextHostError, type Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../read-transcript.ts';
import { fromOpenAiChat, toOpenAiChat } from './openai-chat-format.ts';

const called = (name: string, args: unknown): object => ({
  id: 'a',
  type: 'function',
  function: { name, arguments: args },
});

function problemOf(elements: readonly unknown[]): ContextHostError {
  try {
    fromOpenAiChat(elements);
  } catch (error) {
    if (ContextHostError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('an OpenAI chat message', () => {
  it('that is in shape is the same object, unknown fields and odd parts included', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'input_audio', input_audio: {} },
        ],
        name: 'ann',
      },
      { role: 'assistant', content: null, tool_calls: [called('f', '{"broken":')], reasoning: 'x', timestamp: 1 },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'ok' }], name: 'f' },
    ];
    const read = fromOpenAiChat(messages);
    for (const [index, message] of read.entries()) expect(message).toBe(messages[index]);
    expect(toOpenAiChat(read)).toEqual(messages);
  });

  it('of a developer becomes a system message and goes back as it came', () => {
    const messages = [{ role: 'developer', content: 'Be brief.' }];
    const read = fromOpenAiChat(messages);
    expect(read[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
    expect(toOpenAiChat(read)).toEqual(messages);
    expect(toOpenAiChat(read.map((message) => ({ ...message, content: 'Be long.' })))).toEqual([
      { role: 'developer', content: 'Be long.' },
    ]);
  });

  it('may leave out its content when it is calls alone', () => {
    expect(fromOpenAiChat([{ role: 'assistant', tool_calls: [called('f', '{}')] }])[0]?.content).toBeNull();
  });

  it('loses fields that are null where chat shape wants them absent', () => {
    const dumped = {
      role: 'assistant',
      content: 'hi',
      name: null,
      tool_calls: null,
      function_call: null,
      refusal: null,
    };
    expect(fromOpenAiChat([dumped])).toEqual([{ role: 'assistant', content: 'hi', refusal: null }]);
  });

  it.each([
    [
      'content that is an object',
      { role: 'tool', tool_call_id: 'a', content: { ok: true } },
      { content: '{"ok":true}' },
    ],
    ['content that is a number', { role: 'user', content: 5 }, { content: '5' }],
    ['a result without content', { role: 'tool', tool_call_id: 'a' }, { content: '' }],
    ['a result without an id', { role: 'tool', content: 'x' }, { tool_call_id: '' }],
    ['a result with a number for an id', { role: 'tool', content: 'x', tool_call_id: 7 }, { tool_call_id: '7' }],
    ['a bare string among parts', { role: 'user', content: ['a'] }, { content: [{ type: 'text', text: 'a' }] }],
    [
      'arguments as an object',
      { role: 'assistant', tool_calls: [called('f', { a: 1 })] },
      { tool_calls: [called('f', '{"a":1}')] },
    ],
    [
      'a call without arguments',
      { role: 'assistant', tool_calls: [called('f', null)] },
      { tool_calls: [called('f', '{}')] },
    ],
    [
      'a call without a type',
      { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '' } }] },
      { tool_calls: [called('f', '')] },
    ],
    [
      'a call of a custom tool',
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'f', input: 'ls' } }] },
      { tool_calls: [called('f', '{"input":"ls"}')] },
    ],
    [
      'reasoning that is no text',
      { role: 'assistant', content: '', reasoning_content: ['a'] },
      { reasoning_content: '["a"]' },
    ],
  ])('is accepted with %s, and written back as it stood', (_title, element, expected) => {
    const text = JSON.stringify([element]);
    const { messages, write } = readTranscript(text);
    expect(messages).toMatchObject([expected]);
    expect(write(messages)).toBe(text);
  });

  it('tells of what was bent, once a kind', () => {
    const { warnings } = readTranscript('[{"role":"user","content":5},{"role":"user","content":6}]');
    expect(warnings).toEqual(['2 × content that is neither text nor a list, read as JSON text.']);
  });

  it('cannot bring side data along: a file must not say what is a summary', () => {
    const { messages, warnings, write } = readTranscript('[{"role":"user","content":"a","_context":{"pruned":true}}]');
    expect(messages).toEqual([{ role: 'user', content: 'a' }]);
    expect(warnings).toHaveLength(1);
    expect(write(messages.map((message) => ({ ...message, content: 'b' })))).toBe('[{"role":"user","content":"b"}]');
  });

  it('is never written with side data', () => {
    const mark = { kind: 'summary', summary: { source: 'model', coveredCount: 2 } } as const;
    const summary: Messages = [{ role: 'user', content: 'so far', _context: { mark, id: 'm1' } }];
    expect(readTranscript('[]').write(summary)).toBe('[{"role":"user","content":"so far"}]');
    expect(toOpenAiChat(summary)).toEqual([{ role: 'user', content: 'so far' }]);
  });

  it.each([
    ['no object', ['hi'], 'messages[0]', 'a string'],
    ['no role', [{ content: 'hi' }], 'messages[0]', 'an object with the key "content"'],
    [
      'an unknown role',
      [
        { role: 'user', content: '' },
        { role: 'ai', content: '' },
      ],
      'messages[1].role',
      '"ai"',
    ],
    ['no content', [{ role: 'user', text: 'hi' }], 'messages[0].content', 'missing'],
    [
      'a part that is none',
      [{ role: 'user', content: [{ type: 'text', text: '' }, null] }],
      'messages[0].content[1]',
      'null',
    ],
    [
      'calls that are no list',
      [{ role: 'assistant', tool_calls: {} }],
      'messages[0].tool_calls',
      'an object without keys',
    ],
    ['a call that is no object', [{ role: 'assistant', tool_calls: ['f'] }], 'messages[0].tool_calls[0]', 'a string'],
    [
      'a call of another type',
      [{ role: 'assistant', tool_calls: [{ type: 'web' }] }],
      'messages[0].tool_calls[0].type',
      '"web"',
    ],
    [
      'a call without a function',
      [{ role: 'assistant', tool_calls: [{ id: 'a' }] }],
      'messages[0].tool_calls[0].function',
      'missing',
    ],
    [
      'a call without a name',
      [{ role: 'assistant', tool_calls: [called('', '')].map(() => ({ function: {} })) }],
      'messages[0].tool_calls[0].function.name',
      'missing',
    ],
    [
      'arguments of another type',
      [{ role: 'assistant', tool_calls: [called('f', 5)] }],
      'messages[0].tool_calls[0].function.arguments',
      'a number',
    ],
    [
      'a legacy call without a name',
      [{ role: 'assistant', function_call: {} }],
      'messages[0].function_call.name',
      'missing',
    ],
  ])('is refused with %s, and the path is named', (_title, elements, path, found) => {
    expect(problemOf(elements)).toMatchObject({ code: 'CTX_TRANSCRIPT_SHAPE', path, found });
  });

  it('is refused with its line in JSON Lines', () => {
    const lines = '{"role":"user","content":"a"}\n\n{"role":"tool","content":[1]}';
    expect(() => readTranscript(lines)).toThrow(/^line 3: content\[0\] is a number/);
  });
});

describe('the old form of calls', () => {
  const old = [
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
    { role: 'function', name: 'f', content: 'one' },
    { role: 'assistant', content: 'And', function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: 'two' },
    { role: 'function', name: 'f', content: 'three' },
  ];

  it('gets ids that pair each result with the call in front of it', () => {
    const call = (id: string, args: string): object => ({
      id,
      type: 'function',
      function: { name: 'f', arguments: args },
    });
    expect(fromOpenAiChat(old)).toEqual([
      { role: 'assistant', content: null, tool_calls: [call('function_call_1', '{"a":1}')] },
      { role: 'tool', name: 'f', content: 'one', tool_call_id: 'function_call_1' },
      { role: 'assistant', content: 'And', tool_calls: [call('function_call_2', '{}')] },
      { role: 'tool', name: 'f', content: 'two', tool_call_id: 'function_call_2' },
      { role: 'tool', name: 'f', content: 'three', tool_call_id: '' },
    ]);
  });

  it('is written back as it stands, and in the new form with its partner once one of them is edited', () => {
    const text = JSON.stringify(old);
    const { messages, write, warnings } = readTranscript(text);
    expect(write(messages)).toBe(text);
    expect(warnings).toHaveLength(2);

    const written: readonly object[] = JSON.parse(write(messages.with(1, { ...messages[1]!, content: 'cleared' })));
    expect(written.slice(0, 2)).toEqual([messages[0], { ...messages[1], content: 'cleared' }]);
    expect(written.slice(2)).toEqual(old.slice(2));
  });

  it('passes over ids that a file in part of the new form has already', () => {
    const mixed = [
      { role: 'assistant', tool_calls: [{ ...called('f', '{}'), id: 'function_call_1' }] },
      ...old.slice(0, 2),
    ];
    expect(fromOpenAiChat(mixed)[1]).toMatchObject({ tool_calls: [{ id: 'function_call_2' }] });
  });
});

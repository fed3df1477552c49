import type { Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../read-transcript.ts';
import { toResponsesItems } from './to-responses.ts';

describe('new messages among Responses items', () => {
  const messages: Messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: 'ok',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'x' }] },
    { role: 'system', content: 'It is Monday.' },
  ];

  it('are written as typed items', () => {
    expect(toResponsesItems(messages)).toEqual({
      instructions: 'Be brief.',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'x' }] },
        { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'It is Monday.' }] },
      ],
    });
  });

  it('are written plain in a file of plain messages', () => {
    const { messages: old, write } = readTranscript(
      '{"instructions": "Be long.", "input": [{"role": "user", "content": "hi"}]}',
    );
    expect(write([messages[0]!, old[1]!, { role: 'assistant', content: 'ok' }])).toBe(
      '{"instructions": "Be brief.", "input": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ok"}]}',
    );
    expect(write(old.slice(1))).toBe('{"input": [{"role": "user", "content": "hi"}]}');
  });

  it('turn an input that was a text into a list', () => {
    const { messages: old, write } = readTranscript('{"model":"m","input":"hi"}');
    expect(write([...old, { role: 'assistant', content: 'ok' }])).toBe(
      '{"model":"m","input":[{"role":"user","content":"hi"},{"role":"assistant","content":"ok"}]}',
    );
  });

  it('leave instructions alone that are a list', () => {
    const text = '{"instructions":[{"role":"developer","content":"x"}],"input":[]}';
    const { messages: old, write, warnings } = readTranscript(text);
    expect(old).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(write([{ role: 'system', content: 'y' }])).toBe(
      text.replace('[]', '[{"type":"message","role":"system","content":[{"type":"input_text","text":"y"}]}]'),
    );
  });
});

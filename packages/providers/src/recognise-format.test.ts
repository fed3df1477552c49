import { describe, expect, it } from 'vitest';
import { readTranscript } from './read-transcript.ts';

const plain = { role: 'user', content: 'hi' };
const toolUse = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] };
const calls = {
  role: 'assistant',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
const typed = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] };

describe('a format is recognised by what the messages hold', () => {
  it.each([
    ['plain messages, which could be anybody’s', [plain], 'openai-chat'],
    ['calls beside the content', [plain, calls], 'openai-chat'],
    ['a result of its own role', [plain, { role: 'tool', tool_call_id: 'a', content: '' }], 'openai-chat'],
    ['an image by URL', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }], 'openai-chat'],
    [
      'calls that outweigh blocks of another dialect',
      [{ role: 'user', content: [{ type: 'document' }] }, calls],
      'openai-chat',
    ],
    ['blocks with a call', [plain, toolUse], 'anthropic'],
    ['thinking', [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 's' }] }], 'anthropic'],
    ['items without a role', [plain, call], 'openai-responses'],
    ['parts that say which way they go', [typed], 'openai-responses'],
    ['an empty list', [], 'openai-chat'],
  ])('%s', (_title, elements, format) => {
    expect(readTranscript(JSON.stringify(elements)).format).toBe(format);
    expect(readTranscript(JSON.stringify({ messages: elements })).format).toBe(format);
    if (elements.length > 0) {
      expect(readTranscript(elements.map((element) => JSON.stringify(element)).join('\n')).format).toBe(format);
    }
  });

  it.each([
    ['a system prompt beside the messages', { system: 'Be brief.', messages: [plain] }, 'anthropic'],
    ['a declared format', { format: 'anthropic-messages', messages: [plain] }, 'anthropic'],
    ['a declared format of items', { format: 'openai-responses-items', messages: [plain] }, 'openai-responses'],
    ['an input', { input: [plain] }, 'openai-responses'],
    ['an input that is a text', { input: 'hi' }, 'openai-responses'],
  ])('%s', (_title, root, format) => {
    expect(readTranscript(JSON.stringify(root)).format).toBe(format);
  });

  it('names the line of a log entry that is no message', () => {
    const log = [plain, { type: 'progress', step: 1 }, call].map((line) => JSON.stringify(line)).join('\n');
    expect(() => readTranscript(log)).toThrow(/^line 2 is an entry of type "progress"/);
    const lines = [{ type: 'user', message: plain }, { type: 'summary' }].map((line) => JSON.stringify(line));
    expect(() => readTranscript(lines.join('\n'))).toThrow(/^line 1 is an object with the keys "type", "message"/);
  });

  it('keeps items of any type where "input" says what they are', () => {
    const text = JSON.stringify({ input: [plain, { type: 'brand_new_thing', x: 1 }] });
    const { messages, write } = readTranscript(text);
    expect(write([{ role: 'system', content: 'Be brief.' }, ...messages])).toBe(
      `{"instructions":"Be brief.",${text.slice(1)}`,
    );
  });
});

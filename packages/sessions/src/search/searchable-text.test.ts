import type { Message } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchableText, toolNamesOf } from './searchable-text.ts';

function call(name: string, args: string): Message {
  return deepFreeze({
    role: 'assistant',
    content: 'Looking.',
    reasoning_content: 'The port is in the config.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: args } }],
  }) satisfies Message;
}

describe('what a search looks through', () => {
  it('is text, reasoning, the names of calls, and what the arguments say', () => {
    expect(
      searchableText(call('read_file', '{"path":"src\\\\a.ts","lines":[1,{"to":null,"x":true}],"q":"one\\ntwo"}')),
    ).toBe('Looking.\nThe port is in the config.\nread_file\npath\nsrc\\a.ts\nlines\n1\nto\nx\ntrue\nq\none\ntwo');
  });

  it('takes arguments that are no JSON as they are', () => {
    expect(searchableText(call('sh', '{"cmd": "ls'))).toMatch(/\{"cmd": "ls$/);
    expect(searchableText(call('sh', '['.repeat(50_000)))).toContain('[[[');
  });

  it('is the text of all text parts, without the bytes of pictures', () => {
    const bytes = 'iVBORw0KGgo'.repeat(40);
    const message: Message = {
      role: 'user',
      content: [
        { type: 'text', text: `see data:image/png;base64,${bytes} here` },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } },
        { type: 'text', text: 'and there' },
      ],
    };
    expect(searchableText(message)).toBe('see data:image/png;base64,… here\nand there');
  });

  it('is empty for a message that says nothing', () => {
    expect(searchableText({ role: 'user', content: null })).toBe('');
  });

  it('is what can be read of a message that is none', () => {
    const calls = [null, {}, { id: 'c', function: null }, { id: 'c', function: { name: 'ls', arguments: '"x"' } }];
    const bent = { role: 'assistant', content: [null, 'a', { type: 'text', text: 'b' }], tool_calls: calls };
    expect(searchableText(bent as unknown as Message)).toBe('b\nls\nx');
    expect(toolNamesOf({ role: 'tool', name: 7 } as unknown as Message)).toEqual([]);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('content', 'tool_calls', 'name'), fc.jsonValue()), (fields) => {
        for (const role of ['assistant', 'tool']) {
          const message = { ...fields, role } as unknown as Message;
          expect(typeof searchableText(message)).toBe('string');
          expect(Array.isArray(toolNamesOf(message))).toBe(true);
        }
      }),
    );
  });
});

describe('the tools of a message', () => {
  it('are those that it calls, or the one that it names itself', () => {
    expect(toolNamesOf(call('sh', '{}'))).toEqual(['sh']);
    expect(toolNamesOf({ role: 'tool', tool_call_id: 'c1', name: 'sh', content: '' })).toEqual(['sh']);
    expect(toolNamesOf({ role: 'tool', tool_call_id: 'c1', content: '' })).toEqual([]);
    expect(toolNamesOf({ role: 'user', name: 'ann', content: '' })).toEqual([]);
  });
});

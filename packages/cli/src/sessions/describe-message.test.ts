import type { Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstLine, toolsOf } from './describe-message.ts';

// Not 'binary': that maps all of Unicode when it is made, which takes seconds.
const codePoint = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

describe('the first line of a message', () => {
  it('is the first that says something, without anything that steers a terminal', () => {
    expect(firstLine({ role: 'user', content: '\n \u001b[2J\n\u001b[31mred\u001b[0m and\tblue\nmore' })).toBe(
      'red and blue',
    );
    expect(firstLine({ role: 'assistant', content: null })).toBe('');
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 80 }), (content) => {
        expect(firstLine({ role: 'user', content })).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
      }),
    );
  });

  it('names what there is where there is no text', () => {
    const picture: Message = { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] };
    expect(firstLine(picture)).toBe('(image_url)');
    expect(firstLine({ role: 'user', content: 'x'.repeat(1_000_000) })).toHaveLength(400);
  });
});

describe('the tools of messages', () => {
  it('are those that are called, each once, and of a result the one that it answers', () => {
    const call = (id: string, name: string) => ({ id, type: 'function' as const, function: { name, arguments: '{}' } });
    const messages: readonly Message[] = [
      { role: 'assistant', content: null, tool_calls: [call('a', 'ls'), call('b', 'grep'), call('c', 'ls')] },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'tool', tool_call_id: 'gone', content: '' },
      { role: 'user', content: 'ls' },
    ];
    expect(toolsOf(messages)).toEqual([['ls', 'grep'], ['grep'], [], []]);
  });
});

import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAnthropicMessages } from './anthropic/to-anthropic.ts';
import { toOpenAiChat } from './openai-chat/openai-chat-format.ts';
import { WireMemo } from './wire-memo.ts';

const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } }) as const;
const LOOP: Messages = deepFreeze([
  { role: 'user', content: 'Read both.' },
  { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
  { role: 'tool', tool_call_id: 'a', content: 'A' },
  { role: 'tool', tool_call_id: 'b', content: 'B' },
]);

describe('a memo of what messages became', () => {
  it('makes a merged message anew when any of its parts changed, grew or left, and leaves the others', () => {
    const memo = new WireMemo();
    const first = toAnthropicMessages(LOOP, memo).messages;
    const variants: readonly Messages[] = [
      LOOP.with(3, { role: 'tool', tool_call_id: 'b', content: 'cleared' }),
      [...LOOP, { role: 'user', content: 'And?' }],
      LOOP.slice(0, 3),
    ];
    for (const changed of variants) {
      const { messages } = toAnthropicMessages(changed, memo);
      expect(messages).toEqual(toAnthropicMessages(changed).messages);
      expect(messages.slice(0, 2).map((message, index) => message === first[index])).toEqual([true, true]);
      expect(messages[2]).not.toEqual(first[2]);
    }
  });

  it('says what would be said without it, and says the common start of two lists with the same objects', () => {
    const lists = fc.tuple(transcript(), fc.nat({ max: 20 }), fc.nat({ max: 20 }));
    fc.assert(
      fc.property(lists, ([messages, edit, end]) => {
        const [chat, anthropic] = [new WireMemo(), new WireMemo()];
        const at = Math.min(edit, messages.length - 1);
        const edited = messages.flatMap((message, index): Messages => (index === at ? cleared(message) : [message]));
        for (const list of [messages, edited, messages.slice(0, end), messages]) {
          expect(toOpenAiChat(list, chat)).toEqual(toOpenAiChat(list));
          expect(toAnthropicMessages(list, anthropic)).toEqual(toAnthropicMessages(list));
        }
        const [before, after] = [toOpenAiChat(messages, chat), toOpenAiChat(messages.slice(0, at), chat)];
        expect(after.every((message, index) => message === before[index])).toBe(true);
      }),
    );
  });
});

/** The same message with other words; none in the place of a call, whose results would be left over. */
function cleared(message: Message): Messages {
  return [{ ...message, content: 'cleared' }];
}

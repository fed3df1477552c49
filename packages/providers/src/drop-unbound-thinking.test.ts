import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze, startFakeAnthropic, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAnthropicMessages } from './anthropic/from-anthropic.ts';
import { toAnthropicMessages } from './anthropic/to-anthropic.ts';
import { loop } from './anthropic/tool-loop.fixture.ts';
import { claudeAt } from './chat/anthropic-server.fixture.ts';
import { ask } from './chat/chat-server.fixture.ts';
import { dropUnboundThinking } from './drop-unbound-thinking.ts';

const CONVERSATION: Messages = deepFreeze([
  ...fromAnthropicMessages({ messages: loop }),
  ...fromAnthropicMessages({ messages: loop }),
]);

const thinkingIn = (message: Message | undefined): number =>
  JSON.stringify(toAnthropicMessages(message === undefined ? [] : [message])).split('thinking"').length - 1;

describe('dropUnboundThinking', () => {
  it('takes all thinking of a message at or behind the edit, and nothing else', () => {
    const at = CONVERSATION.length / 2 + 1;
    const { messages, droppedCount } = dropUnboundThinking(CONVERSATION, at);
    expect(droppedCount).toBe(1);
    expect(messages.map((message, index) => message === CONVERSATION[index])).toEqual(
      CONVERSATION.map((_message, index) => index !== at),
    );
    expect(thinkingIn(CONVERSATION[at])).toBe(2 + 1); // two types, and the field of one
    expect(toAnthropicMessages([CONVERSATION[at]!]).messages[0]).toEqual(loop[1]);
    expect(toAnthropicMessages([messages[at]!]).messages[0]).toEqual({
      role: 'assistant',
      content: loop[1]?.content.slice(2),
    });
    expect(messages[at]).not.toHaveProperty('reasoning_content');
  });

  it('returns the same list where no thinking is behind the edit', () => {
    expect(dropUnboundThinking(CONVERSATION, CONVERSATION.length)).toEqual({ messages: CONVERSATION, droppedCount: 0 });
    expect(dropUnboundThinking(CONVERSATION, CONVERSATION.length).messages).toBe(CONVERSATION);
  });

  it('leaves the reasoning of other providers alone', () => {
    const messages: Messages = [{ role: 'assistant', content: 'Hi.', reasoning_content: 'Hm.' }];
    expect(dropUnboundThinking(messages, 0).messages).toBe(messages);
  });

  it('changes nothing in front of the edit and nothing without thinking, whatever the conversation', () => {
    const edited = fc.tuple(transcript(), fc.nat({ max: 12 }), fc.array(fc.boolean(), { minLength: 12 }));
    fc.assert(
      fc.property(edited, ([plain, at, thinks]) => {
        const parts = [{ type: 'thinking', thinking: 'Hm.', signature: 'S' }];
        const messages = plain.map((message, index): Message => {
          if (message.role !== 'assistant' || thinks[index] !== true) return message;
          return { ...message, _context: { ...message._context, wire: { format: 'anthropic', parts } } };
        });
        const after = dropUnboundThinking(messages, at);
        const changed = messages.flatMap((message, index) => (message === after.messages[index] ? [] : [index]));
        const expected = messages.flatMap((message, index) => {
          return index >= at && message._context?.wire?.parts === parts ? [index] : [];
        });
        expect(changed).toEqual(expected);
        expect(after.droppedCount).toBe(expected.length);
      }),
    );
  });

  it('makes a pruned conversation one that a server takes which checks what thinking is bound to', async () => {
    const call = { kind: 'reply', reasoning: 'Hm.', toolCalls: [{ name: 'read', arguments: '{}' }] } as const;
    await using server = await startFakeAnthropic({ script: call });
    const model = claudeAt(server.url);
    let messages: Messages = [{ role: 'user', content: 'Go.' }];
    for (let round = 0; round < 3; round += 1) {
      const { reply } = await ask(model, { messages });
      const [made] = reply?.message.tool_calls ?? [];
      const result: Message = { role: 'tool', tool_call_id: made?.id ?? '', content: `Result ${round}` };
      messages = [...messages, ...(reply === undefined ? [] : [reply.message]), result];
    }
    const pruned = messages.with(4, { ...messages[4]!, content: 'cleared' });
    expect((await ask(model, { messages: pruned })).error?.facts.detail).toMatch(/Invalid `signature` in `thinking`/);
    const { messages: sound, droppedCount } = dropUnboundThinking(pruned, 4);
    expect(droppedCount).toBe(1);
    expect((await ask(model, { messages: sound })).error).toBeUndefined();
  });
});

import type { Messages } from '@hermes-context/contract';
import { validateOpenAiChat } from '@hermes-context/messages';
import { ChatModelError } from '@hermes-context/providers';
import { describe, expect, it } from 'vitest';
import { demoModel } from './demo-model.ts';

const { signal } = new AbortController();

function asked(content: string): Messages {
  return [{ role: 'user', content }];
}

describe('demoModel', () => {
  it('says what it is, streams all of its answer, and reports what was used', async () => {
    let streamed = '';
    const reply = await demoModel().complete({
      messages: asked('Who are you?'),
      tools: [],
      signal,
      onDelta: ({ text }) => {
        streamed += text;
      },
    });
    expect(reply.message.content).toContain('I am no language model');
    expect(streamed).toBe(reply.message.content);
    expect(reply.usage?.promptTokens).toBeGreaterThan(0);
    expect(validateOpenAiChat([...asked('Who are you?'), reply.message])).toEqual([]);
  });

  it('answers the same to the same conversation, and otherwise at another turn', async () => {
    const answer = async (messages: Messages) =>
      (await demoModel().complete({ messages, tools: [], signal })).message.content;
    expect(await answer(asked('Go on.'))).toBe(await answer(asked('Go on.')));
    expect(await answer([...asked('Go on.'), ...asked('Go on.')])).not.toBe(await answer(asked('Go on.')));
  });

  it('tells how a message is built, and explains the commands that it asks about', async () => {
    const messages = asked('How do I undo it?\n- one\n- two 2');
    const { message } = await demoModel().complete({ messages, tools: [], signal });
    expect(message.content).toContain('lines: 3; questions: 1; numbers: 1');
    expect(message.content).toContain('items of a list: 2');
    expect(message.content).toContain('**Nothing is lost.**');
  });

  it('refuses what is larger than its window, as a provider does', async () => {
    const model = demoModel({ contextTokens: 100 });
    const error: unknown = await model
      .complete({ messages: asked('word '.repeat(400)), tools: [], signal })
      .catch((cause) => cause);
    expect(error).toBeInstanceOf(ChatModelError);
    expect(error).toMatchObject({ facts: { failure: 'context-length', statedContextTokens: 100 } });
  });

  it.each([0, 1])(
    'stops in the middle of an answer with the reason of the signal, at a delay of %d ms',
    async (pieceDelayMs) => {
      const stop = new AbortController();
      const reason = new Error('enough');
      const answering = demoModel({ pieceDelayMs }).complete({
        messages: asked('Hello'),
        tools: [],
        signal: stop.signal,
        onDelta: () => stop.abort(reason),
      });
      await expect(answering).rejects.toBe(reason);
    },
  );
});

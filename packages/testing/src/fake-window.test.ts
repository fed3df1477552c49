import { describe, expect, it } from 'vitest';
import { ask, QUESTION, wholeAnswer, withProvider } from './fake-provider.fixture.ts';

const perCharacter = (text: string) => text.length;
/** Three for the opening, four for the message, `user` and `Hello`. */
const QUESTION_TOKENS = 3 + 4 + 4 + 5;

describe('a fake provider with a window', () => {
  it('answers a request that just fits, and refuses one token more in the words of OpenAI', async () => {
    const window = { tokens: QUESTION_TOKENS, count: perCharacter };
    await withProvider({ window, script: { kind: 'reply', text: 'In.' } }, async (provider) => {
      expect((await ask(provider)).status).toBe(200);
      const response = await ask(provider, { messages: [{ role: 'user', content: 'Hello!' }] });
      expect(response.status).toBe(400);
      expect((await wholeAnswer(response)).error).toMatchObject({
        code: 'context_length_exceeded',
        message:
          "This model's maximum context length is 16 tokens. However, your messages resulted in 17 tokens. Please reduce the length of the messages.",
      });
      expect(provider.requests.map(({ promptTokens }) => promptTokens)).toEqual([16, 17]);
    });
  });

  it('keeps room for the answer: as much as the request names, else its reserve', async () => {
    const window = { tokens: QUESTION_TOKENS + 10, count: perCharacter, outputReserve: 11 };
    await withProvider({ window }, async (provider) => {
      const { error } = await wholeAnswer(await ask(provider));
      expect(error?.message).toBe(
        "This model's maximum context length is 26 tokens. However, you requested 27 tokens (16 in the messages, 11 in the completion). Please reduce the length of the messages or completion.",
      );
      expect((await ask(provider, { max_tokens: 10 })).status).toBe(200);
      expect((await ask(provider, { max_completion_tokens: 12, max_tokens: 1 })).status).toBe(400);
    });
  });

  it('may shrink while it runs, and keeps the script for the requests that fit', async () => {
    let tokens = 5;
    const script = [{ kind: 'reply', text: 'First.' }] as const;
    await withProvider(
      { window: { tokens: () => tokens }, script: [...script, { kind: 'hang' }] },
      async (provider) => {
        expect((await ask(provider)).status).toBe(400);
        tokens = 500;
        expect((await wholeAnswer(await ask(provider))).choices[0]?.message.content).toBe('First.');
      },
    );
  });

  it('counts the tools, whether it streams or not', async () => {
    await withProvider({ window: { tokens: QUESTION_TOKENS, count: perCharacter } }, async (provider) => {
      expect((await ask(provider, { tools: [], stream: true })).status).toBe(400);
    });
  });

  it('reports what it counted as usage, with or without a window', async () => {
    await withProvider({ script: { kind: 'reply', text: 'Two words', reasoning: 'hm' } }, async (provider) => {
      const { usage } = await wholeAnswer(await ask(provider));
      expect(usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 });
      expect(provider.requests[0]?.promptTokens).toBe(9);
    });
    const window = { tokens: 1_000, count: perCharacter };
    await withProvider({ window, script: { kind: 'tool-call', name: 'ls', arguments: '{}' } }, async (provider) => {
      const { usage } = await wholeAnswer(await ask(provider));
      expect(usage).toMatchObject({ prompt_tokens: QUESTION_TOKENS, completion_tokens: 4 });
    });
  });

  it('knows no size of a request that asks for no completion', async () => {
    await withProvider({}, async (provider) => {
      await fetch(`${provider.url}/models`);
      await ask(provider, {}, { body: '{ broken' });
      await fetch(`${provider.url}/embeddings`, { method: 'POST', body: JSON.stringify(QUESTION) });
      expect(provider.requests.map(({ promptTokens }) => promptTokens)).toEqual([undefined, undefined, undefined]);
    });
  });
});

describe('a fake provider that validates', () => {
  const validate = (messages: readonly unknown[], tools: readonly unknown[]) => [
    ...(messages.length === 1 ? [] : [`There are ${messages.length} messages.`]),
    ...(tools.length === 0 ? [] : ['Tools are not for this test.']),
  ];

  it('refuses what the validator finds, remembers it, and keeps the script for what is well-formed', async () => {
    const script = [{ kind: 'reply', text: 'Fine.' }, { kind: 'hang' }] as const;
    await withProvider({ validate, script }, async (provider) => {
      await fetch(`${provider.url}/models`);
      const response = await ask(provider, { messages: [], tools: [{}] });
      expect(response.status).toBe(400);
      const reasons = ['There are 0 messages.', 'Tools are not for this test.'];
      expect((await wholeAnswer(response)).error).toMatchObject({
        code: 'invalid_request_error',
        message: reasons.join(' '),
      });
      expect(provider.violations).toEqual([{ requestIndex: 1, reasons }]);
      expect((await ask(provider)).status).toBe(200);
      expect(provider.violations).toHaveLength(1);
    });
  });

  it('looks at a request before it is measured', async () => {
    await withProvider({ validate, window: { tokens: 1 } }, async (provider) => {
      const { error } = await wholeAnswer(await ask(provider, { messages: 'broken' }));
      expect(error?.code).toBe('invalid_request_error');
      expect(provider.violations).toHaveLength(1);
    });
  });

  it('takes what a validator throws for a reason', async () => {
    const failing = () => {
      throw new Error('expected 2 to be 3');
    };
    await withProvider({ validate: failing }, async (provider) => {
      expect((await ask(provider)).status).toBe(400);
      expect(provider.violations).toEqual([{ requestIndex: 0, reasons: ['expected 2 to be 3'] }]);
    });
  });
});

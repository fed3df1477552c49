import { describe, expect, it } from 'vitest';
import {
  ask,
  choicesOf,
  eventsOf,
  QUESTION,
  streamedText,
  wholeAnswer,
  withProvider,
} from './fake-provider.fixture.ts';
import { startFakeProvider } from './fake-provider.ts';
import type { FakeBehaviour } from './fake-provider-behaviour.ts';

describe('startFakeProvider', () => {
  it('answers with the scripted text, the model that was asked, and usage', async () => {
    const usage = { promptTokens: 1_200, completionTokens: 30, cacheReadTokens: 1_000 };
    await withProvider({ script: { kind: 'reply', text: 'Done.', usage } }, async (provider) => {
      const body = await wholeAnswer(await ask(provider));
      expect(body).toMatchObject({ object: 'chat.completion', model: 'some-model' });
      expect(body.choices[0]).toMatchObject({
        finish_reason: 'stop',
        message: { role: 'assistant', content: 'Done.' },
      });
      expect(body.usage).toMatchObject({ prompt_tokens: 1_200, completion_tokens: 30, total_tokens: 1_230 });
      expect(body.usage?.prompt_tokens_details).toEqual({ cached_tokens: 1_000 });
    });
  });

  it('streams the same text in pieces that end on whole characters', async () => {
    const text = 'Grüße 👩‍👩‍👧‍👦 und 🚀, 設定';
    await withProvider({ script: { kind: 'reply', text, chunkChars: 1 } }, async (provider) => {
      const response = await ask(provider, { stream: true });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const { events, isDone } = await eventsOf(response);
      expect(isDone).toBe(true);
      expect(choicesOf(events).at(-1)?.finish_reason).toBe('stop');
      expect(events.length).toBe(Array.from(text).length + 2);
      expect(streamedText(events)).toBe(text);
    });
  });

  it('adds a chunk with usage to a stream that asks for it, and only then', async () => {
    await withProvider({}, async (provider) => {
      const { events: withUsage } = await eventsOf(
        await ask(provider, { stream: true, stream_options: { include_usage: true } }),
      );
      expect(withUsage.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
      const { events: without } = await eventsOf(await ask(provider, { stream: true }));
      expect(without.some((event) => event.usage)).toBe(false);
    });
  });

  it('plays its script in order and repeats the last line', async () => {
    const script: FakeBehaviour[] = [
      { kind: 'status', status: 503 },
      { kind: 'reply', text: 'Now.' },
    ];
    await withProvider({ script }, async (provider) => {
      const statuses = [];
      for (let call = 0; call < 3; call += 1) statuses.push((await ask(provider)).status);
      expect(statuses).toEqual([503, 200, 200]);
    });
  });

  it('lets a function choose by body and by count', async () => {
    const script = (body: unknown, index: number): FakeBehaviour => ({
      kind: 'reply',
      text: `${JSON.stringify(body)} ${index}`,
    });
    await withProvider({ script }, async (provider) => {
      await ask(provider);
      const second = await wholeAnswer(await ask(provider));
      expect(second.choices[0]?.message.content).toBe(`${JSON.stringify(QUESTION)} 1`);
    });
  });

  it('refuses an empty script', async () => {
    await expect(startFakeProvider({ script: [] })).rejects.toThrow('the script is empty');
  });

  it.each([
    [400, 'context_length_exceeded'],
    [401, 'invalid_api_key'],
    [402, 'insufficient_quota'],
    [418, 'invalid_request_error'],
    [429, 'rate_limit_exceeded'],
    [500, 'server_error'],
    [503, 'service_unavailable'],
    [529, 'overloaded_error'],
  ])('answers status %i with the code %s', async (status, code) => {
    await withProvider({ script: { kind: 'status', status } }, async (provider) => {
      const response = await ask(provider, { stream: true });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { code, message: expect.any(String) } });
    });
  });

  it('takes code, message and headers of an error from the script', async () => {
    const script: FakeBehaviour = {
      kind: 'status',
      status: 429,
      code: 'insufficient_quota',
      message: 'You exceeded your current quota.',
      headers: { 'retry-after': '7' },
    };
    await withProvider({ script }, async (provider) => {
      const response = await ask(provider);
      expect(response.headers.get('retry-after')).toBe('7');
      const { error } = await wholeAnswer(response);
      expect(error).toMatchObject({ code: 'insufficient_quota', message: 'You exceeded your current quota.' });
    });
  });

  it('waits before it replies', async () => {
    await withProvider({ script: { kind: 'reply', text: 'Late.', delayMs: 60 } }, async (provider) => {
      const startedMs = performance.now();
      await ask(provider);
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55);
    });
  });

  it('lists its models', async () => {
    await withProvider({ models: ['a', 'b'] }, async (provider) => {
      const list = await (await fetch(`${provider.url}/models`)).json();
      expect(list).toMatchObject({ object: 'list', data: [{ id: 'a' }, { id: 'b' }] });
    });
  });

  it('asks for the key when it has one, and keeps the script for those who know it', async () => {
    await withProvider({ apiKey: 'key-1', script: [{ kind: 'reply', text: 'In.' }] }, async (provider) => {
      expect((await ask(provider)).status).toBe(401);
      expect((await ask(provider, {}, { headers: { authorization: 'Bearer key-2' } })).status).toBe(401);
      expect((await ask(provider, {}, { headers: { authorization: 'Bearer key-1' } })).status).toBe(200);
    });
  });

  it('records what was asked', async () => {
    await withProvider({}, async (provider) => {
      await ask(provider, { temperature: 0 });
      await ask(provider, {}, { body: '{ broken' });
      await fetch(`${provider.url}/embeddings?x=1`);
      expect(provider.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
        { method: 'POST', path: '/v1/chat/completions', body: { ...QUESTION, temperature: 0 } },
        { method: 'POST', path: '/v1/chat/completions', body: '{ broken' },
        { method: 'GET', path: '/v1/embeddings?x=1', body: undefined },
      ]);
      expect(provider.requests[0]?.headers['content-type']).toBe('application/json');
    });
  });

  it('refuses a body that is no JSON and a path it does not know', async () => {
    await withProvider({}, async (provider) => {
      expect((await ask(provider, {}, { body: '{ broken' })).status).toBe(400);
      const response = await fetch(`${provider.url}/v1/chat/completions`, { method: 'POST' });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('POST /v1/chat/completions');
    });
  });
});

import { type FakeBehaviour, type FakeScriptLine, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import type { ChatFailure, ChatFailureFacts } from './chat-model-error.ts';
import {
  type Answering,
  ask,
  askServer,
  breaksOff,
  chunk,
  eventOf,
  modelAt,
  REQUEST,
  sends,
  streams,
} from './chat-server.fixture.ts';
import type { OpenAiChatModelOptions } from './openai-chat-model.ts';

interface Played {
  readonly failure: ChatFailure | undefined;
  readonly facts: ChatFailureFacts | undefined;
  readonly text: string;
  readonly requestCount: number;
}

async function play(
  script: FakeScriptLine | readonly FakeScriptLine[],
  options: Partial<OpenAiChatModelOptions> = {},
): Promise<Played> {
  await using provider = await startFakeProvider({ script });
  const { reply, error, deltas } = await ask(modelAt(provider.url, options));
  const facts = error?.facts;
  const text =
    typeof reply?.message.content === 'string' ? reply.message.content : deltas.map((delta) => delta.text).join('');
  return { failure: facts?.failure, facts, text, requestCount: provider.requests.length };
}

const OK: FakeBehaviour = { kind: 'reply', text: 'Fine.' };

describe('a request that fails', () => {
  it.each<readonly [string, FakeBehaviour, ChatFailure]>([
    ['a window that is full', { kind: 'status', status: 400 }, 'context-length'],
    ['a wrong key', { kind: 'status', status: 401 }, 'auth'],
    ['an unknown model', { kind: 'status', status: 404 }, 'bad-request'],
    ['a rate limit', { kind: 'status', status: 429 }, 'rate-limit'],
    ['an overload', { kind: 'status', status: 529 }, 'overload'],
    ['an empty answer', { kind: 'empty' }, 'bad-response'],
    ['a page of HTML', { kind: 'not-json' }, 'bad-response'],
    ['an error in the stream', { kind: 'stream-error', message: 'The server broke.' }, 'overload'],
    ['a connection that breaks at once', { kind: 'cut', afterChunks: 0 }, 'network'],
    ['a connection that breaks', { kind: 'cut', afterChunks: 3 }, 'network'],
  ])('with %s is told apart', async (_, behaviour, failure) => {
    expect((await play(behaviour)).failure).toBe(failure);
  });

  it.each<readonly [string, Answering, ChatFailure, RegExp]>([
    ['a stream that ends in the middle', breaksOff(chunk({ content: 'and th' })), 'network', /broke off in the middle/],
    ['a stream without a single event', breaksOff(), 'bad-response', /empty body/],
    ['a stream of comments alone', sends(': wait\n\n', 'text/event-stream'), 'network', /broke off/],
    ['a stream of something else', streams({ hello: 'world' }), 'bad-response', /nothing that is an answer/],
    ['events that are not JSON', sends('data: {oops\n\n', 'text/event-stream'), 'bad-response', /not JSON/],
    ['JSON of something else', sends('{"hello":"world"}'), 'bad-response', /nothing that is an answer/],
    ['JSON that is cut', sends('{"choices":[{"mess'), 'bad-response', /not JSON/],
    ['plain text', sends('upstream is away', 'text/plain'), 'bad-response', /plain text/],
    ['a page of HTML', sends('\n<html>Sign in</html>', 'text/event-stream'), 'bad-response', /page of HTML/],
    [
      'an error for a body',
      sends('{"error":{"message":"prompt is too long"}}'),
      'context-length',
      /prompt is too long/,
    ],
    [
      'an event named error',
      sends('event: error\ndata: {"type":"overloaded_error","message":"Busy"}\n\n', 'text/event-stream'),
      'overload',
      /Busy/,
    ],
    [
      'an error in a choice',
      streams({
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error', error: { code: 429, message: 'Slow' } }],
      }),
      'rate-limit',
      /Slow/,
    ],
    [
      'an error after text',
      streams(chunk({ content: 'and th' }), { error: { message: 'Input is too long' } }),
      'context-length',
      /too long/,
    ],
    ['a page for an error', sends('<html>Bad gateway</html>', 'text/html', 502), 'overload', /HTTP 502\.$/],
  ])('with %s says so', async (_, answering, failure, detail) => {
    const { error } = await askServer(answering);
    expect(error?.facts.failure).toBe(failure);
    expect(error?.facts.detail).toMatch(detail);
  });

  it('has the facts, and three sentences', async () => {
    const message = 'prompt is too long: 9001 tokens > 8000 maximum \u001b[31mfor the key my-own-key-1';
    await using provider = await startFakeProvider({
      script: { kind: 'status', status: 400, code: 'invalid_request_error', message },
      apiKey: 'my-own-key-1',
    });
    const { error } = await ask(modelAt(provider.url, { apiKey: 'my-own-key-1' }));
    expect(error?.code).toBe('CTX_MODEL_FAILED');
    expect(error?.facts).toEqual({
      failure: 'context-length',
      model: 'test-model',
      status: 400,
      statedContextTokens: 8000,
      statedPromptTokens: 9001,
      detail:
        'test-model answered HTTP 400 invalid_request_error: prompt is too long: 9001 tokens > 8000 maximum for the key [REDACTED]',
    });
    expect(error?.explanation).toMatchObject({
      what: 'The model test-model gave no answer.',
      fix: expect.stringMatching(/^Compress/),
    });
  });

  it('names the address that nobody answers at', async () => {
    const gone = await startFakeProvider();
    await gone.close();
    const { error } = await ask(modelAt(gone.url));
    expect(error?.facts).toMatchObject({
      failure: 'network',
      detail: expect.stringMatching(/127\.0\.0\.1:\d+ failed \(ECONNREFUSED\)/),
    });
  });

  it.each<readonly [string, FakeBehaviour]>([
    ['before the first byte', { kind: 'hang' }],
    ['in the middle', { kind: 'hang-mid-stream', afterChunks: 2 }],
  ])('with silence %s ends in time', async (_, behaviour) => {
    expect((await play(behaviour, { idleTimeoutMs: 40 })).failure).toBe('timeout');
  });

  it('is not silent while comments keep the line alive', async () => {
    const { reply } = await askServer(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const beat = (left: number): void => {
          if (left > 0) response.write(': wait\n\n', () => setTimeout(beat, 60, left - 1));
          else response.end(`${eventOf(chunk({ content: 'Here.' }, 'stop'))}data: [DONE]\n\n`);
        };
        beat(8);
      },
      { idleTimeoutMs: 400 },
    );
    expect(reply?.message.content).toBe('Here.');
  });
});

describe('a retry', () => {
  it.each<readonly [string, FakeBehaviour]>([
    ['an overload', { kind: 'status', status: 503 }],
    ['a rate limit', { kind: 'status', status: 429 }],
    ['a break before the first piece', { kind: 'cut', afterChunks: 1 }],
  ])('follows %s', async (_, behaviour) => {
    const { text, requestCount } = await play([behaviour, behaviour, OK], { retries: 2 });
    expect({ text, requestCount }).toEqual({ text: 'Fine.', requestCount: 3 });
  });

  it('follows a silence before the first piece', async () => {
    const { text, requestCount } = await play([{ kind: 'hang' }, OK], { retries: 1, idleTimeoutMs: 600 });
    expect({ text, requestCount }).toEqual({ text: 'Fine.', requestCount: 2 });
  });

  it('ends after as many as are allowed', async () => {
    expect(await play({ kind: 'status', status: 503 }, { retries: 2 })).toMatchObject({
      failure: 'overload',
      requestCount: 3,
    });
    expect(await play({ kind: 'status', status: 503 }, { retries: 0 })).toMatchObject({ requestCount: 1 });
  });

  it.each<readonly [string, FakeBehaviour]>([
    ['a window that is full', { kind: 'status', status: 400 }],
    ['a wrong key', { kind: 'status', status: 401 }],
    ['a used-up quota', { kind: 'status', status: 429, code: 'insufficient_quota' }],
    ['a request that is too large', { kind: 'status', status: 413 }],
    ['an empty answer', { kind: 'empty' }],
  ])('does not follow %s', async (_, behaviour) => {
    expect(await play([behaviour, OK], { retries: 2 })).toMatchObject({ requestCount: 1 });
  });

  it.each<readonly [string, FakeBehaviour]>([
    ['a break', { kind: 'cut', afterChunks: 3 }],
    ['an error', { kind: 'stream-error', message: 'Broke.' }],
  ])('does not follow %s once a piece was handed out', async (_, behaviour) => {
    const { requestCount, text } = await play([behaviour, OK], { retries: 2 });
    expect(requestCount).toBe(1);
    expect(text).toMatch(/^This answer/);
  });

  it('follows a break in the middle where nobody was told of the pieces', async () => {
    await using provider = await startFakeProvider({ script: [{ kind: 'cut', afterChunks: 3 }, OK] });
    const { signal } = new AbortController();
    const reply = await modelAt(provider.url, { retries: 1 }).complete({ ...REQUEST, signal });
    expect(reply.message.content).toBe('Fine.');
  });
});

import { inspect } from 'node:util';
import { deepFreeze, type FakeBehaviour, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import type { ChatRequest } from './chat-model.ts';
import { ask, askServer, chunk, modelAt, REQUEST, sends, startChatServer, streams } from './chat-server.fixture.ts';
import { openAiChatModel } from './openai-chat-model.ts';

const INFO = { name: 'm', contextTokens: 8_000 };
const HELLO = streams(chunk({ role: 'assistant', content: 'Hi.' }, 'stop'));

async function askFake(behaviour: FakeBehaviour) {
  await using provider = await startFakeProvider({ script: behaviour });
  return await ask(modelAt(provider.url));
}

describe('a request', () => {
  it('holds the model, the messages and the stream fields: no limit, no temperature, no empty list of tools', async () => {
    await using server = await startChatServer(HELLO);
    await ask(modelAt(server.url));
    expect(server.arrived.map(({ body }) => body)).toEqual([
      {
        model: 'test-model',
        messages: [{ role: 'user', content: 'Hello?' }],
        stream: true,
        stream_options: { include_usage: true },
      },
    ]);
  });

  it('sends tools as functions', async () => {
    await using server = await startChatServer(HELLO);
    const parameters = { type: 'object', properties: {} };
    await ask(modelAt(server.url), { tools: [{ name: 'list', description: 'Lists.', parameters }] });
    expect(server.arrived[0]?.body['tools']).toEqual([
      { type: 'function', function: { name: 'list', description: 'Lists.', parameters } },
    ]);
  });

  it('sends neither side data nor notes of the host, and edits nothing', async () => {
    await using server = await startChatServer(HELLO);
    const messages: ChatRequest['messages'] = deepFreeze([
      {
        role: 'system',
        content: 'Rules.',
        _context: { wire: { format: 'openai-chat', parts: [], role: 'developer' } },
      },
      { role: 'user', content: 'Hello?', metadata: { origin: 'hook' }, _context: { id: 'm1' } },
    ]);
    await ask(modelAt(server.url), { messages });
    expect(server.arrived[0]?.body['messages']).toEqual([
      { role: 'developer', content: 'Rules.' },
      { role: 'user', content: 'Hello?' },
    ]);
  });

  it('sends the key where there is one, and no authorization where there is none', async () => {
    await using server = await startChatServer(HELLO);
    await ask(modelAt(server.url, { apiKey: 'key-1' }));
    await ask(modelAt(server.url, { apiKey: '' }));
    await ask(modelAt(server.url));
    expect(server.arrived.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-1', undefined, undefined]);
  });

  it('keeps the path and the query of the address', async () => {
    await using server = await startChatServer(HELLO);
    await ask(modelAt(`${server.url}/deploy/?api-version=2`));
    expect(server.arrived[0]?.path).toBe('/v1/deploy/chat/completions?api-version=2');
  });

  it('is sent again without stream_options where the server refuses them, and never with them after that', async () => {
    const refusal = sends(
      '{"detail":[{"msg":"stream_options: Extra inputs are not permitted"}]}',
      'application/json',
      422,
    );
    await using server = await startChatServer(refusal, HELLO);
    const model = modelAt(server.url);
    expect((await ask(model)).reply?.finish).toBe('stop');
    await ask(model);
    expect(server.arrived.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  });
});

it('says where it is reached, without showing the key to who prints it', () => {
  const options = { baseUrl: 'http://localhost:1234/v1?v=2', apiKey: 'my-own-key-1' };
  const model = openAiChatModel({ model: 'm', info: INFO, ...options });
  expect(model.endpoint?.()).toEqual(options);
  expect(JSON.stringify(model) + inspect(model, { showHidden: true })).not.toContain('my-own-key-1');
});

describe('a route', () => {
  it.each([
    [undefined, 'https://api.openai.com/v1'],
    ['http://localhost:1234/v1/?key=abc#x', 'http://localhost:1234/v1'],
    ['http://localhost:1234', 'http://localhost:1234'],
  ])('of %s is %s', (baseUrl, route) => {
    const options = baseUrl === undefined ? {} : { baseUrl };
    expect(openAiChatModel({ model: 'm', info: INFO, ...options }).route).toBe(route);
  });

  it.each(['localhost:1234', 'nonsense', 'https://me:secret@api.test/v1', '//me:secret@api.test'])(
    'is refused for %s, without repeating a password',
    (baseUrl) => {
      const make = (): unknown => openAiChatModel({ model: 'm', info: INFO, baseUrl });
      expect(make).toThrow(expect.objectContaining({ code: 'CTX_OPTION_INVALID' }));
      expect(make).not.toThrow(/secret/);
    },
  );
});

describe('a reply', () => {
  it('has the text, the reason and what the provider reported, and hands the text out in pieces', async () => {
    const usage = { promptTokens: 1_200, completionTokens: 34, cacheReadTokens: 1_000, cacheWriteTokens: 20 };
    const { reply, deltas } = await askFake({ kind: 'reply', text: 'Ship it 🚀 now', chunkChars: 3, usage });
    expect(reply).toEqual({ message: { role: 'assistant', content: 'Ship it 🚀 now' }, finish: 'stop', usage });
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.map(({ text }) => text).join('')).toBe('Ship it 🚀 now');
  });

  it('has the calls, and no content where there is no text', async () => {
    const { reply } = await askFake({ kind: 'tool-call', name: 'read', arguments: '{"path":"a-long-name.ts"}' });
    expect(reply?.finish).toBe('tool-calls');
    expect(reply?.message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: expect.any(String),
          type: 'function',
          function: { name: 'read', arguments: '{"path":"a-long-name.ts"}' },
        },
      ],
    });
  });

  it('says that it was cut', async () => {
    const { reply } = await askFake({ kind: 'truncated', text: 'and then' });
    expect(reply).toMatchObject({ finish: 'length', message: { content: 'and then' } });
  });

  it('keeps the words of a refusal as its content', async () => {
    const { reply, deltas } = await askFake({ kind: 'refusal', text: 'I will not help with that.' });
    expect(reply).toMatchObject({ finish: 'refusal', message: { content: 'I will not help with that.' } });
    expect(deltas.map(({ text }) => text).join('')).toBe('I will not help with that.');
  });

  it('comes from a server that does not stream', async () => {
    const message = { role: 'assistant', content: 'Whole.', reasoning: 'Hm.' };
    const body = {
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    };
    for (const contentType of ['application/json', 'text/plain', 'text/event-stream']) {
      const { reply } = await askServer(sends(`\n ${JSON.stringify(body)}`, contentType));
      expect(reply).toEqual({
        message: { role: 'assistant', content: 'Whole.', reasoning_content: 'Hm.' },
        finish: 'stop',
        usage: { promptTokens: 5, completionTokens: 2 },
      });
    }
  });

  it('reports no usage where the server reports none', async () => {
    const { reply } = await askServer(HELLO);
    expect(reply).toEqual({ message: { role: 'assistant', content: 'Hi.' }, finish: 'stop' });
  });

  it('is complete with [DONE] alone, or with a reason alone', async () => {
    const done = await askServer(streams(chunk({ content: 'Hi.' })));
    expect(done.reply?.finish).toBe('stop');
    const reason = await askServer(
      sends(`data: ${JSON.stringify(chunk({ content: 'Hi.' }, 'stop'))}\n\n`, 'text/event-stream'),
    );
    expect(reason.reply?.finish).toBe('stop');
  });

  it('survives a connection that breaks after the reason', async () => {
    const { reply } = await askServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(chunk({ content: 'Hi.' }, 'stop'))}\n\n`, () => response.destroy());
    });
    expect(reply?.message.content).toBe('Hi.');
  });

  it('keeps a [DONE] that the model wrote', async () => {
    const { error } = await askServer(
      sends(`data: ${JSON.stringify(chunk({ content: '\ndata: [DONE]\n\n' }))}\n\n`, 'text/event-stream'),
    );
    expect(error?.facts.failure).toBe('network');
  });

  it('comes out of a stream whose bytes arrive one by one', async () => {
    const bytes = Buffer.from(`data: ${JSON.stringify(chunk({ content: 'Ünï🚀' }))}\r\n\r\ndata: [DONE]\r\n\r\n`);
    const { reply } = await askServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const next = (at: number): void => {
        if (at === bytes.length) response.end();
        else response.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
      };
      next(0);
    });
    expect(reply).toMatchObject({ finish: 'stop', message: { content: 'Ünï🚀' } });
  });
});

it('asks the model again for each request, with nothing left of the one before', async () => {
  await using server = await startChatServer(HELLO);
  const model = modelAt(server.url);
  await ask(model);
  await ask(model, { ...REQUEST, messages: [{ role: 'user', content: 'Again?' }] });
  expect(server.arrived.map(({ body }) => body['messages'])).toEqual([
    [{ role: 'user', content: 'Hello?' }],
    [{ role: 'user', content: 'Again?' }],
  ]);
});

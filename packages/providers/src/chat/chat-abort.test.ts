import { describe, expect, it } from 'vitest';
import { ask, chunk, modelAt, REQUEST, startChatServer, streams } from './chat-server.fixture.ts';

describe('an abort', () => {
  const reason = new Error('the user pressed Ctrl-C');

  it('before the request throws its reason, and sends nothing', async () => {
    await using server = await startChatServer(streams(chunk({ content: 'Hi.' }, 'stop')));
    await expect(ask(modelAt(server.url), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.arrived).toEqual([]);
  });

  it('right after the call throws its reason, and sends nothing', async () => {
    await using server = await startChatServer(streams(chunk({ content: 'Hi.' }, 'stop')));
    const model = modelAt(server.url);
    const controller = new AbortController();
    const asked = ask(model, { signal: controller.signal });
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await ask(model, { messages: [] });
    expect(server.arrived.map(({ body }) => body['messages'])).toEqual([[]]);
  });

  it('before the first byte throws its reason, and closes the connection', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using server = await startChatServer((response) => {
      response.on('close', closed.resolve);
      controller.abort(reason);
    });
    await expect(ask(modelAt(server.url), { signal: controller.signal })).rejects.toBe(reason);
    await closed.promise;
  });

  it('in the middle throws its reason, and nothing more is handed out', async () => {
    const controller = new AbortController();
    const pieces: string[] = [];
    await using server = await startChatServer(
      streams(chunk({ reasoning: 'one', content: 'two' }), chunk({ content: 'three' }, 'stop')),
    );
    const asked = modelAt(server.url).complete({
      ...REQUEST,
      signal: controller.signal,
      onDelta: ({ text }) => {
        pieces.push(text);
        controller.abort(reason);
      },
    });
    await expect(asked).rejects.toBe(reason);
    expect(pieces).toEqual(['one']);
  });

  it('in front of a retry throws its reason without waiting', async () => {
    const controller = new AbortController();
    await using server = await startChatServer((response) => {
      response.writeHead(503, { 'retry-after': '3600' }).end(() => setTimeout(() => controller.abort(reason), 20));
    });
    await expect(ask(modelAt(server.url, { retries: 2 }), { signal: controller.signal })).rejects.toBe(reason);
    expect(server.arrived).toHaveLength(1);
  });

  it('leaves no listener on a signal that lives on', async () => {
    const { signal } = new AbortController();
    const listeners: string[] = [];
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners.push('on');
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners.pop();
      remove(...given);
    };
    await using server = await startChatServer(streams(chunk({ content: 'Hi.' }, 'stop')));
    await ask(modelAt(server.url), { signal });
    expect(listeners).toEqual([]);
  });
});

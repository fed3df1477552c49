import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ask,
  choicesOf,
  eventsOf,
  QUESTION,
  streamedText,
  type WireWords,
  wholeAnswer,
  withProvider,
} from './fake-provider.fixture.ts';
import { startFakeProvider } from './fake-provider.ts';
import type { FakeBehaviour } from './fake-provider-behaviour.ts';

/** What comes of a promise within a moment, or that nothing does. Its later failure, when the server closes, is nobody's. */
function firstOf(promise: Promise<unknown>): Promise<unknown> {
  promise.catch(() => undefined);
  return Promise.race([promise, sleep(60, 'silence')]);
}

describe('a fake provider that fails', () => {
  it('never sends headers when it hangs', async () => {
    await withProvider({ script: { kind: 'hang' } }, async (provider) => {
      const answer = ask(provider);
      while (provider.requests.length === 0) await sleep(5);
      expect(await firstOf(answer)).toBe('silence');
    });
  });

  it('sends some events, then falls silent with the connection open', async () => {
    await withProvider({ script: { kind: 'hang-mid-stream', afterChunks: 3 } }, async (provider) => {
      const response = await ask(provider, { stream: true });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let seen = '';
      while ((seen.match(/^data: /gm)?.length ?? 0) < 3) seen += (await reader.read()).value ?? '';
      expect(await firstOf(reader.read())).toBe('silence');
    });
  });

  it.each([true, false])('breaks the connection in the middle (streamed: %s)', async (stream) => {
    await withProvider({ script: { kind: 'cut', afterChunks: 2 } }, async (provider) => {
      const response = await ask(provider, { stream });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow('terminated');
    });
  });

  it('sends half a body and then nothing when it is not streamed', async () => {
    await withProvider({ script: { kind: 'hang-mid-stream', afterChunks: 2 } }, async (provider) => {
      const response = await ask(provider);
      expect(response.status).toBe(200);
      expect(await firstOf(response.text())).toBe('silence');
    });
  });

  it.each<[FakeBehaviour, object]>([
    [{ kind: 'empty' }, { finish_reason: 'stop', message: { content: '' } }],
    [
      { kind: 'refusal', text: 'I cannot.' },
      { finish_reason: 'stop', message: { content: null, refusal: 'I cannot.' } },
    ],
    [
      { kind: 'truncated', text: 'Half a' },
      { finish_reason: 'length', message: { content: 'Half a' } },
    ],
    [
      { kind: 'tool-call', name: 'terminal', arguments: '{"command":"ls"}' },
      {
        finish_reason: 'tool_calls',
        message: { content: null, tool_calls: [{ function: { name: 'terminal', arguments: '{"command":"ls"}' } }] },
      },
    ],
  ])('answers whole with %o', async (script, choice) => {
    await withProvider({ script }, async (provider) => {
      const body = await wholeAnswer(await ask(provider));
      expect(body.choices[0]).toMatchObject(choice);
    });
  });

  it.each<[FakeBehaviour, (delta: WireWords) => string, string, string]>([
    [{ kind: 'empty' }, (delta) => delta.content ?? '', '', 'stop'],
    [
      { kind: 'refusal', text: 'I cannot do that for you.' },
      (delta) => delta.refusal ?? '',
      'I cannot do that for you.',
      'stop',
    ],
    [
      { kind: 'truncated', text: 'Half a sentence that' },
      (delta) => delta.content ?? '',
      'Half a sentence that',
      'length',
    ],
    [
      { kind: 'tool-call', name: 'terminal', arguments: '{"command":"ls -la packages"}' },
      (delta) => delta.tool_calls?.[0]?.function?.arguments ?? '',
      '{"command":"ls -la packages"}',
      'tool_calls',
    ],
  ])('streams %o', async (...[script, pieceOf, whole, reason]) => {
    await withProvider({ script }, async (provider) => {
      const { events } = await eventsOf(await ask(provider, { stream: true }));
      const choices = choicesOf(events);
      expect(choices.map(({ delta }) => pieceOf(delta)).join('')).toBe(whole);
      expect(choices.at(-1)?.finish_reason).toBe(reason);
    });
  });

  it('sends a page where JSON is expected', async () => {
    await withProvider({ script: { kind: 'not-json' } }, async (provider) => {
      const response = await ask(provider);
      expect(response.status).toBe(200);
      await expect(response.json()).rejects.toThrow(SyntaxError);
    });
  });

  it('reports an error inside a response that began as a success', async () => {
    await withProvider({ script: { kind: 'stream-error', message: 'Upstream died.' } }, async (provider) => {
      const { events, isDone } = await eventsOf(await ask(provider, { stream: true }));
      expect(streamedText(events)).not.toBe('');
      expect(isDone).toBe(false);
      expect(events.at(-1)).toMatchObject({ error: { message: 'Upstream died.' } });
      expect(await (await ask(provider)).json()).toMatchObject({ error: { message: 'Upstream died.' } });
    });
  });

  it('survives a client that leaves in the middle', async () => {
    await withProvider(
      { script: { kind: 'reply', text: 'word '.repeat(20_000), chunkChars: 20 } },
      async (provider) => {
        const leave = new AbortController();
        const response = await ask(provider, { stream: true }, { signal: leave.signal });
        leave.abort();
        await expect(response.text()).rejects.toThrow();
        expect((await fetch(`${provider.url}/models`)).status).toBe(200);
      },
    );
  });

  it('breaks open connections when it closes, and may be closed twice', async () => {
    const provider = await startFakeProvider({ script: { kind: 'hang' } });
    const waiting = ask(provider);
    waiting.catch(() => undefined);
    while (provider.requests.length === 0) await new Promise(setImmediate);
    await provider.close();
    await provider.close();
    await expect(waiting).rejects.toThrow('fetch failed');
  });

  it('speaks plain HTTP to a bare socket', async () => {
    await withProvider({ script: { kind: 'cut', afterChunks: 1 } }, async (provider) => {
      const { port, hostname } = new URL(provider.url);
      const socket = connect(Number(port), hostname);
      const body = JSON.stringify({ ...QUESTION, stream: true });
      socket.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      const raw = await new Promise<string>((resolve) => {
        let seen = '';
        socket.setEncoding('utf8').on('data', (data) => {
          seen += data;
        });
        socket.on('close', () => resolve(seen));
      });
      expect(raw).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(raw.match(/data: /g)).toHaveLength(1);
      // A whole chunked body ends with an empty chunk; this one broke off.
      expect(raw.endsWith('0\r\n\r\n')).toBe(false);
    });
  });
});

import { createServer } from 'node:http';
import { type FakeBehaviour, type FakeScriptLine, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import type { ModelReply } from './model-reply.ts';
import { askModel } from './model-summarizer.ts';

interface Asked {
  readonly reply: ModelReply;
  readonly bodies: readonly unknown[];
}

async function ask(script: FakeScriptLine | readonly FakeScriptLine[], idleTimeoutMs = 5_000): Promise<Asked> {
  await using provider = await startFakeProvider({ script });
  const reply = await askModel({
    route: { label: 'auxiliary', model: 'small-1', apiKey: 'k', baseUrl: provider.url },
    prompt: 'Summarise this conversation, please.',
    signal: new AbortController().signal,
    idleTimeoutMs,
    onText: () => undefined,
  });
  return { reply, bodies: provider.requests.map((request) => request.body) };
}

/** A server that answers every request with these bytes. */
async function askRaw(contentType: string, body: string): Promise<ModelReply> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': contentType }).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return await askModel({
      route: { label: 'main', model: 'm', apiKey: '', baseUrl: `http://127.0.0.1:${port}/v1` },
      prompt: 'p',
      signal: new AbortController().signal,
      idleTimeoutMs: 5_000,
      onText: () => undefined,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('askModel', () => {
  it('gives the text and what the provider reported', async () => {
    const usage = { promptTokens: 1_200, completionTokens: 34 };
    const { reply } = await ask({ kind: 'reply', text: '## Goal\n- Ship it 🚀', usage });
    expect(reply).toEqual({ kind: 'summary', text: '## Goal\n- Ship it 🚀', usage });
  });

  it('sends the model, one message and the stream fields: no limit, no temperature, no tools', async () => {
    const { bodies } = await ask({ kind: 'reply', text: '## Goal\n- x' });
    expect(bodies).toEqual([
      {
        model: 'small-1',
        messages: [{ role: 'user', content: 'Summarise this conversation, please.' }],
        stream: true,
        stream_options: { include_usage: true },
      },
    ]);
  });

  it.each<readonly [string, FakeBehaviour, string]>([
    ['a refused key', { kind: 'status', status: 401 }, 'auth'],
    ['a forbidden model', { kind: 'status', status: 403 }, 'auth'],
    ['an empty account', { kind: 'status', status: 402 }, 'quota'],
    ['a used-up quota', { kind: 'status', status: 429, code: 'insufficient_quota' }, 'quota'],
    ['a rate limit', { kind: 'status', status: 429 }, 'overload'],
    ['a server error', { kind: 'status', status: 500 }, 'overload'],
    ['an overload', { kind: 'status', status: 529 }, 'overload'],
    ['a prompt that is too long', { kind: 'status', status: 400 }, 'context-length'],
    ['a request that is too large', { kind: 'status', status: 413 }, 'context-length'],
    ['an unknown model', { kind: 'status', status: 404 }, 'other'],
    ['an empty answer', { kind: 'empty' }, 'empty'],
    ['a blank answer', { kind: 'reply', text: ' \n\n' }, 'empty'],
    ['a refusal in its own field', { kind: 'refusal', text: 'I cannot summarise this.' }, 'refusal'],
    ['a refusal in prose', { kind: 'reply', text: "I'm sorry, I can't help with that." }, 'refusal'],
    ['an answer at the output limit', { kind: 'truncated', text: '## Goal\nmove expor' }, 'truncated'],
    ['a tool call', { kind: 'tool-call', name: 'read_file', arguments: '{"path":"x"}' }, 'tool-call'],
    ['tool markup', { kind: 'reply', text: '<tool_call>{"name":"bash"}</tool_call>' }, 'tool-call'],
    ['a tool call as JSON', { kind: 'reply', text: '{"name":"bash","arguments":{"cmd":"ls"}}' }, 'tool-call'],
    ['a page of a portal', { kind: 'not-json' }, 'bad-response'],
    ['an error in the stream', { kind: 'stream-error', message: 'The server had an error.' }, 'overload'],
    ['a connection cut before the answer', { kind: 'cut', afterChunks: 0 }, 'network'],
    ['a connection cut in the middle', { kind: 'cut', afterChunks: 3 }, 'network'],
  ])('tells %s by its kind', async (_, behaviour, expected) => {
    const { reply, bodies } = await ask(behaviour);
    expect(reply).toMatchObject({ kind: 'failed', failure: expected });
    expect(bodies).toHaveLength(1);
    if (reply.kind === 'failed') expect(reply.detail).toMatch(/^.{10,220}$/);
  });

  it.each<readonly [string, FakeBehaviour]>([
    ['says nothing', { kind: 'hang' }],
    ['falls silent', { kind: 'hang-mid-stream', afterChunks: 3 }],
  ])('gives up on a server that %s', async (_, behaviour) => {
    const { reply } = await ask(behaviour, 150);
    expect(reply).toMatchObject({ kind: 'failed', failure: 'timeout' });
  });

  it('tells a refused connection and an unknown host as network', async () => {
    const closed = await startFakeProvider();
    await closed.close();
    for (const baseUrl of [closed.url, 'http://no-such-host.invalid/v1']) {
      const reply = await askModel({
        route: { label: 'main', model: 'm', apiKey: 'k', baseUrl },
        prompt: 'p',
        signal: new AbortController().signal,
        idleTimeoutMs: 5_000,
        onText: () => undefined,
      });
      expect(reply).toMatchObject({ kind: 'failed', failure: 'network' });
    }
  });

  it.each<readonly [string, FakeBehaviour, number]>([
    ['before the call', { kind: 'hang' }, 0],
    ['before the headers', { kind: 'hang' }, 60],
    ['in the middle of the stream', { kind: 'hang-mid-stream', afterChunks: 2 }, 120],
  ])('throws the reason of the signal when it aborts %s', async (_, behaviour, afterMs) => {
    await using provider = await startFakeProvider({ script: behaviour });
    const controller = new AbortController();
    const reason = new Error('the user pressed escape');
    if (afterMs === 0) controller.abort(reason);
    else setTimeout(() => controller.abort(reason), afterMs);
    const asked = askModel({
      route: { label: 'main', model: 'm', apiKey: 'k', baseUrl: provider.url },
      prompt: 'p',
      signal: controller.signal,
      idleTimeoutMs: 5_000,
      onText: () => undefined,
    });
    await expect(asked).rejects.toBe(reason);
  });

  it('takes a server that does not stream, and one that sends no finish reason for a cut answer', async () => {
    const message = { role: 'assistant', content: '## Goal\n- x' };
    const whole = JSON.stringify({
      choices: [{ message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    });
    expect(await askRaw('application/json', whole)).toEqual({
      kind: 'summary',
      text: '## Goal\n- x',
      usage: { promptTokens: 5, completionTokens: 2 },
    });
    const cut = `data: ${JSON.stringify({ choices: [{ delta: { content: '## Goal\n- x' } }] })}\n\ndata: [DONE]\n\n`;
    expect(await askRaw('text/event-stream', cut)).toMatchObject({ kind: 'failed', failure: 'truncated' });
  });

  it('tells what is no completion at all', async () => {
    expect(await askRaw('text/event-stream', 'data: {not json\n\n')).toMatchObject({ failure: 'bad-response' });
    expect(await askRaw('text/event-stream', '')).toMatchObject({ failure: 'bad-response' });
    expect(await askRaw('application/json', 'nope')).toMatchObject({ failure: 'bad-response' });
    expect(await askRaw('application/json', '{"error":{"message":"no","code":401}}')).toMatchObject({
      failure: 'auth',
    });
  });

  it('reads text out of parts, and nothing of thinking beside or inside it', async () => {
    const events = [
      { choices: [{ delta: { content: [{ type: 'thinking', thinking: 'hm' }] } }] },
      {
        choices: [
          { delta: { content: [{ type: 'text', text: '<think>hm</think>\n## Goal\n' }], reasoning_content: 'hm' } },
        ],
      },
      { choices: [{ delta: { content: '- x' }, finish_reason: 'stop' }] },
      { choices: [], usage: null },
    ];
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    expect(await askRaw('text/event-stream', body)).toEqual({ kind: 'summary', text: '## Goal\n- x' });
  });

  it('masks secrets in what the model writes, and takes off a fence around it', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const { reply } = await ask({ kind: 'reply', text: `\`\`\`markdown\n## Goal\n- use ${token}\n\`\`\`` });
    if (reply.kind !== 'summary') throw new Error(reply.detail);
    expect(reply.text).not.toContain(token);
    expect(reply.text).toMatch(/^## Goal\n- use \[REDACTED/);
  });

  it('refuses a key with a line break without showing it', async () => {
    const reply = await askModel({
      route: { label: 'main', model: 'm', apiKey: 'secret-part\nother-part' },
      prompt: 'p',
      signal: new AbortController().signal,
      idleTimeoutMs: 1_000,
      onText: () => undefined,
    });
    expect(reply).toMatchObject({ kind: 'failed', failure: 'auth' });
    expect(JSON.stringify(reply)).not.toContain('secret-part');
  });

  it('tells how much there is while it arrives', async () => {
    await using provider = await startFakeProvider({
      script: { kind: 'reply', text: `## Goal\n${'- x\n'.repeat(30)}`, chunkChars: 10 },
    });
    const seen: number[] = [];
    const reply = await askModel({
      route: { label: 'main', model: 'm', apiKey: 'k', baseUrl: provider.url },
      prompt: 'p',
      signal: new AbortController().signal,
      idleTimeoutMs: 5_000,
      onText: (chars) => seen.push(chars),
    });
    expect(reply.kind).toBe('summary');
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  });
});

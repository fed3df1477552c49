import type { Messages } from '@hermes-context/contract';
import { type FakeResponsesOptions, startFakeResponses } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import type { ChatModel, ChatRequest } from './chat-model.ts';
import { type Answering, ask, eventOf, sends, startChatServer } from './chat-server.fixture.ts';
import { type ResponsesChatModelOptions, responsesChatModel } from './responses-chat-model.ts';

type Options = Partial<ResponsesChatModelOptions>;
const COMPACTING: Partial<ChatRequest> = { serverCompaction: { thresholdTokens: 9_000 } };

function gptAt(baseUrl: string, options: Options = {}): ChatModel {
  const info = { name: 'gpt-5.6', contextTokens: 400_000 };
  const quick = { trustedHosts: ['127.0.0.1'], retries: 0, retryDelayMs: 0 };
  return responsesChatModel({ model: 'gpt-5.6', info, baseUrl, ...quick, ...options });
}

/** Ask a fake that plays so, once. */
async function askGpt(played: FakeResponsesOptions, options: Options = {}, request: Partial<ChatRequest> = {}) {
  await using server = await startFakeResponses(played);
  return { ...(await ask(gptAt(server.url, options), request)), requests: server.requests };
}

/** A stream of these events. Nothing comes behind the last. */
const events = (...given: readonly object[]): Answering => sends(given.map(eventOf).join(''), 'text/event-stream');
const message = (text: string): object => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});

describe('a request to OpenAI Responses that fails', () => {
  it.each([
    [400, 'context_length_exceeded', 'Your input exceeds the context window of this model.', 'context-length'],
    [401, 'invalid_api_key', 'Incorrect API key provided.', 'auth'],
    [403, 'forbidden', 'Not allowed.', 'auth'],
    [429, 'rate_limit_exceeded', 'Rate limit reached for gpt-5.6.', 'rate-limit'],
    [429, 'insufficient_quota', 'You exceeded your current quota.', 'quota'],
    [400, 'unknown_parameter', "Unknown parameter: 'input[0]._context'.", 'bad-request'],
    [500, 'server_error', 'The server had an error.', 'overload'],
  ])('with %i %s, "%s", is a case of %s', async (status, code, said, failure) => {
    const { error, requests } = await askGpt(
      { script: { kind: 'status', status, code, message: said } },
      {},
      COMPACTING,
    );
    expect(error?.facts).toMatchObject({ failure, status, model: 'gpt-5.6' });
    expect(requests).toHaveLength(1);
  });

  it('is told when the window is too small', async () => {
    expect((await askGpt({ windowTokens: 5 })).error?.facts.failure).toBe('context-length');
  });

  it.each([
    [{ kind: 'failed', code: 'rate_limit_exceeded', message: 'Slow down.' } as const, 'rate-limit'],
    [{ kind: 'failed', code: 'context_length_exceeded', message: 'Too long.' } as const, 'context-length'],
    [{ kind: 'stream-error', code: 'server_error', message: 'It failed.' } as const, 'overload'],
    [{ kind: 'cut' } as const, 'network'],
  ])('in the middle, by %j, is told', async (script, failure) => {
    expect((await askGpt({ script })).error?.facts.failure).toBe(failure);
  });

  it.each([1, 3, 4])('by silence behind %i events ends when patience does', async (afterEvents) => {
    const { error } = await askGpt({ script: { kind: 'hang', afterEvents } }, { idleTimeoutMs: 60 }, COMPACTING);
    expect(error?.facts.failure).toBe('timeout');
  });

  it('S-090 by silence, as where the field makes a server stall, is tried again like any other', async () => {
    const script = [{ kind: 'hang' }, { kind: 'reply', text: 'Now.' }] as const;
    const { reply, requests } = await askGpt({ script }, { idleTimeoutMs: 60, retries: 1 }, COMPACTING);
    expect(reply?.message.content).toBe('Now.');
    expect(reply?.serverCompaction?.kind).toBe('asked');
    expect(requests.map(({ body }) => 'context_management' in Object(body))).toEqual([true, true]);
  });

  it('is tried again only while nothing was handed out', async () => {
    const now = { kind: 'reply', text: 'Now.' } as const;
    const busy = { kind: 'status', status: 503, headers: { 'retry-after': '0' } } as const;
    const patient = await askGpt({ script: [busy, busy, now] }, { retries: 2 });
    expect(patient.reply?.message.content).toBe('Now.');
    const broken = await askGpt({ script: [{ kind: 'cut' }, now] }, { retries: 2 });
    expect(broken.error?.facts.failure).toBe('network');
    expect(broken.deltas).toEqual([{ kind: 'text', text: 'The beginning of an ' }]);
    expect(broken.requests).toHaveLength(1);
  });

  it('ends at once when it is aborted', async () => {
    const reason = new Error('the user pressed Ctrl-C');
    const controller = new AbortController();
    const onDelta = () => controller.abort(reason);
    const asked = askGpt(
      { script: { kind: 'reply', text: 'A long answer in pieces, as ever.' } },
      {},
      { signal: controller.signal, onDelta },
    );
    await expect(asked).rejects.toBe(reason);
  });

  it('does not show its key', async () => {
    const script = { kind: 'status', status: 401, message: 'Incorrect API key: sk-mine-0123456789' } as const;
    const { error } = await askGpt({ script }, { apiKey: 'sk-mine-0123456789' });
    expect(JSON.stringify(error?.facts) + String(error)).not.toContain('0123456789');
  });
});

describe('a field that the server refuses', () => {
  it('S-090 is left out as well where the refusal comes inside the stream', async () => {
    const refusal = { kind: 'stream-error', code: 'unknown_parameter', param: 'context_management' } as const;
    const script = [
      { ...refusal, message: 'Unknown.' },
      { kind: 'reply', text: 'Now.' },
    ] as const;
    const { reply, requests } = await askGpt({ script }, {}, COMPACTING);
    expect(reply?.serverCompaction).toEqual({ kind: 'refused', detail: expect.stringContaining('Unknown.') });
    expect(requests.map(({ body }) => 'context_management' in Object(body))).toEqual([true, false]);
  });

  it('S-090 is left out where the server has a form of its own for errors', async () => {
    await using server = await startChatServer(
      sends(JSON.stringify({ detail: 'Unsupported parameter: context_management' }), 'application/json', 400),
      sends(JSON.stringify({ output: [message('Now.')] })),
    );
    const { reply } = await ask(gptAt(server.url), COMPACTING);
    expect(reply?.serverCompaction?.kind).toBe('refused');
  });

  it('S-090 is asked for once in a request, whatever fails behind it', async () => {
    const script = [
      { kind: 'status', status: 503 },
      { kind: 'reply', text: 'Now.' },
    ] as const;
    const { reply, requests } = await askGpt({ rejectsCompaction: true, script }, { retries: 1 }, COMPACTING);
    expect(reply?.serverCompaction?.kind).toBe('refused');
    expect(requests.map(({ body }) => 'context_management' in Object(body))).toEqual([true, false, false]);
  });

  it('is left out together with another one', async () => {
    const { reply, requests } = await askGpt({ rejectsCompaction: true, rejectsInclude: true }, {}, COMPACTING);
    expect(reply?.message.content).toBe('Hello.');
    expect(reply?.serverCompaction?.kind).toBe('refused');
    expect(requests).toHaveLength(3);
  });

  it('is left out of all requests that are under way', async () => {
    await using server = await startFakeResponses({ rejectsInclude: true });
    const model = gptAt(server.url);
    const asked = await Promise.all([ask(model), ask(model), ask(model)]);
    expect(asked.map(({ reply }) => reply?.message.content)).toEqual(['Hello.', 'Hello.', 'Hello.']);
  });

  it('stays in after an error that only has its name as a word', async () => {
    const script = [
      { kind: 'status', status: 429, code: 'rate_limit_exceeded', message: 'Limits include unsupported bursts.' },
      { kind: 'reply', text: 'Now.' },
    ] as const;
    const { requests } = await askGpt({ script }, { retries: 1 });
    expect(requests.map(({ body }) => 'include' in Object(body))).toEqual([true, true]);
  });
});

describe('encrypted thoughts that the server cannot read any more', () => {
  const sealed = (text: string) => Buffer.from(text).toString('base64');
  /** Refuses what was encrypted as `old`, as after a change of the account. */
  const script = (body: unknown) => {
    const isOld = JSON.stringify(body).includes(sealed('old'));
    const message = 'The encrypted content gAAA...old= could not be verified.';
    const refusal = { kind: 'status', status: 400, code: 'invalid_encrypted_content', message } as const;
    return isOld
      ? refusal
      : ({ kind: 'reply', reasoning: 'new', toolCalls: [{ name: 'look', arguments: '{}' }] } as const);
  };
  const parts = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: sealed('old') },
    { ...message('Seen.'), id: 'msg_1' },
  ];
  const before: Messages = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: 'Seen.', _context: { wire: { format: 'openai-responses', parts } } },
    { role: 'user', content: 'Again.' },
  ];

  it('are left out, from then on, and new ones are not', async () => {
    await using server = await startFakeResponses({ script });
    const model = gptAt(server.url);
    const first = await ask(model, { messages: before });
    expect(first.reply?.finish).toBe('tool-calls');
    const answered = first.reply === undefined ? [] : [first.reply.message];
    const id = answered[0]?.tool_calls?.[0]?.id ?? '';
    await ask(model, { messages: [...before, ...answered, { role: 'tool', tool_call_id: id, content: 'seen' }] });
    const inputs = server.requests.map(({ body }) => Object(body).input);
    expect(inputs).toHaveLength(3);
    expect(inputs[0]).toMatchObject([{}, { id: 'rs_1' }, { id: 'msg_1' }, {}]);
    expect(inputs[1]).toEqual([inputs[0][0], message('Seen.'), inputs[0][3]]);
    expect(inputs[2].slice(0, 3)).toEqual(inputs[1]);
    expect(inputs[2][3]).toMatchObject({ type: 'reasoning', encrypted_content: sealed('new') });
  });

  it('are no way out where it is a checkpoint that cannot be read', async () => {
    const foreign = { type: 'compaction', encrypted_content: sealed('old') };
    const answer = { role: 'assistant', content: 'Seen.' } as const;
    const messages: Messages = [
      { ...answer, _context: { wire: { format: 'openai-responses', parts: [foreign, message('Seen.')] } } },
      { role: 'user', content: 'Again.' },
    ];
    const { error, requests } = await askGpt({ script }, {}, { messages });
    expect(error?.facts.failure).toBe('bad-request');
    expect(requests).toHaveLength(1);
  });
});

describe('an answer of OpenAI Responses', () => {
  it('hands out thoughts and texts as they come', async () => {
    const { reply, deltas } = await askGpt({
      script: { kind: 'reply', summary: 'I look.', text: ['One moment.', 'Here.'] },
    });
    expect(deltas).toEqual([
      { kind: 'reasoning', text: 'I look.' },
      { kind: 'text', text: 'One moment.' },
      { kind: 'text', text: 'Here.' },
    ]);
    expect(reply?.message).toMatchObject({
      reasoning_content: 'I look.',
      _context: { wire: { parts: { length: 3 } } },
    });
  });

  it('is in order, however its items arrive, and needs no more than its end', async () => {
    const done = (output_index: number, item: object) => ({ type: 'response.output_item.done', output_index, item });
    const end = { type: 'response.completed', response: { output: [message('One.'), message('Two.')] } };
    await using server = await startChatServer(
      events(done(1, message('Two.')), done(0, message('One.')), end),
      events(end),
    );
    const model = gptAt(server.url);
    const [scattered, late] = [await ask(model), await ask(model)];
    expect(scattered.reply?.message._context?.wire?.parts).toEqual([message('One.'), message('Two.')]);
    expect(late).toEqual(scattered);
    expect(late.deltas.map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });

  it('is none without its end', async () => {
    const item = { type: 'response.output_item.done', output_index: 0, item: message('One.') };
    await using server = await startChatServer(events({ type: 'response.created' }, item));
    expect((await ask(gptAt(server.url))).error?.facts.failure).toBe('network');
  });

  it('is sent as its caller prepares it', async () => {
    const mark = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Marked?' }] };
    const { requests } = await askGpt(
      {},
      {},
      {
        messages: [
          { role: 'system', content: 'Rules.' },
          { role: 'user', content: 'Hello?', metadata: { origin: 'chat' } },
        ],
        prepareWire: (parts) => ({ ...parts, system: `${String(parts.system)} ${parts.shape}`, messages: [mark] }),
        promptCacheKey: 'session-1',
      },
    );
    expect(requests[0]?.body).toMatchObject({ instructions: 'Rules. openai-responses', input: [mark] });
    expect(requests[0]?.body).not.toHaveProperty('prompt_cache_key'); // strangers are not told
  });
});

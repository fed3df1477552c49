import { describe, expect, it } from 'vitest';
import { type AskedMessage, ask, eventsOf, post, QUESTION } from './fake-anthropic.fixture.ts';
import { startFakeAnthropic } from './fake-anthropic.ts';

const CALLS = [
  { name: 'read', arguments: '{"path":"src/a.ts"}' },
  { name: 'list', arguments: '{}' },
] as const;
const LOOP = { kind: 'reply', reasoning: 'Look first.', text: 'Grüße 🚀', toolCalls: CALLS } as const;

const result = (id: string, content = 'ok'): object => ({ type: 'tool_result', tool_use_id: id, content });

describe('startFakeAnthropic', () => {
  it('answers with thinking, text and parallel calls', async () => {
    await using server = await startFakeAnthropic({ script: LOOP });
    const { body } = await ask(server);
    expect(body).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'claude-test',
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking', thinking: 'Look first.', signature: expect.any(String) },
        { type: 'text', text: 'Grüße 🚀' },
        { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'src/a.ts' } },
        { type: 'tool_use', id: 'toolu_2', name: 'list', input: {} },
      ],
    });
  });

  it('streams the same, block by block, in the order of events of the real one', async () => {
    await using server = await startFakeAnthropic({ script: { ...LOOP, chunkChars: 4 } });
    const response = await post(server, { stream: true });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = await eventsOf(response);
    const kinds = events.map(({ type }) => type).filter((type, at) => type !== events[at - 1]?.type);
    const block = ['content_block_start', 'content_block_delta', 'content_block_stop'];
    expect(kinds).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_stop',
      ...block,
      ...block,
      ...block,
      'message_delta',
      'message_stop',
    ]);
    const grown = (index: number, field: string): string =>
      events
        .filter((event) => event.type === 'content_block_delta' && event.index === index)
        .map(({ delta }) => delta[field] ?? '')
        .join('');
    expect([grown(0, 'thinking'), grown(1, 'text'), grown(2, 'partial_json')]).toEqual([
      'Look first.',
      'Grüße 🚀',
      '{"path":"src/a.ts"}',
    ]);
    expect(grown(0, 'signature')).not.toBe('');
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });

  it('plays its script in order, repeats the last line, and leaves it where a request is refused', async () => {
    const script = [
      { kind: 'status', status: 529 },
      { kind: 'reply', text: 'Now.' },
    ] as const;
    await using server = await startFakeAnthropic({ script });
    const statuses = [(await ask(server, { messages: [] })).status];
    for (let round = 0; round < 3; round += 1) statuses.push((await ask(server)).status);
    expect(statuses).toEqual([400, 529, 200, 200]);
  });

  it('lets a function choose by the request', async () => {
    const script = (body: unknown, index: number) =>
      ({ kind: 'reply', text: `${index} ${JSON.stringify(body)}` }) as const;
    await using server = await startFakeAnthropic({ script });
    await ask(server);
    expect((await ask(server)).body.content[0]?.text).toBe(`1 ${JSON.stringify(QUESTION)}`);
  });

  it.each([
    [{ kind: 'truncated', text: 'and' } as const, 'max_tokens'],
    [{ kind: 'refusal', text: 'No.' } as const, 'refusal'],
    [{ kind: 'empty' } as const, 'end_turn'],
    [{ kind: 'tool-call', name: 'f', arguments: '{' } as const, 'tool_use'],
    [{ kind: 'message', content: [{ type: 'text', text: 'x' }], stopReason: 'pause_turn' } as const, 'pause_turn'],
  ])('stops %j for %s', async (script, reason) => {
    await using server = await startFakeAnthropic({ script });
    expect((await ask(server)).body.stop_reason).toBe(reason);
  });

  it.each([
    [401, 'authentication_error'],
    [400, 'invalid_request_error'],
    [413, 'request_too_large'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [529, 'overloaded_error'],
  ])('answers with %i in the form of the real one', async (status, type) => {
    await using server = await startFakeAnthropic({
      script: { kind: 'status', status, headers: { 'retry-after': '1' } },
    });
    const response = await post(server);
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '1']);
    expect(await response.json()).toMatchObject({ type: 'error', error: { type, message: expect.any(String) } });
  });

  it('breaks off, and sends an error in the middle of a stream', async () => {
    await using server = await startFakeAnthropic({
      script: [
        { kind: 'cut', afterChunks: 4 },
        { kind: 'stream-error', message: 'Overloaded' },
      ],
    });
    await expect(post(server, { stream: true }).then((response) => response.text())).rejects.toThrow();
    const events = await eventsOf(await post(server, { stream: true }));
    expect(events.at(-1)).toEqual({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
  });

  it('refuses an empty script', async () => {
    await expect(startFakeAnthropic({ script: [] })).rejects.toThrow('the script is empty');
  });
});

describe('signed thinking', () => {
  /** A conversation with three thoughts, as the server made it. */
  async function conversation(bindsThinking?: boolean) {
    const call = { kind: 'reply', reasoning: 'Hm.', toolCalls: [{ name: 'read', arguments: '{}' }] } as const;
    const server = await startFakeAnthropic({
      script: call,
      ...(bindsThinking === undefined ? {} : { bindsThinking }),
    });
    let messages: readonly AskedMessage[] = QUESTION.messages;
    for (let round = 0; round < 3; round += 1) {
      const { content } = (await ask(server, { messages })).body;
      const answer = { role: 'user', content: [result(content[1]?.id ?? '')] };
      messages = [...messages, { role: 'assistant', content }, answer];
    }
    return { server, messages };
  }
  const withoutThinking = (message: AskedMessage | undefined): AskedMessage => {
    return { role: 'assistant', content: message?.content.slice(1) ?? [] };
  };
  const INVALID = /Invalid `signature` in `thinking` block/;

  it('comes back unchanged behind what it was made for, whatever markers stand there', async () => {
    const { server, messages } = await conversation();
    await using _ = server;
    const marked = messages.map((message) => {
      if (message.role !== 'user' || typeof message.content === 'string') return message;
      const [block] = message.content;
      return { ...message, content: [{ ...block, cache_control: { type: 'ephemeral' } }] };
    });
    expect((await ask(server, { messages: marked })).status).toBe(200);
  });

  it('is refused behind a change, of a result, of the system prompt or of a tool, unless it leaves', async () => {
    const { server, messages } = await conversation();
    await using _ = server;
    const edited = messages.with(2, { role: 'user', content: [result('toolu_1', 'cleared')] });
    const { body } = await ask(server, { messages: edited });
    expect(body.error?.message).toMatch(/^messages\.3\.content\.0: Invalid .* bound to a different conversation/);
    expect((await ask(server, { messages, system: 'New.' })).body.error?.message).toMatch(INVALID);
    const tools = [{ name: 'read', input_schema: { type: 'object' } }];
    expect((await ask(server, { messages, tools })).body.error?.message).toMatch(INVALID);
    const dropped = edited.map((message, at) =>
      at > 2 && message.role === 'assistant' ? withoutThinking(message) : message,
    );
    expect((await ask(server, { messages: dropped })).status).toBe(200);
  });

  it('may leave from the front, not from the middle', async () => {
    const { server, messages } = await conversation();
    await using _ = server;
    expect((await ask(server, { messages: messages.with(1, withoutThinking(messages[1])) })).status).toBe(200);
    const gap = await ask(server, { messages: messages.with(3, withoutThinking(messages[3])) });
    expect(gap.body.error?.message).toMatch(INVALID);
  });

  it('holds for its own words alone where the model does not bind it', async () => {
    const { server, messages } = await conversation(false);
    await using _ = server;
    const edited = messages.with(2, { role: 'user', content: [result('toolu_1', 'cleared')] });
    expect((await ask(server, { messages: edited })).status).toBe(200);
    const forged = JSON.parse(JSON.stringify(messages[1]).replace('Hm.', 'Other.'));
    expect((await ask(server, { messages: messages.with(1, forged) })).body.error?.message).toMatch(INVALID);
  });

  it('hides its words where it is redacted, and is checked all the same', async () => {
    const content = [
      { type: 'redacted_thinking', data: 'secret' },
      { type: 'text', text: 'Hi.' },
    ];
    await using server = await startFakeAnthropic({ script: { kind: 'message', content } });
    const { content: made } = (await ask(server)).body;
    expect(JSON.stringify(made)).not.toContain('secret');
    const messages = (data: string) => [
      ...QUESTION.messages,
      { role: 'assistant', content: [{ ...made[0], data }, made[1]] },
      ...QUESTION.messages,
    ];
    expect((await ask(server, { messages: messages(made[0]?.data ?? '') })).status).toBe(200);
    expect((await ask(server, { messages: messages(`x${made[0]?.data}`) })).status).toBe(400);
  });
});

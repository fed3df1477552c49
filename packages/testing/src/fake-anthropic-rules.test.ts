import { describe, expect, it } from 'vitest';
import { ask, MARK, MARK_1H, post, QUESTION, refusalOf } from './fake-anthropic.fixture.ts';
import { startFakeAnthropic } from './fake-anthropic.ts';

const user = (...content: readonly object[]): object => ({ role: 'user', content });
const assistant = (...content: readonly object[]): object => ({ role: 'assistant', content });
const text = (said: string, extra: object = {}): object => ({ type: 'text', text: said, ...extra });
const call = (id: string, extra: object = {}): object => ({ type: 'tool_use', id, name: 'read', input: {}, ...extra });
const result = (id: string, extra: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...extra,
});
const HELLO = user(text('Hello'));
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };

describe('a strict fake of Anthropic', () => {
  it.each([
    ['one word', { messages: [HELLO] }],
    [
      'a tool loop with parallel calls and a word behind the results',
      {
        tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' }, ...MARK_1H }],
        system: [text('Rules.', MARK_1H)],
        messages: [
          HELLO,
          assistant(text('Yes.'), call('a'), call('b', MARK)),
          user(result('a'), result('b', MARK), text('And?')),
        ],
      },
    ],
    [
      'a result in parts',
      { messages: [HELLO, assistant(call('a')), user(result('a', { content: [text('x'), image] }))] },
    ],
    [
      'results in messages of their own',
      { messages: [HELLO, assistant(call('a'), call('b')), user(result('a')), user(result('b'))] },
    ],
    ['instructions behind the last user message', { messages: [HELLO, { role: 'system', content: 'Be short.' }] }],
    ['a marker for the whole request', { ...MARK, messages: [HELLO] }],
  ])('takes %s', async (_, fields) => {
    expect(await refusalOf(fields)).toBeUndefined();
  });

  it.each([
    ['no limit of output', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['an unknown field', { prompt_cache_key: 'x' }, 'prompt_cache_key: Extra inputs are not permitted'],
    ['no messages', { messages: [] }, 'messages: at least one message is required'],
    [
      'a field of its caller in a message',
      { messages: [{ ...HELLO, _context: {} }] },
      'messages.0._context: Extra inputs are not permitted',
    ],
    [
      'another first role',
      { messages: [assistant(text('Hi.')), HELLO] },
      'messages: first message must use the "user" role',
    ],
    [
      'a message of the model at the end',
      { messages: [HELLO, assistant(text('Hi.'))] },
      'This model does not support assistant message prefill.',
    ],
    [
      'a thought at the end of a message',
      { messages: [HELLO, assistant({ type: 'redacted_thinking', data: 'x' }), HELLO] },
      'messages.1: The final block in an assistant message cannot be `redacted_thinking`.',
    ],
    [
      'an empty message',
      { messages: [HELLO, assistant()] },
      'messages.1: assistant messages must have non-empty content',
    ],
    ['an empty text', { messages: [user(text(''))] }, 'messages.0.content.0: text content blocks must be non-empty'],
    [
      'a blank text',
      { messages: [user(text(' \n'))] },
      'messages.0.content.0: text content blocks must contain non-whitespace text',
    ],
    [
      'an unknown role',
      { messages: [HELLO, { role: 'tool', content: 'x' }] },
      "messages.1.role: Input should be 'user' or 'assistant'",
    ],
    [
      'a part of another form',
      { messages: [user({ type: 'image_url', image_url: {} })] },
      "messages.0.content.0: Input tag 'image_url'",
    ],
    [
      'a tool of another form',
      { tools: [{ type: 'function', function: {} }] },
      'tools.0.custom.name: String should match pattern',
    ],
    [
      'a call that is never answered',
      { messages: [HELLO, assistant(call('a')), HELLO] },
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a.',
    ],
    ['a call at the end', { messages: [HELLO, assistant(call('a'))] }, 'messages.1: `tool_use` ids were found without'],
    [
      'a result that nobody asked for',
      { messages: [user(result('a'))] },
      'messages.0: unexpected `tool_use_id` found in `tool_result` blocks: a.',
    ],
    [
      'a result twice',
      { messages: [HELLO, assistant(call('a')), user(result('a'), result('a'))] },
      'messages.2: each tool_use must have a single result.',
    ],
    [
      'two calls with one id',
      { messages: [HELLO, assistant(call('a'), call('a')), user(result('a'))] },
      'messages.1: `tool_use` ids must be unique',
    ],
    [
      'words in front of a result',
      { messages: [HELLO, assistant(call('a')), user(text('So:'), result('a'))] },
      'messages.2: `tool_result` blocks must come first',
    ],
    [
      'an id with a dot',
      { messages: [HELLO, assistant(call('a.b')), user(result('a.b'))] },
      'messages.1.content.0.tool_use.id: String should match pattern',
    ],
    [
      'arguments that are a text',
      { messages: [HELLO, assistant(call('a', { input: '{}' })), user(result('a'))] },
      'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    ],
    [
      'instructions in front',
      { messages: [{ role: 'system', content: 'x' }, HELLO] },
      'messages: first message must use the "user" role',
    ],
    [
      'instructions inside a tool loop',
      { messages: [HELLO, assistant(call('a')), { role: 'system', content: 'x' }, user(result('a'))] },
      'messages.2: a "system" message must follow a user turn',
    ],
  ])('refuses %s', async (_, fields, message) => {
    expect(await refusalOf(fields)).toContain(`400 invalid_request_error: ${message}`);
  });

  it.each([
    [
      'more than four',
      { messages: [user(...Array.from({ length: 5 }, () => text('x', MARK)))] },
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    [
      'four and one for the whole request',
      { ...MARK, messages: [user(...Array.from({ length: 4 }, () => text('x', MARK)), text('y'))] },
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    [
      'a longer one behind a shorter one',
      { system: [text('Rules.', MARK)], messages: [user(text('x', MARK_1H))] },
      "messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m'",
    ],
    [
      'one of another lifetime',
      { messages: [user(text('x', { cache_control: { type: 'ephemeral', ttl: '2h' } }))] },
      'messages.0.content.0.cache_control: Input should be',
    ],
    [
      'one for the whole request that contradicts the last',
      { ...MARK, messages: [user(text('x', MARK_1H))] },
      'cache_control: the last block has a cache_control with another ttl',
    ],
    [
      'one on thinking',
      { messages: [HELLO, assistant({ type: 'thinking', thinking: 'x', signature: 's', ...MARK }, text('y')), HELLO] },
      'messages.1.content.0.thinking.cache_control: Extra inputs are not permitted',
    ],
    [
      'one on an empty text',
      { messages: [user(text('', MARK))] },
      'messages.0.content.0.text: cache_control cannot be set for empty text blocks',
    ],
    [
      'one inside a result',
      { messages: [HELLO, assistant(call('a')), user(result('a', { content: [text('x', MARK)] }))] },
      'messages.2.content.0.tool_result.content.0.cache_control: Extra inputs',
    ],
    [
      'one on a message',
      { messages: [{ ...HELLO, ...MARK }] },
      'messages.0.cache_control: Extra inputs are not permitted',
    ],
  ])('refuses markers: %s', async (_, fields, message) => {
    expect(await refusalOf(fields)).toContain(`400 invalid_request_error: ${message}`);
  });

  it('refuses what is longer than its window, and says both sizes', async () => {
    const count = (said: string): number => said.length;
    expect(await refusalOf(QUESTION, { windowTokens: 12, count })).toBe(
      '400 invalid_request_error: prompt is too long: 13 tokens > 12 maximum',
    );
    expect(await refusalOf(QUESTION, { windowTokens: () => 13, count })).toBeUndefined();
  });

  it('wants its key, its version and its path', async () => {
    await using server = await startFakeAnthropic({ apiKey: 'key' });
    expect((await ask(server)).body.error).toEqual({ type: 'authentication_error', message: 'invalid x-api-key' });
    expect((await post(server, {}, { authorization: 'Bearer key' })).status).toBe(401);
    expect((await post(server, {}, { 'x-api-key': 'key' })).status).toBe(200);
    expect((await fetch(server.url, { headers: { 'x-api-key': 'key' } })).status).toBe(404);
    const headers = { 'x-api-key': 'key' };
    const unversioned = await fetch(`${server.url}/v1/messages`, { method: 'POST', headers, body: '{}' });
    expect(await unversioned.json()).toMatchObject({ error: { message: 'anthropic-version: header is required' } });
  });

  it('remembers each request, why it was refused, and what its prompt costs', async () => {
    await using server = await startFakeAnthropic();
    await ask(server, { messages: [] });
    await ask(server);
    expect(server.requests).toMatchObject([
      { path: '/v1/messages', refusal: 'messages: at least one message is required', bill: undefined },
      { body: QUESTION, refusal: undefined, bill: { readTokens: 0, inputTokens: expect.any(Number) } },
    ]);
  });
});

import { inspect } from 'node:util';
import type { Messages } from '@hermes-context/contract';
import { deepFreeze, startFakeAnthropic } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anthropicChatModel } from './anthropic-chat-model.ts';
import { claudeAt } from './anthropic-server.fixture.ts';
import type { WirePromptParts } from './chat-model.ts';
import { ask, REQUEST } from './chat-server.fixture.ts';

const INFO = { name: 'claude-test', contextTokens: 200_000 };
const TOOL = { name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } };

describe('a request to Anthropic', () => {
  it('has a limit of output, the tools with their schema, the system apart and the messages in their form', async () => {
    await using server = await startFakeAnthropic();
    const messages: Messages = deepFreeze([
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Hello?', metadata: { origin: 'hook' }, _context: { id: 'm1' } },
    ]);
    const { error } = await ask(claudeAt(server.url), { messages, tools: [TOOL] });
    expect(error).toBeUndefined();
    expect(server.requests[0]?.body).toEqual({
      model: 'claude-test',
      max_tokens: 8_192,
      tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object', properties: {} } }],
      system: 'Rules.',
      messages: [{ role: 'user', content: 'Hello?' }],
      stream: true,
    });
  });

  it.each([
    [{}, 8_192],
    [{ info: { ...INFO, maxOutputTokens: 64_000 } }, 64_000],
    [{ info: { ...INFO, maxOutputTokens: 64_000 }, maxOutputTokens: 1_000 }, 1_000],
  ])('limits the answer by option, else by what is known of the model: %j', async (options, limit) => {
    await using server = await startFakeAnthropic();
    await ask(claudeAt(server.url, options));
    expect(server.requests[0]?.body).toMatchObject({ max_tokens: limit });
  });

  it('carries the key in x-api-key alone, and no header from the environment', async () => {
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-secret: of-the-environment');
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
    vi.stubEnv('ANTHROPIC_API_KEY', 'of-the-environment');
    onTestFinished(() => void vi.unstubAllEnvs());
    await using server = await startFakeAnthropic({ apiKey: 'key-of-mine' });
    expect((await ask(claudeAt(server.url, { apiKey: 'key-of-mine' }))).error).toBeUndefined();
    const [request] = server.requests;
    expect(request?.headers).toMatchObject({ 'x-api-key': 'key-of-mine', 'anthropic-version': expect.any(String) });
    expect(request?.headers.authorization).toBeUndefined();
    expect(Object.keys(request?.headers ?? {}).filter((name) => /secret|stainless/.test(name))).toEqual([]);
  });

  it('carries no key where there is none', async () => {
    await using server = await startFakeAnthropic();
    await ask(claudeAt(server.url));
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it.each(['', '/v1', '/v1/'])('finds the API at an address that ends in "%s", query included', async (end) => {
    await using server = await startFakeAnthropic();
    const model = claudeAt(`${server.url}${end}?tenant=a`);
    expect((await ask(model)).error).toBeUndefined();
    expect(server.requests[0]?.path).toBe('/v1/messages?tenant=a');
    expect(model.route).toBe(server.url);
  });

  it('goes through the last hand of its caller, whose words a retry repeats', async () => {
    await using server = await startFakeAnthropic({
      script: [
        { kind: 'status', status: 529 },
        { kind: 'reply', text: 'Hi.' },
      ],
    });
    const seen: WirePromptParts[] = [];
    const system = [{ type: 'text', text: 'Rules.', cache_control: { type: 'ephemeral' } }];
    const prepareWire = (parts: WirePromptParts): WirePromptParts => {
      seen.push(parts);
      return { ...parts, system };
    };
    const messages: Messages = [{ role: 'system', content: 'Rules.' }, ...REQUEST.messages];
    await ask(claudeAt(server.url, { retries: 1 }), { messages, prepareWire });
    expect(seen).toEqual([{ shape: 'anthropic', system: 'Rules.', messages: REQUEST.messages }]);
    expect(server.requests.map(({ body }) => (body as { system: unknown }).system)).toEqual([system, system]);
  });

  it('shows what did not change as the same objects, merged results too', async () => {
    await using server = await startFakeAnthropic();
    const model = claudeAt(server.url);
    const seen: WirePromptParts[] = [];
    const prepareWire = (parts: WirePromptParts): WirePromptParts => {
      seen.push(parts);
      return parts;
    };
    const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } }) as const;
    const messages: Messages = [
      { role: 'user', content: 'Read both.' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'A' },
      { role: 'tool', tool_call_id: 'b', content: 'B' },
    ];
    const next: Messages = [...messages, { role: 'assistant', content: 'Both.' }, { role: 'user', content: 'Thanks.' }];
    await ask(model, { messages, tools: [TOOL], prepareWire });
    await ask(model, { messages: next, tools: [TOOL], prepareWire });
    const [first, second] = seen;
    expect(first?.messages).toHaveLength(3);
    expect(first?.messages.map((message, index) => message === second?.messages[index])).toEqual([true, true, true]);
    expect(first?.tools?.[0]).toBe(second?.tools?.[0]);
  });
});

it('says where it is reached in the form of OpenAI only where it is known, and shows its key to nobody', () => {
  const options = { model: 'm', info: INFO, apiKey: 'my-own-key-1' };
  const model = anthropicChatModel(options);
  expect(model.endpoint?.()).toEqual({ baseUrl: 'https://api.anthropic.com/v1', apiKey: 'my-own-key-1' });
  expect(JSON.stringify(model) + inspect(model, { showHidden: true })).not.toContain('my-own-key-1');
  expect(anthropicChatModel({ ...options, baseUrl: 'http://localhost:1' }).endpoint).toBeUndefined();
  expect(model).toMatchObject({ route: 'https://api.anthropic.com', wire: 'anthropic' });
});

it('ends at once when it is aborted, with the reason of the signal', async () => {
  await using server = await startFakeAnthropic({ script: { kind: 'hang-mid-stream', afterChunks: 4 } });
  const controller = new AbortController();
  const reason = new Error('enough');
  const asking = claudeAt(server.url).complete({
    ...REQUEST,
    signal: controller.signal,
    onDelta: () => controller.abort(reason),
  });
  await expect(asking).rejects.toBe(reason);
  await expect(claudeAt(server.url).complete({ ...REQUEST, signal: controller.signal })).rejects.toBe(reason);
});

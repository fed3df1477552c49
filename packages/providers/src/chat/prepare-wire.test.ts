import type { Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { cacheKeyField } from './cache-key-field.ts';
import type { WirePromptParts } from './chat-model.ts';
import { ask, chunk, modelAt, sends, startChatServer, streams } from './chat-server.fixture.ts';

const HELLO = streams(chunk({ role: 'assistant', content: 'Hi.' }, 'stop'));
const TOOL = { name: 'list', description: 'Lists.', parameters: { type: 'object' } };
const MESSAGES: Messages = deepFreeze([
  { role: 'system', content: 'Rules.' },
  { role: 'user', content: 'Hello?', metadata: { origin: 'chat' }, _context: { id: 'm1' } },
]);

describe('the last hand on a request', () => {
  it('gets the parts as they would be sent, and what it returns is sent', async () => {
    await using server = await startChatServer(HELLO);
    const seen: WirePromptParts[] = [];
    const prepareWire = (parts: WirePromptParts): WirePromptParts => {
      seen.push(parts);
      const marked = { type: 'text', text: 'Hello?', cache_control: { type: 'ephemeral' } };
      return { ...parts, messages: parts.messages.with(-1, { role: 'user', content: [marked] }) };
    };
    await ask(modelAt(server.url), { messages: MESSAGES, tools: [TOOL], prepareWire });
    expect(seen).toEqual([
      {
        shape: 'openai-chat',
        tools: [{ type: 'function', function: TOOL }],
        messages: [
          { role: 'system', content: 'Rules.' },
          { role: 'user', content: 'Hello?' },
        ],
      },
    ]);
    expect(server.arrived[0]?.body['messages']).toEqual([
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello?', cache_control: { type: 'ephemeral' } }] },
    ]);
  });

  it('is laid on once: a retry sends the same', async () => {
    await using server = await startChatServer(sends('{}', 'application/json', 503), HELLO);
    let count = 0;
    const prepareWire = (parts: WirePromptParts): WirePromptParts => {
      count += 1;
      return { ...parts, messages: [...parts.messages, { role: 'user', content: `No. ${count}` }] };
    };
    await ask(modelAt(server.url, { retries: 1 }), { prepareWire });
    const [first, second] = server.arrived.map(({ body }) => body['messages']);
    expect(first).toEqual([
      { role: 'user', content: 'Hello?' },
      { role: 'user', content: 'No. 1' },
    ]);
    expect(second).toEqual(first);
    expect(count).toBe(1);
  });

  it('finds messages and tools that did not change to be the same objects in the next request', async () => {
    await using server = await startChatServer(HELLO);
    const model = modelAt(server.url);
    const seen: WirePromptParts[] = [];
    const prepareWire = (parts: WirePromptParts): WirePromptParts => {
      seen.push(parts);
      return parts;
    };
    await ask(model, { messages: MESSAGES, tools: [TOOL], prepareWire });
    const edited = { ...MESSAGES[1], role: 'user', content: 'Hello again?' } as const;
    await ask(model, { messages: [...MESSAGES, edited], tools: [TOOL], prepareWire });
    const [first, second] = seen;
    expect(second?.messages).toHaveLength(3);
    expect(first?.messages.map((message, index) => message === second?.messages[index])).toEqual([true, true]);
    expect(second?.messages[2]).toEqual({ role: 'user', content: 'Hello again?' });
    expect(first?.tools?.[0]).toBe(second?.tools?.[0]);
  });
});

describe('the id of a conversation', () => {
  it.each([
    ['https://api.openai.com/v1', { prompt_cache_key: 's-1' }],
    ['https://eu.api.openai.com/v1', { prompt_cache_key: 's-1' }],
    ['https://openrouter.ai/api/v1', { session_id: 's-1' }],
    ['https://api.openai.com.example.test/v1', {}],
    ['https://notopenrouter.ai/v1', {}],
    ['http://127.0.0.1:1234/v1', {}],
  ])('goes to %s as %j', (route, field) => {
    expect(cacheKeyField(route, 's-1')).toEqual(field);
    expect(cacheKeyField(route, undefined)).toEqual({});
    expect(cacheKeyField(route, '')).toEqual({});
  });

  it('is sent as a hash where it is longer than servers take', () => {
    const field = cacheKeyField('https://api.openai.com/v1', 'x'.repeat(65));
    expect(field['prompt_cache_key']).toMatch(/^[0-9a-f]{64}$/);
    expect(cacheKeyField('https://api.openai.com/v1', 'x'.repeat(65))).toEqual(field);
    expect(cacheKeyField('https://api.openai.com/v1', 'y'.repeat(65))).not.toEqual(field);
  });

  it('does not reach a server that is not known to want it', async () => {
    await using server = await startChatServer(HELLO);
    await ask(modelAt(server.url), { promptCacheKey: 's-1' });
    expect(JSON.stringify(server.arrived[0]?.body)).not.toContain('s-1');
  });
});

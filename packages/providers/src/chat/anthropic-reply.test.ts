import type { Messages } from '@hermes-context/contract';
import { startFakeAnthropic } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { askClaude, claudeAt } from './anthropic-server.fixture.ts';
import type { WirePromptParts } from './chat-model.ts';
import { ask, REQUEST, sends, startChatServer } from './chat-server.fixture.ts';

const TOOL = { name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } };

describe('a reply of Anthropic', () => {
  it('has the text in pieces, and the three parts of the prompt as its size', async () => {
    await using server = await startFakeAnthropic({
      script: { kind: 'reply', text: 'Ship it 🚀 now', chunkChars: 3 },
      minCacheTokens: 1,
    });
    const prepareWire = (parts: WirePromptParts): WirePromptParts => {
      const content = [{ type: 'text', text: 'Hello?', cache_control: { type: 'ephemeral' } }];
      return { ...parts, messages: [{ role: 'user', content }] };
    };
    const { reply, deltas } = await ask(claudeAt(server.url), { prepareWire });
    expect(reply?.message).toMatchObject({ role: 'assistant', content: 'Ship it 🚀 now' });
    expect(reply?.finish).toBe('stop');
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.map(({ text }) => text).join('')).toBe('Ship it 🚀 now');
    const size = reply?.usage?.promptTokens;
    expect(size).toBeGreaterThan(0);
    expect(reply?.usage).toEqual({
      promptTokens: size,
      completionTokens: expect.any(Number),
      cacheReadTokens: 0,
      cacheWriteTokens: size,
    });
    expect((await ask(claudeAt(server.url), { prepareWire })).reply?.usage).toMatchObject({
      promptTokens: size,
      cacheReadTokens: size,
      cacheWriteTokens: 0,
    });
  });

  it('goes back byte for byte, signed thinking and parallel calls included', async () => {
    const calls = [
      { name: 'read', arguments: '{"path":"a-long-name.ts","lines":[1,2]}' },
      { name: 'list', arguments: '{}' },
    ];
    await using server = await startFakeAnthropic({
      script: [
        { kind: 'reply', reasoning: 'Look first.', text: 'Looking.', toolCalls: calls, chunkChars: 4 },
        { kind: 'reply', text: 'Done.' },
      ],
    });
    const model = claudeAt(server.url);
    const { reply, deltas } = await ask(model, { tools: [TOOL] });
    expect(reply?.finish).toBe('tool-calls');
    expect(reply?.message).toMatchObject({ content: 'Looking.', reasoning_content: 'Look first.' });
    expect(reply?.message.tool_calls?.map(({ function: called }) => called)).toEqual(calls);
    const told = (kind: string) => deltas.flatMap((delta) => (delta.kind === kind ? [delta.text] : [])).join('');
    expect([told('reasoning'), told('text')]).toEqual(['Look first.', 'Looking.']);

    const results = (reply?.message.tool_calls ?? []).map(({ id }) => {
      return { role: 'tool', tool_call_id: id, content: 'ok' } as const;
    });
    const stored: Messages = JSON.parse(JSON.stringify([...REQUEST.messages, reply?.message, ...results]));
    const { error } = await ask(model, { messages: stored, tools: [TOOL] });
    expect(error).toBeUndefined(); // the server checks the signature
    const sent = server.requests[1]?.body as { readonly messages: readonly { readonly content: object[] }[] };
    expect(sent.messages[1]?.content).toEqual(reply?.message._context?.wire?.parts);
    expect(sent.messages[1]?.content[0]).toEqual({
      type: 'thinking',
      thinking: 'Look first.',
      signature: expect.stringMatching(/./),
    });
  });

  it('keeps hidden thinking, of which there is nothing to read', async () => {
    const content = [
      { type: 'redacted_thinking', data: 'secret thoughts' },
      { type: 'text', text: 'Done.' },
    ];
    const { reply } = await askClaude({ kind: 'message', content });
    expect(reply?.message).not.toHaveProperty('reasoning_content');
    expect(reply?.message._context?.wire?.parts).toMatchObject([{ type: 'redacted_thinking' }, { type: 'text' }]);
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'other'],
    ['refusal', 'refusal'],
    ['something_new', 'other'],
  ] as const)('that stopped for %s says %s', async (stopReason, finish) => {
    const { reply } = await askClaude({ kind: 'message', content: [{ type: 'text', text: 'So far.' }], stopReason });
    expect(reply).toMatchObject({ finish, message: { content: 'So far.' } });
  });

  it('that was cut in a call keeps what came of it, as it came', async () => {
    const content = [{ type: 'tool_use', name: 'write', input: '{"path":"a.ts","tex' }];
    const { reply } = await askClaude({ kind: 'message', content, stopReason: 'max_tokens' });
    expect(reply?.finish).toBe('length');
    expect(reply?.message.tool_calls?.[0]?.function).toEqual({ name: 'write', arguments: '{"path":"a.ts","tex' });
  });

  it('has the digits of a number that is too long to be read', async () => {
    const call = { kind: 'tool-call', name: 'open', arguments: '{"id":12345678901234567890}' } as const;
    expect((await askClaude(call)).reply?.message.tool_calls?.[0]?.function.arguments).toBe(call.arguments);
  });

  it('that was refused carries nothing out: calls and thinking leave', async () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'I cannot.' },
      { type: 'tool_use', name: 'rm', input: {} },
    ];
    const { reply } = await askClaude({ kind: 'message', content, stopReason: 'refusal' });
    expect(reply).toMatchObject({ finish: 'refusal', message: { role: 'assistant', content: 'I cannot.' } });
    expect(Object.keys(reply?.message ?? {})).toEqual(['role', 'content']);
  });

  it('comes from a server that does not stream', async () => {
    const usage = { input_tokens: 10, output_tokens: 2 };
    const body = { type: 'message', content: [{ type: 'text', text: 'Whole.' }], stop_reason: 'end_turn', usage };
    await using server = await startChatServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { reply } = await ask(claudeAt(server.url));
    expect(reply).toMatchObject({
      finish: 'stop',
      message: { content: 'Whole.' },
      usage: { promptTokens: 10, completionTokens: 2 },
    });
  });
});

/** A server that streams these events, each named by its type. */
function streaming(...events: readonly { readonly type: string; readonly [field: string]: unknown }[]) {
  const sent = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return startChatServer(sends(sent, 'text/event-stream'));
}

it('takes a stream that says its end for whole, though it says no reason', async () => {
  await using server = await streaming(
    { type: 'message_start', message: {} },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi.' } },
    { type: 'message_stop' },
  );
  const { reply, deltas } = await ask(claudeAt(server.url));
  expect(reply).toMatchObject({ finish: 'stop', message: { content: 'Hi.' } });
  expect(reply).not.toHaveProperty('usage');
  expect(deltas).toEqual([{ kind: 'text', text: 'Hi.' }]);
});

describe('thinking that has no signature yet', () => {
  it('is told, and not sent back', async () => {
    await using server = await streaming(
      { type: 'message_start', message: { usage: { input_tokens: 5 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'I was' } },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    );
    const { reply } = await ask(claudeAt(server.url));
    expect(reply).toMatchObject({ finish: 'length', message: { content: '', reasoning_content: 'I was' } });
    expect(reply?.message._context?.wire?.parts).toEqual([]);
  });
});

import type { AssistantMessage, Messages } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import { type FakeResponses, type FakeResponsesOptions, startFakeResponses } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromCheckpoint } from '../from-checkpoint.ts';
import type { ChatDelta, ChatModel, ChatRequest } from './chat-model.ts';
import { ChatModelError } from './chat-model-error.ts';
import { sends, startChatServer } from './chat-server.fixture.ts';
import { type ResponsesChatModelOptions, responsesChatModel } from './responses-chat-model.ts';

const ASKED: Messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hello?' },
];
const TOOL = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
const QUICK = { retries: 1, retryDelayMs: 1, idleTimeoutMs: 300 };

async function serverWith(options: FakeResponsesOptions = {}): Promise<FakeResponses> {
  const server = await startFakeResponses(options);
  onTestFinished(() => server.close());
  return server;
}

function modelAt(baseUrl: string, more: Partial<ResponsesChatModelOptions> = {}): ChatModel {
  const info = { name: 'gpt-5.6', contextTokens: 400_000 };
  return responsesChatModel({ model: 'gpt-5.6', info, baseUrl, trustedHosts: ['127.0.0.1'], ...QUICK, ...more });
}

function ask(model: ChatModel, messages: Messages, more: Partial<ChatRequest> = {}) {
  return model.complete({ messages, tools: [], signal: new AbortController().signal, ...more });
}

const bodyOf = (server: FakeResponses, at = -1): Record<string, unknown> => ({
  ...Object(server.requests.at(at)?.body),
});

describe('responsesChatModel', () => {
  it('streams an answer, keeps its items exactly, and has nothing stored', async () => {
    const server = await serverWith({
      script: { kind: 'reply', text: 'A rather long answer in pieces.', reasoning: 'r' },
    });
    const deltas: ChatDelta[] = [];
    const reply = await ask(modelAt(server.url), ASKED, { tools: [TOOL], onDelta: (delta) => deltas.push(delta) });

    expect(reply).toMatchObject({
      finish: 'stop',
      message: { role: 'assistant', content: 'A rather long answer in pieces.' },
    });
    expect(deltas.map(({ text }) => text).join('')).toBe('A rather long answer in pieces.');
    expect(reply.usage?.promptTokens).toBe(server.requests[0]?.inputTokens);
    expect(reply.message._context?.wire?.parts).toMatchObject([{ type: 'reasoning' }, { type: 'message' }]);
    expect(bodyOf(server)).toMatchObject({
      instructions: 'Be brief.',
      store: false,
      include: ['reasoning.encrypted_content'],
      tools: [{ type: 'function', name: 'look' }],
    });
    expect(bodyOf(server)).not.toHaveProperty('previous_response_id');
    expect(bodyOf(server)).not.toHaveProperty('context_management');
    expect(reply.serverCompaction).toBeUndefined();
  });

  it('sends calls, their results and encrypted reasoning back as they came', async () => {
    const calls = { kind: 'reply', reasoning: 'secret', toolCalls: [{ name: 'look', arguments: '{"at":1}' }] } as const;
    const server = await serverWith({ script: [calls, { kind: 'reply', text: 'Seen.' }] });
    const model = modelAt(server.url);
    const { message, finish } = await ask(model, ASKED, { tools: [TOOL] });
    expect(finish).toBe('tool-calls');
    const id = message.tool_calls?.[0]?.id ?? '';
    await ask(model, [...ASKED, message, { role: 'tool', tool_call_id: id, content: 'a wall' }], { tools: [TOOL] });
    const { input } = bodyOf(server);
    expect(input).toMatchObject([
      { role: 'user' },
      { type: 'reasoning', encrypted_content: Buffer.from('secret').toString('base64') },
      { type: 'function_call', call_id: id, arguments: '{"at":1}' },
      { type: 'function_call_output', call_id: id, output: 'a wall' },
    ]);
    expect(server.requests.map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
  });

  it('S-087 asks for the field, keeps the checkpoint with the answer, and replays it byte for byte', async () => {
    const server = await serverWith({ script: { kind: 'reply', text: 'Noted.' } });
    const model = modelAt(server.url);
    expect(model.info.serverCompaction).toBe('item');
    const long: Messages = [...ASKED, { role: 'user', content: 'word '.repeat(4_000) }];
    const serverCompaction = { thresholdTokens: 2_000, localTriggerTokens: 100_000 };
    const first = await ask(model, long, { serverCompaction });
    expect(bodyOf(server)).toMatchObject({ context_management: [{ type: 'compaction', compact_threshold: 2_000 }] });
    expect(first.serverCompaction).toEqual({ kind: 'compacted', thresholdTokens: 2_000 });
    const [item] = first.message._context?.wire?.parts ?? [];
    expect(item).toMatchObject({ type: 'compaction', encrypted_content: expect.any(String) });

    const list: Messages = [...long, first.message, { role: 'user', content: 'And now?' }];
    const { messages } = fromCheckpoint(list, () => true);
    const second = await ask(model, messages, { serverCompaction });
    const { input } = bodyOf(server);
    expect(JSON.stringify(Array.isArray(input) ? input.find(({ type }) => type === 'compaction') : [])).toBe(
      JSON.stringify(item),
    );
    expect(second.serverCompaction).toEqual({ kind: 'asked', thresholdTokens: 2_000 });
    expect(server.requests[1]?.inputTokens).toBeLessThan(500);
  });

  it('S-087 counts nothing for what is encrypted', () => {
    const said: AssistantMessage = { role: 'assistant', content: 'Noted.' };
    const parts = [{ type: 'compaction', encrypted_content: 'A'.repeat(100_000) }];
    const kept: AssistantMessage = { ...said, _context: { wire: { format: 'openai-responses', parts } } };
    expect(estimateTokens(kept)).toBe(estimateTokens(said));
  });

  it('S-088 does not send the field where the gate is closed, and says why', async () => {
    const server = await serverWith();
    const model = modelAt(server.url, { trustedHosts: [] });
    const reply = await ask(model, ASKED, { serverCompaction: { thresholdTokens: 2_000 } });
    expect(reply.serverCompaction).toEqual({ kind: 'not-asked', reason: expect.stringContaining('A local server') });
    expect(bodyOf(server)).not.toHaveProperty('context_management');
    expect(model.info.serverCompaction).toBeUndefined();
  });

  it('S-090 asks once more without the field where the server refuses it, and says so', async () => {
    const server = await serverWith({ rejectsCompaction: true });
    const reply = await ask(modelAt(server.url), ASKED, { serverCompaction: { thresholdTokens: 9_000 } });
    expect(reply.message.content).toBe('Hello.');
    expect(reply.serverCompaction).toEqual({ kind: 'refused', detail: expect.stringContaining('context_management') });
    expect(server.requests.map(({ body }) => 'context_management' in Object(body))).toEqual([true, false]);
  });

  it('S-090 takes no other failure for one', async () => {
    const server = await serverWith({
      script: { kind: 'status', status: 400, code: 'context_length_exceeded', message: 'Too long.' },
    });
    const asked = ask(modelAt(server.url), ASKED, { serverCompaction: { thresholdTokens: 9_000 } });
    await expect(asked).rejects.toMatchObject({ facts: { failure: 'context-length' } });
    expect(server.requests).toHaveLength(1);
  });

  it('asks without encrypted reasoning, from then on, where the model does not know it', async () => {
    const server = await serverWith({ rejectsInclude: true });
    const model = modelAt(server.url);
    await ask(model, ASKED);
    await ask(model, ASKED);
    expect(server.requests.map(({ body }) => 'include' in Object(body))).toEqual([true, false, false]);
  });

  it.each([
    ['the output limit', { kind: 'reply', text: 'Half', incomplete: 'max_output_tokens' }, 'length'],
    ['a filter', { kind: 'reply', text: 'I will', incomplete: 'content_filter' }, 'refusal'],
  ] as const)('tells of an answer that was cut by %s', async (_case, script, finish) => {
    const server = await serverWith({ script });
    expect((await ask(modelAt(server.url), ASKED)).finish).toBe(finish);
  });

  it('takes an answer that is incomplete without a reason for one that was cut', async () => {
    const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Half' }] }];
    await using server = await startChatServer(sends(JSON.stringify({ status: 'incomplete', output })));
    expect((await ask(modelAt(server.url), ASKED)).finish).toBe('length');
  });

  it('reads a server that does not stream', async () => {
    await using server = await startChatServer(
      sends(
        JSON.stringify({
          status: 'completed',
          output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Whole.' }] }],
          usage: { input_tokens: 7, output_tokens: 2, input_tokens_details: { cached_tokens: 5 } },
        }),
      ),
    );
    const deltas: ChatDelta[] = [];
    const reply = await ask(modelAt(server.url), ASKED, { onDelta: (delta) => deltas.push(delta) });
    expect(reply.message.content).toBe('Whole.');
    expect(reply.usage).toEqual({ promptTokens: 7, completionTokens: 2, cacheReadTokens: 5 });
    expect(deltas).toEqual([{ kind: 'text', text: 'Whole.' }]);
  });

  it.each([
    ['silence', { kind: 'hang' }, 'timeout', 2],
    ['a broken stream', { kind: 'cut' }, 'network', 2],
    ['a wrong key', { kind: 'status', status: 401, code: 'invalid_api_key' }, 'auth', 1],
    ['a rate limit', { kind: 'status', status: 429, code: 'rate_limit_exceeded' }, 'rate-limit', 2],
    ['a failure in the stream', { kind: 'failed', code: 'server_error', message: 'It failed.' }, 'overload', 2],
    ['no answer at all', { kind: 'reply', text: '' }, 'bad-response', 1],
  ] as const)('fails by %s, after as many tries as that is worth', async (_case, script, failure, tries) => {
    const server = await serverWith({ script });
    const error: unknown = await ask(modelAt(server.url), ASKED).catch((thrown: unknown) => thrown);
    expect(error instanceof ChatModelError && error.facts.failure).toBe(failure);
    expect(server.requests.length).toBeGreaterThanOrEqual(tries);
  });
});

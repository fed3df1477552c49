import { describe, expect, it } from 'vitest';
import { type FakeResponses, startFakeResponses } from './fake-responses.ts';

const USER = {
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text: 'Hello there, how are you today?' }],
};

interface Whole {
  readonly output: readonly { readonly type: string; readonly encrypted_content?: string }[];
  readonly usage: { readonly input_tokens: number };
  readonly error?: { readonly message: string; readonly param: string | null };
}

async function ask(server: FakeResponses, fields: object): Promise<{ readonly status: number; readonly body: Whole }> {
  const response = await fetch(`${server.url}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-5.6', store: false, input: [USER], ...fields }),
  });
  const body: Whole = JSON.parse(await response.text());
  return { status: response.status, body };
}

interface Event {
  readonly type: string;
  readonly sequence_number: number;
  readonly item?: unknown;
  readonly response?: { readonly output?: unknown };
}

/** Events up to the end of the stream, or until nothing came for so long. */
async function stream(server: FakeResponses, fields: object, patienceMs = 5_000): Promise<readonly Event[]> {
  const response = await fetch(`${server.url}/responses`, {
    method: 'POST',
    body: JSON.stringify({ model: 'gpt-5.6', store: false, input: [USER], stream: true, ...fields }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const silence = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs).unref());
    const read = await Promise.race([reader?.read().catch(() => undefined), silence]);
    if (read?.value === undefined) break;
    text += read.value;
  }
  return Array.from(text.matchAll(/^data: (.*)$/gm), ([, data = '']): Event => JSON.parse(data));
}

describe('the fake of OpenAI Responses', () => {
  it('compacts at the threshold, and reads from its checkpoint on when that comes back', async () => {
    await using server = await startFakeResponses();
    const input = Array.from({ length: 80 }, () => USER);
    const edit = { context_management: [{ type: 'compaction', compact_threshold: 1_024 }] };
    const first = await ask(server, { input, ...edit });
    const [item] = first.body.output;
    expect(item).toMatchObject({ type: 'compaction', encrypted_content: expect.stringMatching(/^[\w+/]+=*$/) });
    expect(first.body.usage.input_tokens).toBeGreaterThan(1_024);

    const second = await ask(server, { input: [...input, item, USER], ...edit });
    expect(second.body.output.map(({ type }) => type)).toEqual(['message']);
    expect(second.body.usage.input_tokens).toBeLessThan(500);
    expect((await ask(server, { input })).body.output.map(({ type }) => type)).toEqual(['message']);
  });

  it('compacts and says nothing else where the last item orders it', async () => {
    await using server = await startFakeResponses();
    const { body } = await ask(server, { input: [USER, { type: 'compaction_trigger' }] });
    expect(body.output.map(({ type }) => type)).toEqual(['compaction']);
  });

  it.each([
    ['an empty input', { input: [] }, /at least one item/],
    ['an unknown item', { input: [{ type: 'thought' }] }, /'thought'/],
    [
      'a result without its call',
      { input: [{ type: 'function_call_output', call_id: 'x', output: '' }] },
      /No tool call/,
    ],
    [
      'a call without its result',
      { input: [USER, { type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' }] },
      /No tool output/,
    ],
    ['side data', { input: [{ ...USER, _context: {} }] }, /_context/],
    ['notes of a host', { input: [{ ...USER, metadata: {} }] }, /metadata/],
    ['a field of another protocol', { messages: [] }, /'messages'/],
    ['a tool of another protocol', { tools: [{ type: 'function', function: { name: 'f' } }] }, /tools\[0\]\.name/],
    [
      'what a user cannot say',
      { input: [{ type: 'message', role: 'user', content: [{ type: 'output_text', text: 'x' }] }] },
      /output_text/,
    ],
    [
      'what a model cannot say',
      { input: [{ type: 'message', role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }] },
      /input_text/,
    ],
    [
      'a thought that led to nothing',
      { input: [{ type: 'reasoning', id: 'rs_1', summary: [] }, USER] },
      /following item/,
    ],
    [
      'a checkpoint of another server',
      { input: [{ type: 'compaction', encrypted_content: 'AAAA' }, USER] },
      /verified/,
    ],
    ['an order to compact in the middle', { input: [{ type: 'compaction_trigger' }, USER] }, /last item/],
    ['a stored response', { previous_response_id: 'resp_1' }, /previous_response_id/],
    [
      'a threshold that is no number',
      { context_management: [{ type: 'compaction', compact_threshold: null }] },
      /compact_threshold/,
    ],
  ])('refuses %s', async (_case, fields, message) => {
    await using server = await startFakeResponses();
    const { status, body } = await ask(server, fields);
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(message);
  });

  it('reads nothing in front of a checkpoint, and makes the same one of the same input', async () => {
    await using server = await startFakeResponses();
    const order = { type: 'compaction_trigger' };
    const [first, second] = [await ask(server, { input: [USER, order] }), await ask(server, { input: [USER, order] })];
    const [item] = first.body.output;
    expect(second.body.output[0]?.encrypted_content).toBe(item?.encrypted_content);
    const call = { type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' };
    const result = { type: 'function_call_output', call_id: 'x', output: 'done' };
    const whole = await ask(server, { input: [USER, call, item, result] });
    const alone = await ask(server, { input: [item, result] });
    expect([whole.status, whole.body.usage]).toEqual([200, alone.body.usage]);
    const thought = { type: 'reasoning', id: 'rs_1', summary: [] };
    expect((await ask(server, { input: [call, thought, item, USER] })).status).toBe(200);
  });

  it('streams a reply event by event, and says at the end what it says in one body', async () => {
    const script = {
      kind: 'reply',
      text: ['Let me look at that first.', 'Here.'],
      summary: 'Looking.',
      toolCalls: [{ name: 'f', arguments: '{}' }],
    } as const;
    await using server = await startFakeResponses({ script });
    const events = await stream(server, { include: ['reasoning.encrypted_content'] });
    expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      ...['output_item.added', 'reasoning_summary_text.delta', 'output_item.done'],
      ...['output_item.added', 'output_text.delta', 'output_text.delta', 'output_item.done'],
      ...['output_item.added', 'output_text.delta', 'output_item.done'],
      ...['output_item.added', 'function_call_arguments.delta', 'output_item.done'],
      'completed',
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
    expect(events.at(-1)?.response?.output).toEqual(done);
    const { body } = await ask(server, {});
    expect(body.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'message', 'function_call']);
    expect(body.output[0]).not.toHaveProperty('encrypted_content');
  });

  it('falls silent, breaks off and fails where it is told to', async () => {
    await using server = await startFakeResponses({
      script: [
        { kind: 'hang' },
        { kind: 'hang', afterEvents: 4 },
        { kind: 'cut' },
        { kind: 'failed', code: 'server_error', message: 'Oh.' },
        { kind: 'stream-error', code: 'server_error', message: 'Oh.' },
        { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      ],
    });
    const typesOf = async () => (await stream(server, {}, 60)).map(({ type }) => type.replace('response.', ''));
    expect(await typesOf()).toEqual(['created']);
    expect(await typesOf()).toEqual(['created', 'in_progress', 'output_item.added', 'output_text.delta']);
    expect(await typesOf()).toEqual(['created', 'in_progress', 'output_item.added', 'output_text.delta']);
    expect(await typesOf()).toEqual(['created', 'failed']);
    expect(await typesOf()).toEqual(['created', 'error']);
    const limited = await fetch(`${server.url}/responses`, { method: 'POST', body: JSON.stringify({ input: 'Hi' }) });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('has a window and a key, if told so', async () => {
    await using server = await startFakeResponses({ windowTokens: 100, apiKey: 'k' });
    expect((await ask(server, {})).status).toBe(401);
    const headers = { authorization: 'Bearer k' };
    const post = (input: unknown) =>
      fetch(`${server.url}/responses`, { method: 'POST', headers, body: JSON.stringify({ input }) });
    expect((await post('Hi')).status).toBe(200);
    expect(await (await post('word '.repeat(200))).text()).toContain('context_length_exceeded');
    expect(server.requests.map(({ refusal }) => refusal !== undefined)).toEqual([true, false, true]);
  });

  it('refuses the field as a server that does not know it, when told to', async () => {
    await using server = await startFakeResponses({ rejectsCompaction: true });
    const { status, body } = await ask(server, {
      context_management: [{ type: 'compaction', compact_threshold: 9_000 }],
    });
    expect({ status, param: body.error?.param }).toEqual({ status: 400, param: 'context_management' });
    expect((await ask(server, {})).status).toBe(200);
  });
});

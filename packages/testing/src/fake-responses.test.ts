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

  it('refuses the field as a server that does not know it, when told to', async () => {
    await using server = await startFakeResponses({ rejectsCompaction: true });
    const { status, body } = await ask(server, {
      context_management: [{ type: 'compaction', compact_threshold: 9_000 }],
    });
    expect({ status, param: body.error?.param }).toEqual({ status: 400, param: 'context_management' });
    expect((await ask(server, {})).status).toBe(200);
  });
});

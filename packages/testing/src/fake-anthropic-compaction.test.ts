import { describe, expect, it } from 'vitest';
import { type AnswerBody, eventsOf, post, QUESTION } from './fake-anthropic.fixture.ts';
import { type FakeAnthropic, type FakeAnthropicOptions, startFakeAnthropic } from './fake-anthropic.ts';

const BETA = { 'anthropic-beta': 'other-2026-01-01, compact-2026-01-12' };
const HELLO = QUESTION.messages;
/** Each of 1,000 tokens and more. */
const LONG = [{ role: 'user', content: 'word '.repeat(1_000) }];
const LOW = { minTriggerTokens: 1 };

function edit(value: unknown, more: object = {}): object {
  const trigger = { type: 'input_tokens', value };
  return { context_management: { edits: [{ type: 'compact_20260112', trigger, ...more }] } };
}

function holding(block: object, before: readonly object[] = LONG): { readonly messages: readonly object[] } {
  const content = [
    { type: 'compaction', ...block },
    { type: 'text', text: 'Done.' },
  ];
  return { messages: [...before, { role: 'assistant', content }, ...HELLO] };
}

async function asking(server: FakeAnthropic, fields: object, headers: object = BETA) {
  const response = await post(server, fields, headers);
  return { status: response.status, body: (await response.json()) as AnswerBody };
}

async function withServer(use: (server: FakeAnthropic) => Promise<void>, options: FakeAnthropicOptions = {}) {
  await using server = await startFakeAnthropic({ compaction: LOW, ...options });
  await use(server);
}

async function refusalOf(fields: object, options: FakeAnthropicOptions = {}, headers: object = BETA) {
  await using server = await startFakeAnthropic(options);
  const { status, body } = await asking(server, fields, headers);
  return status === 200 ? undefined : `${status} ${body.error?.message}`;
}

describe('the compaction of the fake', () => {
  it('comes above the trigger, first in the answer, and is billed apart from it', async () => {
    await withServer(async (server) => {
      const { body } = await asking(server, { messages: LONG, ...edit(1_000) });
      expect(body.content).toEqual([
        {
          type: 'compaction',
          content: 'A conversation of 1005 tokens was here.',
          encrypted_content: expect.stringMatching(/./),
        },
        { type: 'text', text: expect.any(String) },
      ]);
      const [request] = server.requests;
      expect(request?.compactedTokens).toBe(1_005);
      expect(body.usage).toMatchObject({
        input_tokens: request?.bill?.inputTokens,
        iterations: [
          { type: 'compaction', input_tokens: 1_005, output_tokens: expect.any(Number) },
          { type: 'message', input_tokens: request?.bill?.inputTokens },
        ],
      });
      expect(request?.bill?.inputTokens).toBeLessThan(50);
    });
  });

  it('does not come at the trigger, and says then that the model was asked once', async () => {
    await withServer(async (server) => {
      const { body } = await asking(server, { messages: LONG, ...edit(1_005) });
      expect(body.content.map(({ type }) => type)).toEqual(['text']);
      expect(body.usage).toMatchObject({ iterations: [{ type: 'message', input_tokens: 1_005 }] });
      expect(server.requests[0]?.compactedTokens).toBeUndefined();
    });
  });

  it('comes at 150,000 tokens where nothing else is said, and never where it is not asked for', async () => {
    await withServer(
      async (server) => {
        const noTrigger = { context_management: { edits: [{ type: 'compact_20260112' }] } };
        for (const fields of [noTrigger, edit(150_000), {}]) await asking(server, { messages: LONG, ...fields });
        expect(server.requests.map(({ compactedTokens }) => compactedTokens)).toEqual([150_154, 150_154, undefined]);
      },
      { compaction: {}, count: (text) => text.length * 30 + (text.length === 5_000 ? 30 : 0) },
    );
  });

  it('streams the block as one that opens without words and has them all in one delta', async () => {
    await withServer(
      async (server) => {
        const response = await post(server, { messages: LONG, ...edit(1_000), stream: true }, BETA);
        const events = (await eventsOf(response)).filter(({ index }) => index === 0);
        expect(events).toEqual([
          {
            type: 'content_block_start',
            index: 0,
            content_block: { type: 'compaction', content: null, encrypted_content: expect.any(String) },
          },
          {
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'compaction_delta', content: 'x'.repeat(100), encrypted_content: expect.any(String) },
          },
          { type: 'content_block_stop', index: 0 },
        ]);
      },
      { compaction: { ...LOW, summary: 'x'.repeat(100) } },
    );
  });

  it('fails where it is told to: the answer is billed for the whole prompt', async () => {
    await withServer(
      async (server) => {
        const { body } = await asking(server, { messages: LONG, ...edit(1_000) });
        expect(body.content[0]).toEqual({ type: 'compaction', content: null, encrypted_content: null });
        expect(body.usage.input_tokens).toBe(1_005);
      },
      { compaction: { ...LOW, summary: null } },
    );
  });

  it('stands for everything before it in later requests, whether that is sent along or not', async () => {
    await withServer(async (server) => {
      const block = { content: 'So far.', encrypted_content: 'E='.repeat(1_000) };
      const newer = holding(block, holding({ content: 'word '.repeat(500) }).messages);
      for (const fields of [holding(block), holding(block, []), newer]) await asking(server, fields);
      const sizes = server.requests.map(({ bill }) => bill?.inputTokens);
      expect(sizes[0]).toBeLessThan(30);
      expect(sizes).toEqual([sizes[0], sizes[0], sizes[0]]);
    });
  });

  it('stands for nothing where it failed', async () => {
    await withServer(async (server) => {
      await asking(server, holding({ content: null }));
      expect(server.requests[0]?.bill?.inputTokens).toBeGreaterThan(1_000);
    });
  });

  it('cuts the thinking behind it loose from what was before', async () => {
    await withServer(
      async (server) => {
        const { body } = await asking(server, { messages: LONG, ...edit(1_000) });
        const answer = { role: 'assistant', content: body.content };
        for (const before of [LONG, [], HELLO]) {
          expect((await asking(server, { messages: [...before, answer, ...HELLO] })).status).toBe(200);
        }
        const system = { system: 'New.', messages: [answer, ...HELLO] };
        expect((await asking(server, system)).body.error?.message).toMatch(/Invalid `signature`/);
      },
      { script: { kind: 'reply', reasoning: 'Hm.', text: 'Hi.' } },
    );
  });

  it.each([
    [edit(49_999), /trigger\.value: Input should be an integer greater than or equal to 50000/],
    [edit(60_000.5), /trigger\.value/],
    [edit(undefined), /trigger\.value/],
    [edit(60_000, { trigger: { type: 'tool_uses', value: 60_000 } }), /trigger\.type: Input should be 'input_tokens'/],
    [edit(60_000, { keep: 3 }), /edits\.0\.keep: Extra inputs are not permitted/],
    [holding({ content: '' }), /messages\.1\.content\.0\.compaction\.content: String should have at least 1 character/],
    [holding({ content: 5 }), /compaction\.content: Input should be a valid string/],
    [holding({ content: 'a', citations: [] }), /compaction\.citations: Extra inputs are not permitted/],
  ])('is refused where it is not in order: %j', async (fields, reason) => {
    expect(await refusalOf(fields)).toMatch(reason);
  });

  it('takes a low trigger only where it is told to', async () => {
    expect(await refusalOf(edit(50_000))).toBeUndefined();
    expect(await refusalOf(edit(10), { compaction: { minTriggerTokens: 10 } })).toBeUndefined();
    expect(await refusalOf(edit(9), { compaction: { minTriggerTokens: 10 } })).toMatch(/equal to 10$/);
  });

  it('is known only with its beta, the edit as well as the block', async () => {
    expect(await refusalOf(edit(60_000), {}, {})).toBe('400 context_management: Extra inputs are not permitted');
    expect(await refusalOf(edit(60_000), {}, { 'anthropic-beta': 'compact-2026-09-04' })).toMatch(/^400/);
    const block = holding({ content: 'So far.' });
    expect(await refusalOf(block, {}, {})).toMatch(/^400 messages\.1\.content\.0: Input tag 'compaction'/);
    expect(await refusalOf(block, {}, { 'anthropic-beta': 'compact-2026-09-04' })).toBeUndefined();
  });

  it.each([
    ['field', 'context_management: Extra inputs are not permitted'],
    ['edit', "Input tag 'compact_20260112'"],
    ['beta', 'Unexpected value(s) `compact-2026-01-12`'],
  ] as const)('can be turned down as a whole, by its %s', async (rejects, words) => {
    const options = { compaction: { rejects } };
    expect(await refusalOf(edit(60_000), options)).toContain(words);
    expect(await refusalOf({}, options, {})).toBeUndefined();
  });
});

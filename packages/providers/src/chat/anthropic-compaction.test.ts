import type { Messages } from '@hermes-context/contract';
import { type FakeAnthropic, type FakeAnthropicOptions, startFakeAnthropic } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnthropicChatModelOptions } from './anthropic-chat-model.ts';
import { claudeAt } from './anthropic-server.fixture.ts';
import type { ChatModel, WirePromptParts } from './chat-model.ts';
import { ask, REQUEST, sends, startChatServer } from './chat-server.fixture.ts';

const BETA = 'compact-2026-01-12';
const WANTED = { serverCompaction: { thresholdTokens: 50_000 } };
/** Above 50,000 tokens of the fake. */
const LONG: Messages = [{ role: 'user', content: 'word '.repeat(51_000) }];

function capableAt(url: string, options: Partial<AnthropicChatModelOptions> = {}): ChatModel {
  return claudeAt(url, { model: 'claude-opus-5', trustedHosts: ['127.0.0.1'], ...options });
}

async function withServer(use: (server: FakeAnthropic) => Promise<void>, options?: FakeAnthropicOptions) {
  await using server = await startFakeAnthropic(options);
  await use(server);
}

function betaOf({ requests }: FakeAnthropic): unknown {
  return requests.at(-1)?.headers['anthropic-beta'];
}

function bodyOf({ requests }: FakeAnthropic) {
  return requests.at(-1)?.body as { readonly messages: readonly { readonly content: readonly object[] }[] };
}

describe('a request to Anthropic whose server may compact', () => {
  it('asks for it with the edit and its beta, and says at how many tokens', async () => {
    await withServer(async (server) => {
      expect(capableAt(server.url).info.serverCompaction).toBe('item');
      expect(capableAt(server.url, { trustedHosts: [] }).info.serverCompaction).toBeUndefined();
      const { reply } = await ask(capableAt(server.url), { serverCompaction: { localTriggerTokens: 100_000 } });
      expect(reply?.serverCompaction).toEqual({ kind: 'asked', thresholdTokens: 91_808 });
      expect(bodyOf(server)).toHaveProperty('context_management', {
        edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 91_808 } }],
      });
      expect(betaOf(server)).toBe(BETA);
    });
  });

  it.each([
    [{ trustedHosts: [] }, {}, 'is served by 127.0.0.1.'],
    [{ model: 'claude-haiku-5-5' }, {}, 'The server does not compact for the haiku models of Claude.'],
    [{}, { localTriggerTokens: 50_000 }, 'which is not 8,192 below.'],
  ])('does not ask where it cannot be had, and says why: %j %j', async (options, serverCompaction, why) => {
    await withServer(async (server) => {
      const { reply } = await ask(capableAt(server.url, options), { serverCompaction });
      expect(reply?.serverCompaction).toEqual({ kind: 'not-asked', reason: expect.stringContaining(why) });
      expect(bodyOf(server)).not.toHaveProperty('context_management');
      expect(betaOf(server)).toBeUndefined();
    });
  });

  it('does not ask, and says nothing of it, where its caller does not want it', async () => {
    await withServer(async (server) => {
      const { reply } = await ask(capableAt(server.url));
      expect(reply).not.toHaveProperty('serverCompaction');
      expect(betaOf(server)).toBeUndefined();
    });
  });

  it('takes no beta from the environment', async () => {
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'anthropic-beta: of-the-environment');
    onTestFinished(() => void vi.unstubAllEnvs());
    await withServer(async (server) => {
      await ask(capableAt(server.url));
      expect(betaOf(server)).toBeUndefined();
      await ask(capableAt(server.url), WANTED);
      expect(betaOf(server)).toBe(BETA);
    });
  });
});

describe('an answer behind a compaction', () => {
  it('holds the block where it came, apart from text and reasoning, and says what happened', async () => {
    await withServer(
      async (server) => {
        const { reply, deltas } = await ask(capableAt(server.url), { messages: LONG, ...WANTED });
        expect(reply?.serverCompaction).toEqual({ kind: 'compacted', thresholdTokens: 50_000 });
        expect(reply?.message).toMatchObject({ content: 'Done.', reasoning_content: 'Hm.' });
        expect(deltas.map(({ text }) => text).join('')).toBe('Hm.Done.');
        expect(reply?.message._context?.wire?.parts).toEqual([
          { type: 'compaction', content: 'So far 🚀', encrypted_content: expect.stringMatching(/./) },
          { type: 'thinking', thinking: 'Hm.', signature: expect.stringMatching(/./) },
          { type: 'text', text: 'Done.' },
        ]);
      },
      { script: { kind: 'reply', reasoning: 'Hm.', text: 'Done.' }, compaction: { summary: 'So far 🚀' } },
    );
  });

  it('goes back byte for byte with its beta, also where no compaction is wanted any more', async () => {
    await withServer(
      async (server) => {
        const model = capableAt(server.url, { trustedHosts: [] });
        const { reply } = await ask(capableAt(server.url), { messages: LONG, ...WANTED });
        const next = [...LONG, reply?.message, ...REQUEST.messages];
        const { error } = await ask(model, { messages: JSON.parse(JSON.stringify(next)) });
        expect(error).toBeUndefined(); // the server checks the thinking behind it
        expect(JSON.stringify(bodyOf(server).messages[1]?.content)).toBe(
          JSON.stringify(reply?.message._context?.wire?.parts),
        );
        expect(betaOf(server)).toBe(BETA);
        expect(server.requests.at(-1)?.bill?.inputTokens).toBeLessThan(200);
      },
      { script: { kind: 'reply', reasoning: 'Hm.', text: 'Done.' } },
    );
  });

  it('counts as its prompt what was left, and not what the compaction read', async () => {
    await withServer(async (server) => {
      const { reply } = await ask(capableAt(server.url), { messages: LONG, ...WANTED });
      const [request] = server.requests;
      expect(request?.compactedTokens).toBeGreaterThan(50_000);
      expect(reply?.usage?.promptTokens).toBe(request?.bill?.inputTokens);
      expect(reply?.usage?.promptTokens).toBeLessThan(100);
    });
  });

  it('keeps the block of one that failed as it is, and holds no checkpoint', async () => {
    await withServer(
      async (server) => {
        const model = capableAt(server.url);
        const { reply } = await ask(model, { messages: LONG, ...WANTED });
        expect(reply?.serverCompaction).toEqual({ kind: 'asked', thresholdTokens: 50_000 });
        expect(reply?.message._context?.wire?.parts[0]).toEqual({
          type: 'compaction',
          content: null,
          encrypted_content: null,
        });
        expect(reply?.usage?.promptTokens).toBeGreaterThan(50_000);
        const messages = [...LONG, ...(reply === undefined ? [] : [reply.message]), ...REQUEST.messages];
        expect((await ask(model, { messages })).error).toBeUndefined();
      },
      { compaction: { summary: null } },
    );
  });

  it('holds no block without a word, which would be refused, and sends none back that came from elsewhere', async () => {
    const empty = { type: 'compaction', content: '', encrypted_content: null };
    const said = { type: 'text', text: 'Done.' };
    await withServer(
      async (server) => {
        const model = capableAt(server.url);
        const { reply } = await ask(model, WANTED);
        expect(reply?.message._context?.wire?.parts).toEqual([said]);
        const wire = { format: 'anthropic', parts: [empty, said] } as const;
        const answer = { role: 'assistant', content: 'Done.', _context: { wire } } as const;
        await ask(model, { messages: [...REQUEST.messages, answer, ...REQUEST.messages] });
        expect(bodyOf(server).messages[1]?.content).toEqual([said]);
        expect(betaOf(server)).toBeUndefined();
      },
      { script: { kind: 'message', content: [empty, said] } },
    );
  });

  it('is read the same from a server that does not stream, further fields of the block included', async () => {
    const block = {
      type: 'compaction',
      content: 'So far.',
      signature: 'S=',
      tool_changes: [],
      encrypted_content: 'E=',
    };
    const counts = { cache_creation_input_tokens: 0, cache_read_input_tokens: 20 };
    const body = {
      type: 'message',
      content: [block, { type: 'text', text: 'Done.' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 150,
        output_tokens: 9,
        iterations: [
          { type: 'compaction', input_tokens: 90_000, output_tokens: 3_000, ...counts },
          { type: 'message', input_tokens: 50, output_tokens: 4, ...counts },
          { type: 'message', input_tokens: 100, output_tokens: 5, ...counts },
          { type: 'compaction', input_tokens: 7, output_tokens: 1, ...counts },
        ],
      },
    };
    await using server = await startChatServer(sends(JSON.stringify(body)));
    const { reply } = await ask(capableAt(server.url), WANTED);
    expect(JSON.stringify(reply?.message._context?.wire?.parts[0])).toBe(JSON.stringify(block));
    expect(reply?.serverCompaction?.kind).toBe('compacted');
    expect(reply?.usage).toEqual({
      promptTokens: 120,
      completionTokens: 9,
      cacheReadTokens: 20,
      cacheWriteTokens: 0,
    });
  });
});

describe('a server that does not compact', () => {
  it.each(['field', 'edit', 'beta'] as const)('by its %s is asked once more without, and reported', async (rejects) => {
    await withServer(
      async (server) => {
        const seen: WirePromptParts[] = [];
        const prepareWire = (parts: WirePromptParts): WirePromptParts => {
          seen.push(parts);
          return parts;
        };
        const { reply } = await ask(capableAt(server.url), { ...WANTED, prepareWire });
        expect(reply?.message.content).toBe('Hi.');
        expect(reply?.serverCompaction).toEqual({
          kind: 'refused',
          detail: expect.stringMatching(/^claude-opus-5 answered HTTP 400 .*(?:context_management|compact-2026-01-12)/),
        });
        expect(server.requests.map(({ refusal }) => refusal !== undefined)).toEqual([true, false]);
        expect(bodyOf(server)).not.toHaveProperty('context_management');
        expect(betaOf(server)).toBeUndefined();
        expect(seen).toHaveLength(1);
      },
      { compaction: { rejects }, script: { kind: 'reply', text: 'Hi.' } },
    );
  });

  it('is not asked for it again when the request is tried again for another reason', async () => {
    await withServer(
      async (server) => {
        const { reply } = await ask(capableAt(server.url, { retries: 1 }), WANTED);
        expect(reply?.serverCompaction?.kind).toBe('refused');
        const edits = server.requests.map(({ body }) => Object.hasOwn(Object(body), 'context_management'));
        expect(edits).toEqual([true, false, false]);
      },
      {
        compaction: { rejects: 'field' },
        script: [
          { kind: 'status', status: 529 },
          { kind: 'reply', text: 'Hi.' },
        ],
      },
    );
  });

  it.each(['context_management.edits.0.trigger.value: Input should be at most 100', 'metadata: not permitted'])(
    'is not what a 400 means that says: %s',
    async (message) => {
      await withServer(
        async (server) => {
          const { error } = await ask(capableAt(server.url, { retries: 2 }), WANTED);
          expect(error?.facts).toMatchObject({ failure: 'bad-request', status: 400 });
          expect(server.requests).toHaveLength(1);
        },
        { script: { kind: 'status', status: 400, message } },
      );
    },
  );
});

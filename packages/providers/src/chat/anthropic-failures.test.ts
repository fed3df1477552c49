import { startFakeAnthropic } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { askClaude, claudeAt } from './anthropic-server.fixture.ts';
import { ask } from './chat-server.fixture.ts';

describe('a request to Anthropic that fails', () => {
  it.each([
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'context-length'],
    [413, 'Request exceeds the maximum size', 'request-too-large'],
    [401, 'invalid x-api-key', 'auth'],
    [402, 'Your credit balance is too low', 'quota'],
    [403, 'Not allowed', 'auth'],
    [404, 'model: claude-none', 'bad-request'],
    [
      429,
      'This request would exceed the rate limit for your organization of 30,000 input tokens per minute',
      'rate-limit',
    ],
    [500, 'Internal server error', 'overload'],
    [529, 'Overloaded', 'overload'],
    [400, 'max_tokens: 300000 > 64000, which is the maximum allowed number of output tokens', 'output-cap'],
    [400, 'messages.1.content.0: Invalid `signature` in `thinking` block', 'bad-request'],
  ])('with %i and "%s" is a case of %3$s', async (status, message, failure) => {
    const { error } = await askClaude({ kind: 'status', status, message });
    expect(error?.facts).toMatchObject({ failure, status, model: 'claude-test' });
  });

  it('states the sizes that the server states', async () => {
    await using server = await startFakeAnthropic({ windowTokens: 10 });
    const { error } = await ask(claudeAt(server.url), { messages: [{ role: 'user', content: 'word '.repeat(100) }] });
    expect(error?.facts).toMatchObject({
      failure: 'context-length',
      statedContextTokens: 10,
      statedPromptTokens: expect.any(Number),
    });
  });

  it('does not show its key', async () => {
    const message = 'invalid x-api-key: sk-mine-0123456789';
    const { error } = await askClaude({ kind: 'status', status: 401, message }, { apiKey: 'sk-mine-0123456789' });
    expect(JSON.stringify(error?.facts) + String(error)).not.toContain('0123456789');
  });

  it.each([
    [{ kind: 'stream-error', message: 'Overloaded' } as const, 'overload'],
    [{ kind: 'cut', afterChunks: 4 } as const, 'network'],
    [{ kind: 'not-json' } as const, 'bad-response'],
    [{ kind: 'empty' } as const, 'bad-response'],
    [{ kind: 'message', content: [], stopReason: 'refusal' } as const, 'content-filter'],
  ])('in the middle, by %j, is told', async (behaviour, failure) => {
    expect((await askClaude(behaviour)).error?.facts.failure).toBe(failure);
  });

  it.each([{ kind: 'hang' } as const, { kind: 'hang-mid-stream', afterChunks: 3 } as const])(
    'by silence ends when patience does: %j',
    async (behaviour) => {
      const { error } = await askClaude(behaviour, { idleTimeoutMs: 50 });
      expect(error?.facts.failure).toBe('timeout');
    },
  );

  it('is tried again when it may be chance, and only while nothing was handed out', async () => {
    const busy = { kind: 'status', status: 529 } as const;
    const { reply, server } = await askClaude([busy, busy, { kind: 'reply', text: 'Now.' }], { retries: 2 });
    expect(reply?.message.content).toBe('Now.');
    expect(server.requests).toHaveLength(3);
    const broken = await askClaude(
      [
        { kind: 'cut', afterChunks: 6 },
        { kind: 'reply', text: 'Now.' },
      ],
      { retries: 2 },
    );
    expect(broken.error?.facts.failure).toBe('network');
    expect(broken.server.requests).toHaveLength(1);
  });
});

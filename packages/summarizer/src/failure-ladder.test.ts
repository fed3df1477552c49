import type { Messages, SummaryRequest, SummaryResult } from '@hermes-context/contract';
import { deepFreeze, type FakeBehaviour, type FakeScriptLine, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { createSummarizer, type SummarizerOptions } from './failure-ladder.ts';
import type { ModelRoute } from './model-route.ts';

const messages: Messages = deepFreeze<Messages>([
  { role: 'user', content: 'Goal: move the invoice exporter to schema v3. Never touch table legacy_ledger.' },
  { role: 'assistant', content: 'Found three call sites: pay.ts:10, tax.ts:44, out.ts:7.' },
  { role: 'user', content: 'ok' },
  { role: 'assistant', content: 'ok' },
]);

interface Run {
  readonly result: SummaryResult;
  /** Prompts of each provider, in order. */
  readonly prompts: readonly (readonly string[])[];
}

/** Summarise with one fake provider a route: the first is the auxiliary model, the second the main one. */
async function summarise(
  scripts: readonly (FakeScriptLine | readonly FakeScriptLine[])[],
  request: Partial<SummaryRequest> = {},
  options: Partial<SummarizerOptions> & { readonly contextTokens?: number } = {},
): Promise<Run> {
  const { contextTokens, ...rest } = options;
  const providers = await Promise.all(scripts.map((script) => startFakeProvider({ script })));
  const routes = providers.map(
    ({ url }, index): ModelRoute => ({
      label: index === 0 ? 'auxiliary' : 'main',
      model: `model-${index + 1}`,
      apiKey: 'k',
      baseUrl: url,
      ...(contextTokens === undefined ? {} : { contextTokens }),
    }),
  );
  const summarizer = createSummarizer({ routes, retryDelayMs: 0, idleTimeoutMs: 3_000, ...rest });
  try {
    const result = await summarizer({ messages, maxTokens: 1_000, signal: new AbortController().signal, ...request });
    return { result, prompts: providers.map((provider) => provider.requests.map(promptOf)) };
  } finally {
    await Promise.all(providers.map((provider) => provider.close()));
  }
}

function promptOf({ body }: { readonly body: unknown }): string {
  return (body as { messages: { content: string }[] }).messages[0]?.content ?? '';
}

const good: FakeBehaviour = { kind: 'reply', text: '## Goal\n- Move the exporter' };

describe('createSummarizer', () => {
  it('extracts locally where no model is configured, and says how to configure one', async () => {
    const { result } = await summarise([]);
    expect(result).toMatchObject({
      kind: 'summary',
      source: 'extractive',
      attempts: [{ source: 'extractive', outcome: 'ok' }],
    });
    if (result.kind !== 'summary') return;
    expect(result.warnings).toHaveLength(1);
    expect(result.warnings[0]).toContain(
      'set OPENAI_API_KEY, or run hermes config set auxiliary.compression.base_url URL',
    );
    expect(result.text).toContain('pay.ts:10');
  });

  it('gives the summary of the first model that has one', async () => {
    const { result, prompts } = await summarise([good, good]);
    expect(result).toMatchObject({
      kind: 'summary',
      source: 'model',
      text: expect.stringMatching(/^## Goal\n- Move the exporter/),
      warnings: [],
    });
    expect(prompts.map((each) => each.length)).toEqual([1, 0]);
  });

  it.each<readonly [string, FakeBehaviour]>([
    ['overload', { kind: 'status', status: 503 }],
    ['empty', { kind: 'empty' }],
    ['refusal', { kind: 'refusal', text: 'No.' }],
    ['truncated', { kind: 'truncated', text: '## Goal' }],
    ['tool-call', { kind: 'tool-call', name: 'x', arguments: '{}' }],
    ['bad-response', { kind: 'not-json' }],
  ])('asks the same model once more after %s', async (failure, behaviour) => {
    const { result, prompts } = await summarise([[behaviour, good]]);
    expect(prompts[0]).toHaveLength(2);
    expect(result.attempts.map((attempt) => attempt.outcome)).toEqual([failure, 'ok']);
  });

  it.each<readonly [string, FakeBehaviour]>([
    ['auth', { kind: 'status', status: 401 }],
    ['quota', { kind: 'status', status: 402 }],
    ['network', { kind: 'cut', afterChunks: 2 }],
    ['timeout', { kind: 'hang' }],
  ])('turns to the next model at once after %s', async (failure, behaviour) => {
    const { result, prompts } = await summarise(
      [behaviour, good],
      {},
      { idleTimeoutMs: failure === 'timeout' ? 150 : 3_000 },
    );
    expect(prompts.map((each) => each.length)).toEqual([1, 1]);
    expect(result.attempts.map((attempt) => attempt.outcome)).toEqual([failure, 'ok']);
    if (result.kind === 'summary') expect(result.warnings[0]).toContain('The auxiliary model model-1 gave no summary');
  });

  it.each<readonly [string, FakeBehaviour]>([
    ['auth', { kind: 'status', status: 401 }],
    ['quota', { kind: 'status', status: 402 }],
    ['network', { kind: 'cut', afterChunks: 0 }],
  ])('leaves history as it is when the last model ends in %s, and says how to mend it', async (failure, behaviour) => {
    const { result } = await summarise([behaviour]);
    expect(result).toMatchObject({ kind: 'failed', failure });
    if (result.kind === 'failed')
      expect(result.detail).toMatch(/model-1.*history stays as it is.*(?:hermes config set|compress again)/s);
  });

  it('takes the local extract when the last model fails otherwise, and carries the previous summary along', async () => {
    const { result } = await summarise([{ kind: 'status', status: 401 }, { kind: 'empty' }], {
      previousSummary: '## Goal\n- Ship the tax report\n## Key Decisions\n- Use SQLite',
    });
    expect(result).toMatchObject({ kind: 'summary', source: 'extractive' });
    if (result.kind !== 'summary') return;
    expect(result.attempts.map((attempt) => attempt.outcome)).toEqual(['auth', 'empty', 'empty', 'ok']);
    expect(result.text).toContain('Use SQLite');
    expect(result.text).toContain('Ship the tax report');
    expect(result.warnings[0]).toMatch(/auxiliary model model-1.*main model model-2.*extracted locally/s);
  });

  it('takes none of a tool call, tool markup, a refusal or half a summary for a summary (case 18)', async () => {
    const { result } = await summarise([
      [
        { kind: 'tool-call', name: 'read_file', arguments: '{"path":"x"}' },
        { kind: 'reply', text: '<tool_call>{"name":"bash"}</tool_call>' },
      ],
      [
        { kind: 'reply', text: "I'm sorry, I can't help with that." },
        { kind: 'truncated', text: '## Goal\nmove expor' },
      ],
    ]);
    expect(result.attempts.map((attempt) => attempt.outcome)).toEqual([
      'tool-call',
      'tool-call',
      'refusal',
      'truncated',
      'ok',
    ]);
    expect(result.attempts.slice(0, 4).every((attempt) => attempt.usage !== undefined)).toBe(true);
    expect(result).toMatchObject({ kind: 'summary', source: 'extractive' });
    if (result.kind !== 'summary') return;
    for (const place of ['pay.ts:10', 'tax.ts:44', 'out.ts:7']) expect(result.text).toContain(place);
    expect(result.text).toContain('4 messages (user 2, assistant 2, tool 0)');
  });

  it.each([400, 404, 422])(
    'does not send the prompt again after HTTP %i, and turns to the next model',
    async (status) => {
      const { prompts } = await summarise([{ kind: 'status', status, code: 'invalid_value', message: 'No.' }, good]);
      expect(prompts.map((each) => each.length)).toEqual([1, 1]);
    },
  );

  it('says that the connection broke off, where the answer had begun', async () => {
    const { result } = await summarise([{ kind: 'cut', afterChunks: 2 }]);
    expect(result).toMatchObject({ kind: 'failed', failure: 'network' });
    if (result.kind !== 'failed') return;
    expect(result.detail).toContain('since the connection broke off:');
    expect(result.detail).not.toContain('could not be reached');
  });

  it('fails as empty, and says so, where the budget has no room for anything but headings', async () => {
    const calls: Messages = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'bash', arguments: '{"command":"ls -la src"}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'a.ts' },
    ];
    const { result } = await summarise([], { maxTokens: 40, messages: calls });
    expect(result).toMatchObject({
      kind: 'failed',
      failure: 'empty',
      detail: expect.stringContaining('The budget of 40 tokens is too small'),
      attempts: [{ source: 'extractive', outcome: 'empty' }],
    });
    expect(await summarise([], { maxTokens: 40, messages: [] })).toMatchObject({ result: { kind: 'summary' } });
  });

  it('asks for half the size after an answer that was cut off', async () => {
    const { prompts } = await summarise([[{ kind: 'truncated', text: '## Goal' }, good]]);
    expect(prompts[0]?.[0]).toContain('about 1000 tokens');
    expect(prompts[0]?.[1]).toContain('about 500 tokens');
  });

  it('warns of a summary that is far larger than asked for', async () => {
    const { result } = await summarise([{ kind: 'reply', text: `## Goal\n${'- one more fact\n'.repeat(100)}` }], {
      maxTokens: 100,
    });
    if (result.kind !== 'summary') throw new Error(result.detail);
    expect(result.warnings[0]).toMatch(/more than twice the 100 asked for/);
  });

  it('throws the reason of the signal, before a call and between two', async () => {
    const reason = new Error('stop');
    const aborted = AbortSignal.abort(reason);
    await expect(summarise([good], { signal: aborted })).rejects.toBe(reason);
    const controller = new AbortController();
    const abortAtFirst: FakeScriptLine = () => {
      setTimeout(() => controller.abort(reason), 30);
      return { kind: 'status', status: 503, headers: { 'retry-after': '5' } };
    };
    await expect(summarise([abortAtFirst], { signal: controller.signal })).rejects.toBe(reason);
  });

  it('tells the date when it has a clock, and how far it is', async () => {
    const seen: string[] = [];
    const { prompts } = await summarise(
      [good],
      {},
      {
        now: () => Date.UTC(2026, 11, 1),
        onProgress: ({ phase, chunk, chunks }) => seen.push(`${phase} ${chunk}/${chunks}`),
      },
    );
    expect(prompts[0]?.[0]).toContain('Today is 2026-12-01');
    expect(new Set(seen)).toEqual(new Set(['model 1/1']));
  });
});

import type { Messages } from '@hermes-context/contract';
import { contentText, isSummary, validateAnthropic, validateOpenAiChat } from '@hermes-context/messages';
import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { descriptionExample, text } from './description-example.fixture.ts';
import { compressedOf, engineFor, requestOf } from './engine.fixture.ts';

const chat = (turns: number, words = 40): Messages => [
  { role: 'system', content: 'You are a helpful assistant.' },
  ...Array.from({ length: turns }, (_, turn): Messages => {
    const id = `call_${turn}`;
    return [
      { role: 'user', content: `Question ${turn}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'search', arguments: '{"query":"x"}' } }],
      },
      { role: 'tool', tool_call_id: id, content: text(words) },
      { role: 'assistant', content: `Answer ${turn}` },
    ];
  }).flat(),
];

describe('ContextCompressor', () => {
  it('S-046 fires when prompt tokens reach the threshold, and touches nothing before', () => {
    const { engine, summarizer } = engineFor({ replies: [] });
    const before = deepFreeze(chat(30));
    for (const tokens of [0, 50_000, 90_000, 99_999]) expect(engine.shouldCompress(tokens)).toBe(false);
    for (const tokens of [100_000, 100_001, 1_000_000]) expect(engine.shouldCompress(tokens)).toBe(true);
    expect(engine.selectContext?.({ messages: before, promptTokens: 99_999 })).toBeUndefined(); // no warning slips in for a request
    expect(summarizer.requests).toEqual([]);
  });

  it('S-044 re-resolves the threshold on every model switch, also back to a model without a key', () => {
    const { engine } = engineFor({
      contextTokens: 1_000_000,
      model: 'glm-5.2',
      compression: { model_thresholds: { 'glm-5.2': 0.8 } },
    });
    expect(engine.status?.().thresholdTokens).toBe(800_000);
    engine.updateModel?.({ name: 'other', contextTokens: 200_000 });
    expect(engine.status?.().thresholdTokens).toBe(100_000);
    engine.updateModel?.({ name: 'glm-5.2', contextTokens: 1_000_000 });
    expect(engine.status?.().thresholdTokens).toBe(800_000);
  });

  it('S-080 raises the threshold for gpt-5.5 on Codex OAuth, and lets go of it with the model', () => {
    const { engine } = engineFor({ contextTokens: 200_000 });
    engine.updateModel?.({ name: 'gpt-5.5', contextTokens: 272_000, provider: 'openai-codex' });
    expect(engine.status?.().thresholdTokens).toBe(231_200);
    engine.updateModel?.({ name: 'gpt-5.5', contextTokens: 1_050_000, provider: 'openai' });
    expect(engine.status?.().thresholdTokens).toBe(525_000);
  });

  it('hands the middle to the summarizer, after phase 1 and before it', async () => {
    const { engine, summarizer } = engineFor({ replies: ['## Goal\nS'], compression: { protect_last_n: 4 } });
    await engine.compress(requestOf(chat(10, 200), { force: true }));
    const request = summarizer.requests[0];
    expect(request?.originals?.some((message) => contentText(message.content) === text(200))).toBe(true);
    expect(request?.messages.some((message) => contentText(message.content) === text(200))).toBe(false);
    expect(request?.messages).toHaveLength(request?.originals?.length ?? 0);
  });

  it('S-056 asks for a fifth of the content, at least 2,000 tokens, at most the ceiling', async () => {
    const budgetFor = async (messages: Messages, contextTokens: number): Promise<number | undefined> => {
      const { engine, summarizer } = engineFor({ replies: ['S'], contextTokens, compression: { protect_last_n: 4 } });
      await engine.compress(requestOf(messages, { force: true }));
      return summarizer.requests[0]?.maxTokens;
    };
    expect(await budgetFor(chat(6), 200_000)).toBe(2_000);
    expect(await budgetFor(chat(200, 400), 200_000)).toBe(10_000);
    expect(await budgetFor(chat(6), 8_000)).toBe(400);
  });

  it('S-060 hands the previous summary over, read from the transcript, and never keeps two', async () => {
    const { engine, summarizer } = engineFor({
      replies: ['## Goal\nfirst', '## Goal\nsecond'],
      compression: { protect_last_n: 4 },
    });
    const once = compressedOf(await engine.compress(requestOf(chat(12), { force: true })));
    const grown = deepFreeze([...once.messages, ...chat(8).slice(1)]);
    const twice = compressedOf(await engine.compress(requestOf(grown, { force: true })));
    expect(summarizer.requests[0]?.previousSummary).toBeUndefined();
    expect(summarizer.requests[1]?.previousSummary).toBe('## Goal\nfirst');
    expect(summarizer.requests[1]?.messages.some(isSummary)).toBe(false);
    expect(twice.messages.filter(isSummary)).toHaveLength(1);
  });

  it('S-060 learns of an earlier summary from its text alone, as after a restart', async () => {
    const first = engineFor({ replies: ['## Goal\nfirst'], compression: { protect_last_n: 4 } });
    const once = compressedOf(await first.engine.compress(requestOf(chat(12), { force: true })));
    const reloaded: Messages = JSON.parse(JSON.stringify(once.messages.map(({ _context, ...message }) => message)));
    const second = engineFor({ replies: ['## Goal\nsecond'], compression: { protect_last_n: 4 } });
    await second.engine.compress(requestOf([...reloaded, ...chat(8).slice(1)], { force: true }));
    expect(second.summarizer.requests[0]?.previousSummary).toBe('## Goal\nfirst');
  });

  it('S-059 leaves no result without a call and no call without a result', async () => {
    const broken = deepFreeze<Messages>([
      ...chat(10),
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'open', type: 'function', function: { name: 'run', arguments: '{}' } }],
      },
      { role: 'user', content: 'Stop that.' },
      { role: 'tool', tool_call_id: 'nobody', content: 'late' },
      { role: 'assistant', content: 'Stopped.' },
    ]);
    const { engine } = engineFor({ replies: ['S'], compression: { protect_last_n: 4 } });
    const { messages, report } = compressedOf(await engine.compress(requestOf(broken, { force: true })));
    expect(validateOpenAiChat(messages)).toEqual([]);
    expect(validateAnthropic(messages)).toEqual([]);
    expect(report?.repairs.map(({ kind, index }) => [kind, index])).toEqual([
      ['missing-result-stubbed', 41],
      ['orphan-result-removed', 43],
    ]);
  });

  it('S-061 turns the 45 messages of the description into system with note, first user message, summary, and the tail', async () => {
    const before = descriptionExample();
    expect(before).toHaveLength(45);
    const { engine } = engineFor({ replies: ['## Goal\nSet up a FastAPI project with tests and error handling'] });
    const { messages, report } = compressedOf(await engine.compress(requestOf(before, { promptTokens: 100_000 })));
    expect(messages[0]?.content).toMatch(
      /^You are a helpful assistant\.\.\.\n\n\[Note: Some earlier conversation turns have been compacted/,
    );
    expect(messages[1]).toBe(before[1]);
    expect(messages[2]?.role).toBe('assistant');
    expect(contentText(messages[2]?.content ?? '')).toMatch(/^\[CONTEXT COMPACTION\] Earlier turns were compacted/);
    expect(report?.boundaries).toEqual({ headEnd: 2, tailStart: 24 }); // the first call leaves the head: its result is outside it
    const users = messages.filter((message) => message.role === 'user').map((message) => message.content);
    expect(users).toEqual(expect.arrayContaining(['Fix the failing tests', 'Great, also add error handling']));
    expect(messages.slice(-5)).toEqual(before.slice(-5));
    expect(messages.length).toBeGreaterThanOrEqual(20);
    expect(messages.length).toBeLessThanOrEqual(26);
  });

  it('passes the focus topic and the memory of a provider on', async () => {
    const { engine, summarizer } = engineFor({ replies: ['S'], compression: { protect_last_n: 4 } });
    await engine.compress(requestOf(chat(10), { force: true, focusTopic: 'the parser', memoryContext: 'uses tabs' }));
    expect(summarizer.requests[0]).toMatchObject({ focusTopic: 'the parser', memoryContext: 'uses tabs' });
  });

  it('keeps history whole when no summary can be had, and says why', async () => {
    const { engine } = engineFor({
      replies: [{ failure: 'auth', detail: 'The key was refused.' }],
      compression: { protect_last_n: 4 },
    });
    const outcome = await engine.compress(requestOf(chat(10), { force: true }));
    expect(outcome).toMatchObject({
      kind: 'unchanged',
      reason: 'summary-failed',
      detail: 'The key was refused.',
      cause: 'auth',
    });
  });

  it('does nothing when compression is off, unless forced', async () => {
    const { engine } = engineFor({ replies: ['S'], compression: { enabled: false, protect_last_n: 4 } });
    expect(engine.shouldCompress(Number.MAX_SAFE_INTEGER)).toBe(false);
    expect(await engine.compress(requestOf(chat(10)))).toMatchObject({ kind: 'unchanged', reason: 'disabled' });
    expect((await engine.compress(requestOf(chat(10), { force: true }))).kind).toBe('compressed');
  });

  it('says what is protected when there is nothing to summarise', async () => {
    const { engine } = engineFor({});
    expect(await engine.compress(requestOf(chat(3)))).toEqual({
      kind: 'unchanged',
      reason: 'nothing-to-compress',
      detail: 'All 13 messages are protected or summarised: 2 at the start, 11 at the end.',
    });
    expect(engine.hasContentToCompress?.(chat(3))).toBe(false);
  });

  it('has content to compress exactly where a pass finds some, also where the note of a compaction decides', async () => {
    // The small window leaves the tail little room; somewhere among these sizes the note takes the last of it.
    const answers = new Set<boolean>();
    for (let words = 200; words < 800; words += 10) {
      const { engine } = engineFor({ replies: ['## Goal\nS'], contextTokens: 6_000 });
      const messages: Messages = [...chat(3), { role: 'user', content: text(words) }];
      const outcome = await engine.compress(requestOf(messages));
      const foundSome = outcome.kind === 'compressed' || outcome.reason !== 'nothing-to-compress';
      expect(`${words}: ${engine.hasContentToCompress?.(messages)}`).toBe(`${words}: ${foundSome}`);
      answers.add(foundSome);
    }
    expect(answers.size).toBe(2);
  });

  it('asks nobody for a summary of a summary and its bridge alone', async () => {
    const { engine, summarizer } = engineFor({ replies: ['## Goal\nfirst'], compression: { protect_last_n: 4 } });
    const rounds = Array.from({ length: 12 }, (_, round): Messages => {
      const id = `call_${round}`;
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: { name: 'ls', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: id, content: text(40) },
      ];
    });
    const list = deepFreeze<Messages>([{ role: 'user', content: 'Index all.' }, ...rounds.flat()]);
    const { messages } = compressedOf(await engine.compress(requestOf(list, { force: true })));
    expect(messages.map(({ role }) => role).slice(0, 3)).toEqual(['user', 'assistant', 'user']); // summary, bridge, carried
    const again = await engine.compress(requestOf(messages, { force: true }));
    expect(again).toMatchObject({ kind: 'unchanged', reason: 'nothing-to-compress' });
    expect(summarizer.requests).toHaveLength(1);
  });

  it('refuses a summary that is no smaller than what it stands for', async () => {
    const { engine } = engineFor({ replies: [text(5_000)], compression: { protect_last_n: 4 } });
    expect(await engine.compress(requestOf(chat(3), { force: true }))).toMatchObject({
      kind: 'unchanged',
      reason: 'no-progress',
    });
  });

  it('stops the automatic trigger after two passes that save under a tenth, until there is new content', async () => {
    const { engine } = engineFor({ contextTokens: 20_000, replies: ['S', 'S'], compression: { protect_last_n: 4 } });
    const list = [...chat(3, 10), { role: 'user', content: text(2_000) } as const];
    const request = requestOf(list, { promptTokens: 11_000 });
    await engine.compress(request);
    expect(engine.shouldCompress(11_000)).toBe(true);
    await engine.compress(request);
    expect(engine.shouldCompress(11_000)).toBe(false);
    expect(engine.status?.().blocked).toMatchObject({ reason: 'ineffective' });
    expect(await engine.compress(request)).toMatchObject({ kind: 'unchanged', reason: 'ineffective' });
    expect(engine.shouldCompress(12_000)).toBe(true);
  });

  it('says what could not be reduced when the result is still too large', async () => {
    const { engine } = engineFor({ contextTokens: 8_000, replies: ['S'] });
    const list: Messages = [...chat(12, 20), { role: 'user', content: text(1_500) }];
    const { report, messages } = compressedOf(await engine.compress(requestOf(list, { promptTokens: 20_000 })));
    expect(messages.at(-1)).toBe(list.at(-1));
    expect(report?.shortfall).toMatch(
      /^Still [\d,]+ tokens, threshold 4,000\. What is left may not be reduced: newest messages [\d,]+/,
    );
    expect(report?.warnings.join(' ')).toContain('protected tail did not fit');
  });

  it('rejects with the reason of an aborted signal and gives no half list', async () => {
    const { engine } = engineFor({ replies: ['S'], compression: { protect_last_n: 4 } });
    const reason = new Error('the user left');
    await expect(engine.compress(requestOf(chat(10), { force: true, signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    );
  });

  it('counts what providers report and what it did', async () => {
    const { engine } = engineFor({ replies: ['S'], compression: { protect_last_n: 4 } });
    engine.updateFromResponse({ promptTokens: 41_000, completionTokens: 900 });
    await engine.compress(requestOf(chat(10), { force: true }));
    expect(engine.status?.()).toMatchObject({ compressionCount: 1, counters: { lastPromptTokens: 41_000 } });
  });

  it('prunes without a model, outside the tail alone', () => {
    const { engine } = engineFor({ contextTokens: 20_000, compression: { protect_last_n: 4 } });
    const list = deepFreeze(chat(20, 200));
    const outcome = compressedOf(engine.pruneOnly?.(list) ?? { kind: 'unchanged', reason: 'disabled' });
    expect(outcome.messages).toHaveLength(list.length);
    expect(outcome.report?.pruned.results).toBeGreaterThan(10);
    expect(outcome.messages.at(-2)).toBe(list.at(-2));
    expect(engine.pruneOnly?.(outcome.messages)).toMatchObject({ kind: 'unchanged' });
  });
});

import type { CompressOutcome, CompressRequest, ContextEngine, Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { named } from './named-engine.ts';
import {
  answering,
  CLEARED,
  clearing,
  conversation,
  dropping,
  engine,
  forced,
  signal,
  summing,
  warningsOf,
} from './parts.fixture.ts';
import { pipeline, pipelineOf } from './pipeline.ts';

const messages = conversation(5);
const tokens = estimateMessagesTokens(messages);

/** The engine, and all requests that it got. */
function watched(inner: ContextEngine): { readonly engine: ContextEngine; readonly requests: CompressRequest[] } {
  const requests: CompressRequest[] = [];
  const compress = (request: CompressRequest): Promise<CompressOutcome> => {
    requests.push(request);
    return inner.compress(request);
  };
  return { engine: { ...inner, compress }, requests };
}

describe('pipeline', () => {
  it('lets each stage work on what the stage before it left', async () => {
    const outcome = await pipeline(dropping(2), clearing()).compress(forced(messages));
    if (outcome.kind === 'unchanged') throw new Error(outcome.reason);
    expect(outcome.messages[0]).toBe(messages[0]);
    expect(outcome.messages.slice(1).map(({ content }) => content)).toEqual([
      'Read file 3.',
      null,
      CLEARED,
      'File 3 is fine.',
      ...messages.slice(-4).map(({ content }) => content),
    ]);
    expect(outcome.report).toMatchObject({ rewritten: [15], pruned: { results: 1 } });
  });

  it('tells each stage how large the list is by now, and where its pins are', async () => {
    const [first, second] = [watched(dropping(2)), watched(clearing())];
    const request = { promptTokens: 2 * tokens + 500, overheadTokens: 500, pins: [15, 2], focusTopic: 'files' };
    const outcome = await pipeline(first.engine, second.engine).compress(forced(messages, request));
    expect(first.requests).toMatchObject([{ promptTokens: 2 * tokens + 500, pins: [2, 15] }]);
    const [given] = second.requests;
    expect(given?.messages[given.pins?.[1] ?? 0]).toMatchObject({ role: 'tool', tool_call_id: 'call_3' });
    expect(given?.pins).toEqual([1, 5]);
    const left = estimateMessagesTokens(given?.messages ?? []);
    expect(given).toMatchObject({ promptTokens: 500 + 2 * left, overheadTokens: 500, focusTopic: 'files' });
    // The first stage kept the call of the pin with its result, the second left the pinned result alone.
    const report = { covered: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12], rewritten: [3] };
    expect(outcome).toMatchObject({ kind: 'compressed', report });
  });

  it('asks a stage only where it would ask at the size that is left', async () => {
    const asksAbove = (threshold: number) => ({ shouldCompress: (size: number) => size >= threshold });
    const [prune, drop] = [watched(clearing(asksAbove(tokens))), watched(dropping(1, asksAbove(tokens)))];
    const engine = pipeline(prune.engine, drop.engine);
    const outcome = await engine.compress({ messages, promptTokens: tokens, signal });
    expect(outcome).toMatchObject({ kind: 'compressed', report: { rewritten: [3, 7, 11, 15], covered: [] } });
    expect(drop.requests).toEqual([]);
    await engine.compress(forced(messages));
    expect(drop.requests).toHaveLength(1);
  });

  it('answers "below-threshold" where no stage is due, also when it has to guess the size', async () => {
    const engine = pipeline(
      clearing({ shouldCompress: (size) => size > tokens }),
      dropping(1, { shouldCompress: () => false }),
    );
    const expected = { kind: 'unchanged', reason: 'below-threshold' };
    expect(await engine.compress({ messages, promptTokens: 10, signal })).toMatchObject(expected);
    expect(await engine.compress({ messages, signal })).toMatchObject(expected);
    expect(await engine.compress({ messages, overheadTokens: 1, signal })).toMatchObject({ kind: 'compressed' });
  });

  it('goes over the stages again while one is due and something changes, so that a second call changes nothing', async () => {
    const due = { shouldCompress: () => true };
    // The summary is older than the last turn, so the first stage would take it out the next time.
    const make = () => pipeline(dropping(2, due), summing('All fine.', due), dropping(2, due));
    const once = await make().compress({ messages, promptTokens: tokens, signal });
    if (once.kind === 'unchanged') throw new Error(once.reason);
    const again = await make().compress({ messages: once.messages, promptTokens: tokens, signal });
    expect(again).toMatchObject({ kind: 'unchanged' });
  });

  it('asks no stage again that changed the list last', async () => {
    const drop = watched(dropping(1, { shouldCompress: () => true }));
    await pipeline(drop.engine, engine({ shouldCompress: () => true })).compress({
      messages,
      promptTokens: tokens,
      signal,
    });
    expect(drop.requests).toHaveLength(1);
  });

  it('asks a stage again only where it has something to do', async () => {
    const due = { shouldCompress: () => true };
    const idle = watched(engine({ ...due, hasContentToCompress: () => false }));
    await pipeline(idle.engine, dropping(1, due)).compress({ messages, promptTokens: tokens, signal });
    expect(idle.requests).toHaveLength(1);
  });

  it('ends, however long stages make room for each other', async () => {
    let count = 0;
    const nibbling = () =>
      engine({
        shouldCompress: () => true,
        compress: async ({ messages: [system, long, ...rest] }) => {
          count += 1;
          const shorter: Message = { role: 'assistant', content: String(long?.content).slice(200) };
          return { kind: 'compressed', messages: [system!, shorter, ...rest] };
        },
      });
    const long: Messages = [messages[0]!, { role: 'assistant', content: 'word '.repeat(3_000) }, ...messages.slice(-4)];
    const outcome = await pipeline(nibbling(), nibbling()).compress({ messages: long, promptTokens: 9_000, signal });
    expect(outcome.kind).toBe('compressed');
    expect(count).toBe(16);
  });

  it('skips a stage that breaks a promise, tells which, and gives the next one the last good list', async () => {
    const facts: unknown[] = [];
    const note = (event: string, more?: object): void => void facts.push([event, more]);
    const engine = pipelineOf({
      stages: [
        answering({ kind: 'compressed', messages: messages.slice(1) }),
        named('drop', dropping(1)),
        answering(5),
      ],
      log: { debug: note, info: note, warn: note },
      emit: note,
    });
    const outcome = await engine.compress(forced(messages));
    expect(outcome).toMatchObject({
      kind: 'compressed',
      report: { covered: Array.from({ length: 16 }, (_, index) => index + 1) },
    });
    expect(warningsOf(outcome)).toEqual([
      'stage 1 was skipped, its answer breaks promise P2: The system prompt is not in front of its result with all its text.',
      'stage 3 was skipped, its answer breaks promise P4: It answered a value of type number, which is no outcome.',
      'drop: 16 messages are gone without a summary.',
    ]);
    expect(facts[0]).toEqual(['pipeline: part-skipped', { part: 'stage 1', how: 'broke-promise', promise: 'P2' }]);
    expect(facts[1]).toEqual([
      'engine:pipeline:part-skipped',
      { part: 'stage 1', how: 'broke-promise', promise: 'P2' },
    ]);
    expect(engine.status?.().counters).toMatchObject({ troubles: 2 });
  });

  it('asks a stage that threw or hung no second time in one compaction', async () => {
    let count = 0;
    const due = { shouldCompress: () => true };
    const failing = engine({
      ...due,
      compress: () => {
        count += 1;
        return Promise.reject(new Error('no disk'));
      },
    });
    await pipeline(failing, dropping(2, due), summing('Fine.', due)).compress({
      messages,
      promptTokens: 9_000,
      signal,
    });
    expect(count).toBe(1);
  });

  it('tells of a summary that failed also where another stage saved enough', async () => {
    const noKey = engine({
      compress: async () => ({ kind: 'unchanged', reason: 'summary-failed', detail: 'No key.' }),
    });
    const outcome = await pipeline(clearing(), named('lcm', noKey)).compress(forced(messages));
    expect(outcome.kind).toBe('compressed');
    expect(warningsOf(outcome)).toEqual(['lcm changed nothing (summary-failed): No key.']);
    expect(await pipeline(engine(), noKey).compress(forced(messages))).toMatchObject({ reason: 'summary-failed' });
  });

  it('rejects with the reason of the host that stopped it between two stages', async () => {
    const stop = new AbortController();
    const stopping = engine({
      compress: async (request) => {
        stop.abort(new Error('stopped'));
        return dropping(2).compress(request);
      },
    });
    const running = pipeline(stopping, dropping(1)).compress(forced(messages, { signal: stop.signal }));
    await expect(running).rejects.toThrow('stopped');
  });

  it('takes a pipeline for a stage', async () => {
    const inner = pipelineOf({ stages: [named('drop', dropping(2)), answering(5)] });
    const outcome = await pipeline(named('inner', inner), clearing()).compress(forced(messages));
    expect(outcome).toMatchObject({ kind: 'compressed', report: { rewritten: [15] } });
    expect(warningsOf(outcome)[0]).toMatch(/^inner: stage 2 was skipped/);
  });

  it('refuses to be made of nothing, or of one engine twice', () => {
    const twin = engine();
    expect(() => pipeline()).toThrow('pipeline was given no engine');
    expect(() => pipeline(twin, twin)).toThrow('one engine twice');
  });

  it('says with every outcome what it was told to say', async () => {
    const engine = pipelineOf({ stages: [dropping(1)], notices: ['Stage "lcm" is left out.'] });
    expect(warningsOf(await engine.compress(forced(messages)))[0]).toBe('Stage "lcm" is left out.');
    expect(warningsOf(await engine.compress(forced(conversation(1))))).toEqual(['Stage "lcm" is left out.']);
  });
});

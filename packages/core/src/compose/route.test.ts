import type { ContextEngine, ModelInfo, TokenUsage } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { clearing, conversation, dropping, engine, forced, signal, warningsOf } from './parts.fixture.ts';
import { route } from './route.ts';
import type { RouteFacts } from './route-facts.ts';

const messages = conversation(4);
const small: ModelInfo = { name: 'small', contextTokens: 8_000 };
const large: ModelInfo = { name: 'large', contextTokens: 200_000 };
const usage: TokenUsage = { promptTokens: 10, completionTokens: 1 };

const byModel = ({ model }: RouteFacts) => (model?.name === 'small' ? 'drop' : 'clear');

describe('route', () => {
  it('chooses by the model, from the start and after a switch', async () => {
    const composed = route({
      choose: byModel,
      engines: { drop: dropping(1), clear: clearing() },
      default: 'clear',
      model: small,
    });
    expect(await composed.compress(forced(messages))).toMatchObject({ kind: 'compressed', messages: { length: 5 } });
    composed.updateModel?.(large);
    expect(await composed.compress(forced(messages))).toMatchObject({ report: { rewritten: [3, 7, 11] } });
  });

  it('tells the choice what it knows, and nothing that it does not', async () => {
    const seen: RouteFacts[] = [];
    const choose = (facts: RouteFacts) => {
      seen.push(facts);
      return 'only';
    };
    const only = clearing({ selectContext: () => undefined, hasContentToCompress: () => true });
    const composed = route({ choose, engines: { only }, default: 'only', sessionId: 's1', sessionKind: 'cron' });
    composed.shouldCompress(5);
    await composed.compress({ messages, promptTokens: 2_000, signal });
    composed.pruneOnly?.(messages);
    composed.hasContentToCompress?.(messages);
    composed.selectContext?.({ messages, promptTokens: 7 });
    const session = { sessionId: 's1', sessionKind: 'cron' };
    expect(seen).toEqual([
      { ...session, promptTokens: 5 },
      { ...session, messageCount: 17, promptTokens: 2_000 },
      { ...session, messageCount: 17 },
      { ...session, messageCount: 17 },
      { ...session, messageCount: 17, promptTokens: 7 },
    ]);
  });

  it('chooses once in a compaction, and only the threshold of that engine counts', async () => {
    let count = 0;
    const choose = () => {
      count += 1;
      return 'late';
    };
    const engines = { early: dropping(1, { shouldCompress: () => true }), late: dropping(1) };
    const composed = route({ choose, engines, default: 'early' });
    expect([999, 1_000].map((size) => composed.shouldCompress(size))).toEqual([false, true]);
    count = 0;
    expect(await composed.compress({ messages, promptTokens: 999, signal })).toMatchObject({
      reason: 'below-threshold',
      detail: 'late was chosen, and sees no need to compress at this size.',
    });
    expect(await composed.compress({ messages, promptTokens: 1_000, signal })).toMatchObject({ kind: 'compressed' });
    expect(count).toBe(2);
    expect(composed.status?.().thresholdTokens).toBe(1_000);
  });

  it.each([
    ['names no engine', () => 'lmc', '"lmc", which is none of its engines'],
    ['names what every object has', () => 'toString', '"toString", which is none'],
    [
      'throws',
      (): never => {
        throw new Error('no table');
      },
      'no table',
    ],
  ])('goes to the default where the choice %s, and says so', async (_, choose, problem) => {
    const events: string[] = [];
    const engines = { drop: dropping(1), clear: clearing() };
    const composed = route({ choose, engines, default: 'drop', emit: (event) => events.push(event) });
    for (const size of [1, 2, 3]) composed.shouldCompress(size);
    const outcome = await composed.compress(forced(messages));
    expect(outcome).toMatchObject({ kind: 'compressed', messages: { length: 5 } });
    const [warning, ...others] = warningsOf(outcome);
    expect(warning).toMatch(/^The choice of an engine led nowhere, drop was used: /);
    expect(warning).toContain(problem);
    expect(others).toEqual(['12 messages are gone without a summary.']);
    expect(events).toEqual(['engine:route:choice-led-nowhere']);
    expect(composed.status?.().counters).toMatchObject({ strayChoices: 1 });
  });

  it('makes an engine when it is chosen first, once, and tells it what the others know', async () => {
    let count = 0;
    const heard: unknown[] = [];
    const late = (): ContextEngine => {
      count += 1;
      return dropping(1, {
        updateModel: ({ name }) => void heard.push(name),
        updateFromResponse: ({ promptTokens }) => void heard.push(promptTokens),
        dispose: async () => void heard.push('disposed'),
      });
    };
    const composed = route({ choose: byModel, engines: { drop: late, clear: clearing() }, default: 'clear' });
    composed.updateFromResponse(usage);
    expect(count).toBe(0);
    composed.updateModel?.(small);
    await composed.compress(forced(messages));
    composed.updateModel?.({ ...small, contextTokens: 4_000 });
    await composed.compress(forced(messages));
    await composed.dispose?.();
    expect(count).toBe(1);
    expect(heard).toEqual(['small', 10, 'small', 'disposed']);
  });

  it('takes an engine that cannot be made for a choice that leads nowhere', async () => {
    const broken = (): ContextEngine => {
      throw new Error('no disk');
    };
    const composed = route({ choose: () => 'broken', engines: { broken, drop: dropping(1) }, default: 'drop' });
    expect(warningsOf(await composed.compress(forced(messages)))[0]).toContain('drop was used: no disk');
    expect(() => route({ choose: () => 'x', engines: { broken }, default: 'broken' })).toThrow('no disk');
    expect(() => route({ choose: () => 'x', engines: { drop: dropping(1) }, default: 'x' })).toThrow(
      'default of route names "x"',
    );
  });

  it('holds the chosen engine to its promises', async () => {
    const bad = engine({ compress: async () => ({ kind: 'compressed', messages: [] }) });
    const outcome = await route({ choose: () => 'bad', engines: { bad }, default: 'bad' }).compress(forced(messages));
    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'engine-failed' });
    expect(warningsOf(outcome)).toEqual([
      'bad was skipped, its answer breaks promise P1: Its result is an empty list.',
    ]);
  });

  it('tells the engine of a commit whose work was stored', async () => {
    const heard: string[] = [];
    const hearing = (name: string) => dropping(1, { onCommit: async () => void heard.push(name) });
    const composed = route({ choose: () => 'b', engines: { a: hearing('a'), b: hearing('b') }, default: 'a' });
    await composed.compress(forced(messages));
    await composed.onCommit?.({ sessionId: 's1', revision: 1, inPlace: true });
    expect(heard).toEqual(['b']);
  });

  it('lends the tools of the engines that are there from the start', () => {
    const tools = [{ name: 'grep', description: 'Looks.', parameters: { type: 'object' }, execute: async () => '' }];
    const engines = { here: engine({ tools }), late: () => engine({ tools: [{ ...tools[0]!, name: 'expand' }] }) };
    const composed = route({ choose: () => 'late', engines, default: 'here' });
    composed.shouldCompress(1);
    expect(composed.tools?.map(({ name }) => name)).toEqual(['grep']);
  });
});

describe('route by a function that gives back the engine', () => {
  it('takes the engine, and remembers it', async () => {
    const disposed: string[] = [];
    const disposing = (name: string) => ({ dispose: async () => void disposed.push(name) });
    const [drop, clear] = [dropping(1, disposing('drop')), clearing(disposing('clear'))];
    const composed = route(({ promptTokens = 0 }) => (promptTokens < 3_000 ? drop : clear));
    expect(await composed.compress({ messages, promptTokens: 2_000, signal })).toMatchObject({
      messages: { length: 5 },
    });
    expect(await composed.compress({ messages, promptTokens: 4_000, signal })).toMatchObject({
      report: { rewritten: [3, 7, 11] },
    });
    await composed.dispose?.();
    expect(disposed).toEqual(['drop', 'clear']);
  });

  it('goes to the default, or the engine chosen last, where it gives none', async () => {
    let chosen: ContextEngine | undefined;
    const choose = () => chosen as ContextEngine;
    const [alone, safe] = [route(choose), route(choose, { default: dropping(1) })];
    expect(alone.shouldCompress(2_000)).toBe(false);
    expect(await alone.compress(forced(messages))).toMatchObject({
      reason: 'engine-failed',
      detail: 'No engine was chosen, and there is no default.',
      warnings: [expect.stringContaining('none was used')],
    });
    expect(await safe.compress(forced(messages))).toMatchObject({ messages: { length: 5 } });
    chosen = clearing();
    alone.shouldCompress(1);
    chosen = undefined;
    expect(await alone.compress(forced(messages))).toMatchObject({ report: { rewritten: [3, 7, 11] } });
  });
});

import type { ContextEngine, Messages } from '@hermes-context/contract';
import { deepFreeze, describeContextEngine, testServices } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { contextEngine } from './index.ts';

describeContextEngine('keep-turns', (services) => contextEngine.create({ keepTurns: 3 }, services));

const engineFor = (keepTurns: number, contextTokens = 200_000): Promise<ContextEngine> =>
  Promise.resolve(contextEngine.create({ keepTurns }, testServices({ model: { name: 'test-model', contextTokens } })));

const turn = (index: number, result = 'ok'): Messages => [
  { role: 'user', content: `question ${index}` },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${index}`, type: 'function', function: { name: 'terminal', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: `call_${index}`, content: result },
  { role: 'assistant', content: `answer ${index}` },
];

const conversation = (turnCount: number, result?: string): Messages =>
  deepFreeze([
    { role: 'system', content: 'You are helpful.' },
    ...Array.from({ length: turnCount }, (_, index) => turn(index, result)).flat(),
  ]);

const signal = new AbortController().signal;

describe('keep-turns', () => {
  it('keeps the system prompt and the last turns, and drops the rest', async () => {
    const messages = conversation(5);
    const outcome = await (await engineFor(2)).compress({ messages, signal });
    expect(outcome).toEqual({ kind: 'compressed', messages: [messages[0], ...messages.slice(-8)] });
  });

  it('counts the turns of a person, not what a host says in between', async () => {
    const reminder = { role: 'user', content: '<system-reminder>The file changed.</system-reminder>' } as const;
    const messages = deepFreeze([...turn(0), ...turn(1), reminder, { role: 'assistant', content: 'Noted.' } as const]);
    const outcome = await (await engineFor(1)).compress({ messages, signal });
    expect(outcome).toEqual({ kind: 'compressed', messages: messages.slice(4) });
  });

  it('keeps a pinned call together with its result', async () => {
    const messages = conversation(5);
    const outcome = await (await engineFor(1)).compress({ messages, pins: [3], signal });
    const expected = [messages[0], messages[2], messages[3], ...messages.slice(-4)];
    expect(outcome).toEqual({ kind: 'compressed', messages: expected });
  });

  it('leaves a conversation of few turns alone, and says why', async () => {
    const outcome = await (await engineFor(5)).compress({ messages: conversation(5), signal });
    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'nothing-to-compress' });
  });

  it('says that pins are in the way when nothing else is', async () => {
    const messages = conversation(2);
    const outcome = await (await engineFor(1)).compress({ messages, pins: [1, 2, 4], signal });
    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'pinned' });
  });

  it('keeps half of the turns, and half again, where so many fill the window by themselves', async () => {
    const messages = conversation(8, 'word '.repeat(1_000));
    const engine = await engineFor(8, 8_000);
    const outcome = await engine.compress({ messages, signal });
    expect(outcome).toEqual({ kind: 'compressed', messages: [messages[0], ...messages.slice(-8)] });
    const crowded = await engine.compress({ messages, overheadTokens: 2_500, signal });
    expect(crowded).toEqual({ kind: 'compressed', messages: [messages[0], ...messages.slice(-4)] });
  });

  it('fires at half of the window, also after a switch', async () => {
    const engine = await engineFor(2, 200_000);
    expect([engine.shouldCompress(99_999), engine.shouldCompress(100_000)]).toEqual([false, true]);
    engine.updateModel?.({ name: 'small', contextTokens: 64_000 });
    expect([engine.shouldCompress(31_999), engine.shouldCompress(32_000)]).toEqual([false, true]);
  });

  it('keeps ten turns unless told otherwise', () => {
    expect(contextEngine.parseOptions({})).toEqual({ keepTurns: 10 });
    expect(contextEngine.parseOptions({ keep_turns: 3 })).toEqual({ keepTurns: 3 });
  });

  it.each([0, -1, 2.5, '3', null, Number.NaN])('refuses %j for keep_turns, by the name of the key', (keep_turns) => {
    expect(() => contextEngine.parseOptions({ keep_turns })).toThrow('context.options.keep-turns.keep_turns is ');
  });
});

import type { EngineTool, ToolCall } from '@hermes-context/contract';
import { estimateToolTokens } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import type { HostTool, TurnEvent } from '../host-types.ts';
import { callOf } from '../scripted-model.fixture.ts';
import { openToolDesk, type ToolDeskParts } from './tool-desk.ts';

const PARAMETERS = { type: 'object', properties: {} };
const SECRET = `ghp_${'a1B2c3D4'.repeat(4)}a1B2`;
const { signal: never } = new AbortController();

function hostTool(name: string, execute: HostTool['execute'] = async () => `${name} done`): HostTool {
  return { name, description: `Does ${name}.`, parameters: PARAMETERS, execute };
}

function engineTool(name: string, execute: EngineTool['execute'] = async () => `${name} done`): EngineTool {
  return { name, description: `Does ${name}.`, parameters: PARAMETERS, execute };
}

function deskOf(parts: Partial<ToolDeskParts> = {}) {
  return openToolDesk({
    engineName: 'lcm',
    engineTools: undefined,
    ownTools: [],
    hostTools: [],
    timeoutMs: 5_000,
    ...parts,
  });
}

async function answersTo(
  desk: ReturnType<typeof deskOf>,
  calls: readonly ToolCall[],
  signal: AbortSignal = never,
): Promise<{ readonly texts: readonly unknown[]; readonly events: readonly TurnEvent[] }> {
  const events: TurnEvent[] = [];
  const results = await desk.runAll(calls, { sessionId: 's', signal, onEvent: (event) => events.push(event) });
  expect(results.map(({ role, tool_call_id: id }) => [role, id])).toEqual(calls.map(({ id }) => ['tool', id]));
  return { texts: results.map(({ content }) => content), events };
}

const rawCall = (name: string, text: string): ToolCall => ({
  id: 'raw',
  type: 'function',
  function: { name, arguments: text },
});

describe('the tools of a session', () => {
  const parts = {
    engineTools: [engineTool('lcm_grep'), engineTool('lcm_expand')],
    ownTools: [engineTool('session_search')],
    hostTools: [hostTool('write_file'), hostTool('read_file')],
  };

  it('S-009 are offered the engine’s first, the host’s last, in an order that stays', () => {
    const desk = deskOf(parts);
    const names = ['lcm_expand', 'lcm_grep', 'session_search', 'write_file', 'read_file'];
    expect(desk.offered.map(({ name }) => name)).toEqual(names);
    expect(deskOf({ ...parts, engineTools: parts.engineTools.toReversed() }).offered).toEqual(desk.offered);
    expect(Object.keys(desk.offered.at(-1) ?? {})).toEqual(['name', 'description', 'parameters']);
    expect(desk.tokens).toBe(estimateToolTokens(desk.offered));
    expect(desk.warnings).toEqual([]);
    expect([deskOf().offered, deskOf().tokens]).toEqual([[], 0]);
  });

  it('S-009 are dispatched to whoever lent them', async () => {
    const inputs: unknown[] = [];
    const lcm = engineTool('lcm_grep', async (input) => {
      inputs.push(input);
      return 'found it';
    });
    const { texts, events } = await answersTo(deskOf({ ...parts, engineTools: [lcm] }), [
      callOf('lcm_grep', { query: 'x' }),
      callOf('session_search'),
      callOf('read_file'),
    ]);
    expect(texts).toEqual(['found it', 'session_search done', 'read_file done']);
    expect(inputs).toEqual([{ query: 'x' }]);
    expect(events.filter(({ type }) => type === 'tool-end')).toMatchObject([
      { isError: false },
      { isError: false },
      { isError: false },
    ]);
  });

  it.each([['read_file'], ['session_search']])(
    'S-009 keep the host’s own %s when an engine lends one',
    async (name) => {
      const desk = deskOf({ ...parts, engineTools: [engineTool(name, async () => 'mine now')] });
      expect(desk.offered.filter((tool) => tool.name === name)).toHaveLength(1);
      expect(desk.warnings).toEqual([expect.stringMatching(new RegExp(`^A tool of the engine "lcm".*${name}`))]);
      expect((await answersTo(desk, [callOf(name)])).texts).toEqual([`${name} done`]);
    },
  );

  it('are offered once each, though the host names one twice', async () => {
    const second = hostTool('read_file', async () => 'the second');
    const desk = deskOf({ hostTools: [hostTool('read_file'), second] });
    expect(desk.offered).toHaveLength(1);
    expect(desk.warnings).toEqual([expect.stringMatching(/read_file .*twice/)]);
    expect((await answersTo(desk, [callOf('read_file')])).texts).toEqual(['read_file done']);
  });
});

describe('calls', () => {
  it('run side by side, and are answered in their order', async () => {
    const gate = Promise.withResolvers<void>();
    const first = hostTool('first', async () => {
      await gate.promise;
      return 'one';
    });
    const second = hostTool('second', async () => {
      setImmediate(gate.resolve);
      return 'two';
    });
    const desk = deskOf({ hostTools: [first, second] });
    const { texts, events } = await answersTo(desk, [callOf('first'), callOf('second')]);
    expect(texts).toEqual(['one', 'two']);
    expect(events.map((event) => `${event.type} ${'name' in event ? event.name : ''}`)).toEqual([
      'tool-start first',
      'tool-start second',
      'tool-end second',
      'tool-end first',
    ]);
  });

  it('tell a tool who calls it, and with what', async () => {
    const seen: unknown[] = [];
    const tool = hostTool('look', async (input, call) => {
      seen.push([input, { ...call, signal: call.signal.aborted }]);
      return '';
    });
    await answersTo(deskOf({ hostTools: [tool] }), [callOf('look', { at: 1 }, 'c7')]);
    await answersTo(deskOf({ hostTools: [tool] }), [rawCall('look', '  ')]);
    expect(seen).toEqual([
      [{ at: 1 }, { signal: false, sessionId: 's', callId: 'c7' }],
      [{}, { signal: false, sessionId: 's', callId: 'raw' }],
    ]);
  });

  it('may answer in parts', async () => {
    const content = [
      { type: 'text', text: 'A picture:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
    ];
    const desk = deskOf({ hostTools: [hostTool('show', async () => content)] });
    expect((await answersTo(desk, [callOf('show')])).texts).toEqual([content]);
  });
});

describe('a call that fails', () => {
  const tools = {
    engineTools: [
      engineTool('lcm_grep', async () => {
        throw new Error(`no index for ${SECRET}`);
      }),
    ],
    hostTools: [
      hostTool('break', async () => {
        throw new Error(`denied for ${SECRET}`);
      }),
      hostTool('break_at_once', () => {
        throw new TypeError('not a promise');
      }),
      hostTool('number', async () => 5 as never),
      hostTool('nothing', async () => undefined as never),
      hostTool('no_parts', async () => []),
      hostTool('odd_parts', async () => ['text'] as never),
      hostTool('bigint', async () => [{ type: 'text', text: 'x', size: 5n }]),
    ],
  };

  it.each<[string, ToolCall, RegExp]>([
    ['names no tool', callOf('brake'), /There is no tool named \\"brake\\". Did you mean break\?/],
    ['names something else altogether', callOf('zzzzzzzz'), /There are: lcm_grep, break/],
    ['names what every object has', callOf('constructor'), /There is no tool named/],
    ['has no JSON', rawCall('break', '{"a":'), /The arguments are not JSON/],
    ['has no JSON for the engine', rawCall('lcm_grep', '{"a":'), /The arguments are not JSON/],
    ['is met by a throw', callOf('break'), /The tool break failed: denied for \[REDACTED/],
    ['is met by a throw before any promise', callOf('break_at_once'), /failed: TypeError: not a promise/],
    ['is met by a throw of the engine', callOf('lcm_grep'), /The tool lcm_grep failed: no index for \[REDACTED/],
    ['gets a number', callOf('number'), /neither in text nor in parts/],
    ['gets nothing', callOf('nothing'), /neither in text nor in parts/],
    ['gets an empty list', callOf('no_parts'), /neither in text nor in parts/],
    ['gets no parts', callOf('odd_parts'), /neither in text nor in parts/],
    ['gets what no store can keep', callOf('bigint'), /neither in text nor in parts/],
  ])('because it %s is answered with why', async (_, call, problem) => {
    const { texts, events } = await answersTo(deskOf(tools), [call]);
    const [text] = texts;
    expect(text).toMatch(/^\{"error":".+"\}$/);
    expect(text).toMatch(problem);
    expect(text).not.toContain(SECRET);
    expect(events.at(-1)).toMatchObject({ type: 'tool-end', isError: true });
  });

  it('leaves the others as they are', async () => {
    const { texts } = await answersTo(deskOf({ hostTools: [...tools.hostTools, hostTool('fine')] }), [
      callOf('break'),
      callOf('fine'),
    ]);
    expect(texts).toEqual([expect.stringMatching(/denied/), 'fine done']);
  });

  it.each(['host', 'engine'])('by never answering, of the %s, is given up, and its tool told', async (whose) => {
    const signals: AbortSignal[] = [];
    const hang = async (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<string> => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const lent =
      whose === 'host' ? { hostTools: [hostTool('hang', hang)] } : { engineTools: [engineTool('hang', hang)] };
    const { texts } = await answersTo(deskOf({ ...lent, timeoutMs: 10 }), [callOf('hang')]);
    expect(texts[0]).toMatch(/The tool hang did not answer within/);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe('a stop', () => {
  it('answers the calls that run, and those that have not begun', async () => {
    const stop = new AbortController();
    const signals: AbortSignal[] = [];
    const hang = hostTool('hang', (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const lent = engineTool('lcm_hang', () => new Promise(() => undefined));
    const desk = deskOf({ hostTools: [hang, hostTool('quick')], engineTools: [lent] });
    const running = answersTo(desk, [callOf('hang'), callOf('lcm_hang'), callOf('quick')], stop.signal);
    stop.abort();
    const stopped = 'The call was stopped by the user before it answered.';
    expect((await running).texts.slice(0, 2)).toEqual([stopped, stopped]);
    expect(signals[0]?.aborted).toBe(true);
    let calls = 0;
    const counted = hostTool('counted', async () => {
      calls += 1;
      return 'done';
    });
    const unasked = await answersTo(deskOf({ hostTools: [counted] }), [callOf('counted')], stop.signal);
    expect([calls, unasked.texts]).toEqual([0, [stopped]]);
    const late = await answersTo(desk, [callOf('quick'), callOf('lcm_hang')], stop.signal);
    expect(late.texts).toEqual([stopped, stopped]);
  });
});

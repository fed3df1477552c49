import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HermesConfig, loadConfig } from '@hermes-context/config';
import { type ContextEngine, defineContextEngine } from '@hermes-context/contract';
import {
  createHost,
  type Host,
  type HostEngine,
  type HostTool,
  type TurnEvent,
  type TurnResult,
} from '@hermes-context/host';
import { anthropicChatModel } from '@hermes-context/providers';
import {
  echoSummarizer,
  type FakeAnthropic,
  type FakeAnthropicBehaviour,
  manualClock,
  startFakeAnthropic,
} from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';

const WINDOW = 60_000;
/** Calls that the model makes at once: more blocks than a marker looks back. */
const CALLS = 12;
const MINUTE = 60_000;
/** Its thinking is valid wherever it stands. */
const UNBOUND = 'claude-sonnet-5';

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

const SYSTEM = `You are a careful engineer. ${words('rule', 900)}`;

const readFile: HostTool = {
  name: 'read_file',
  description: 'Reads a file of the project.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
  execute: async (_, { callId }) => words(`${callId}_`, 40),
};

async function configOf(settings: object): Promise<HermesConfig> {
  const home = await mkdtemp(join(tmpdir(), 'hermes-caching-'));
  await writeFile(join(home, 'config.yaml'), JSON.stringify(settings));
  const loaded = await loadConfig({ home, cwd: home, env: { HERMES_HOME: home } });
  await rm(home, { recursive: true });
  if (loaded.kind === 'invalid') throw new Error(loaded.problems.map(({ what }) => what).join('\n'));
  return loaded.config;
}

/** Reads twelve files, thinks, and says that it has. */
function play(body: unknown, index: number): FakeAnthropicBehaviour {
  const text = JSON.stringify(body);
  const isAsked = text.lastIndexOf('Read the files of part') > text.lastIndexOf('"tool_result"');
  const thinking = { type: 'thinking', thinking: `Thought ${index}.` };
  if (!isAsked) return { kind: 'message', content: [thinking, { type: 'text', text: words(`said${index}_`, 30) }] };
  const calls = Array.from({ length: CALLS }, (_, call) => ({
    type: 'tool_use',
    name: 'read_file',
    input: { path: `part${index}/${call}.ts` },
  }));
  return { kind: 'message', content: [thinking, ...calls] };
}

interface World extends AsyncDisposable {
  readonly server: FakeAnthropic;
  readonly host: Host;
  readonly events: TurnEvent[];
  /** Turns, a few seconds apart; the results of each. */
  turns(count: number): Promise<readonly TurnResult[]>;
  readonly clock: ReturnType<typeof manualClock>;
  readonly compact: () => ReturnType<Awaited<ReturnType<Host['newSession']>>['compact']>;
  readonly status: () => ReturnType<Awaited<ReturnType<Host['newSession']>>['status']>;
}

async function worldOf(
  settings: object = {},
  model = UNBOUND,
  engine?: Pick<ContextEngine, 'selectContext'>,
): Promise<World> {
  const clock = manualClock();
  const server = await startFakeAnthropic({
    script: play,
    now: () => clock.now(),
    windowTokens: WINDOW,
    bindsThinking: model !== UNBOUND,
  });
  const host = await createHost({
    config: await configOf(settings),
    model: anthropicChatModel({
      model,
      info: { name: model, provider: 'anthropic', contextTokens: WINDOW, maxOutputTokens: 4_000 },
      baseUrl: server.url,
    }),
    summarise: echoSummarizer(),
    tools: [readFile],
    systemPrompt: SYSTEM,
    clock,
    ...(engine === undefined ? {} : { engine: engineOf(engine) }),
  });
  const session = await host.newSession();
  const events: TurnEvent[] = [];
  let turn = 0;
  return {
    server,
    host,
    events,
    clock,
    compact: () => session.compact(),
    status: () => session.status(),
    async turns(count) {
      const results: TurnResult[] = [];
      for (const end = turn + count; turn < end; turn += 1) {
        const message = `Read the files of part ${turn}. ${words(`ask${turn}_`, 20)}`;
        results.push(await session.runTurn(message, { onEvent: (event) => events.push(event) }));
        clock.advance(5_000);
      }
      return results;
    },
    async [Symbol.asyncDispose]() {
      await host.close();
      await server.close();
    },
  };
}

/** An engine that compacts nothing. */
function engineOf(methods: Pick<ContextEngine, 'selectContext'>): HostEngine {
  const plugin = defineContextEngine({
    name: 'selecting',
    version: '1.0.0',
    contract: 1,
    description: 'Selects for one request.',
    parseOptions: () => ({}),
    create: (): ContextEngine => ({
      updateFromResponse: () => undefined,
      shouldCompress: () => false,
      compress: async () => ({ kind: 'unchanged', reason: 'nothing-to-compress' }),
      ...methods,
    }),
  });
  return { plugin, options: {} };
}

/** What a request read, and how large the prompt of the one before it was. */
function billsOf({ requests }: FakeAnthropic) {
  return requests.map(({ bill }, index) => {
    const before = requests[index - 1]?.bill;
    const sizeOf = (of: NonNullable<typeof bill>): number =>
      of.inputTokens + of.readTokens + of.write5mTokens + of.write1hTokens;
    return {
      read: bill?.readTokens ?? -1,
      size: bill === undefined ? -1 : sizeOf(bill),
      before: before === undefined ? 0 : sizeOf(before),
    };
  });
}

const refusalsOf = ({ requests }: FakeAnthropic) => requests.flatMap(({ refusal }) => refusal ?? []);
const kindsOf = (results: readonly TurnResult[]) => new Set(results.map(({ kind }) => kind));

describe('a host at a provider that caches by the documented rules, and refuses what breaks them', () => {
  it('reads the whole prompt before in each request, however many results a step has', async () => {
    await using world = await worldOf();
    expect(kindsOf(await world.turns(6))).toEqual(new Set(['completed']));
    const bills = billsOf(world.server).slice(1);
    expect(bills.length).toBe(11);
    expect(bills.map(({ read }) => read)).toEqual(bills.map(({ before }) => before));
    expect(refusalsOf(world.server)).toEqual([]);
    expect(world.status().cache).toMatchObject({ isEnabled: true, strategy: 'peat', requests: 12 });
    expect(world.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it('loses it on the same steps with system_and_3, as the simulator says', async () => {
    await using world = await worldOf({ prompt_caching: { strategy: 'system_and_3' } });
    await world.turns(6);
    const bills = billsOf(world.server).slice(2);
    const lost = bills.filter(({ read, before }) => read < before / 2);
    expect(lost.length).toBeGreaterThan(bills.length / 3);
    // The user hears of it.
    expect(world.events.filter(({ type }) => type === 'notice').length).toBeGreaterThan(0);
  });

  it('S-108 still reads tools and system from the cache in the first request after a compaction', async () => {
    await using world = await worldOf({ compression: { protect_last_n: 2 } });
    await world.turns(5);
    const prefix = world.server.requests[0]?.bill?.write5mTokens ?? 0;
    expect(await world.compact()).toMatchObject({
      kind: 'compacted',
      economy: { paysAfterRequests: expect.any(Number) },
    });
    const asked = world.server.requests.length;
    await world.turns(1);
    const [, first] = [undefined, billsOf(world.server)[asked]];
    // The first prompt of all was tools, system and one message of some 100 tokens.
    expect(first?.read).toBeGreaterThan(prefix - 300);
    expect(first?.read).toBeLessThan(first?.before ?? 0);
    expect(world.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it('S-109 has the rolling window in the cache again within two turns after a compaction', async () => {
    await using world = await worldOf({ compression: { protect_last_n: 2 } });
    await world.turns(5);
    await world.compact();
    const asked = world.server.requests.length;
    await world.turns(2);
    const after = billsOf(world.server).slice(asked + 1);
    expect(after.length).toBe(3);
    expect(after.map(({ read }) => read)).toEqual(after.map(({ before }) => before));
  });

  it('does all of that again and again where compactions start by themselves', async () => {
    await using world = await worldOf();
    const results = await world.turns(24);
    expect(kindsOf(results)).toEqual(new Set(['completed']));
    const compacted = results.flatMap(({ compactions }) => compactions).filter(({ kind }) => kind === 'compacted');
    expect(compacted.length).toBeGreaterThan(1);
    const bills = billsOf(world.server).slice(1);
    const prefix = world.server.requests[0]?.bill?.write5mTokens ?? 0;
    expect(bills.filter(({ read }) => read < prefix - 300)).toEqual([]);
    const partly = bills.filter(({ read, before }) => read < before);
    expect(partly.length).toBeLessThanOrEqual(world.status().compactions);
  });

  it('keeps signed thinking while it is valid, and sends none that the provider would refuse after a rewrite', async () => {
    await using world = await worldOf({ compression: { protect_last_n: 2 } }, 'claude-opus-5-5');
    await world.turns(4);
    const before = JSON.stringify(world.server.requests.at(-1)?.body);
    expect(before.match(/"type":"thinking"/g)?.length).toBeGreaterThan(4);
    const report = await world.compact();
    expect(report.warnings.join(' ')).toContain('is left out of requests from here on');
    expect(kindsOf(await world.turns(3))).toEqual(new Set(['completed']));
    expect(refusalsOf(world.server)).toEqual([]);
    expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('"type":"thinking"');
  });

  it('sends no thinking behind a list that was shortened or selected for one request, nor what was thought behind it', async () => {
    await using world = await worldOf({}, 'claude-opus-5-5', {
      // The system prompt and the last two turns: a list that goes on from no other.
      selectContext: ({ messages }) => [...messages.slice(0, 1), ...messages.slice(1).slice(-2 * (CALLS + 3))],
    });
    expect(kindsOf(await world.turns(4))).toEqual(new Set(['completed']));
    expect(refusalsOf(world.server)).toEqual([]);
  });

  it('cuts old results when the cache has run out, and pays for nothing twice', async () => {
    await using world = await worldOf({ compression: { protect_last_n: 4, target_ratio: 0.1 } });
    await world.turns(5);
    world.clock.advance(10 * MINUTE);
    const [result] = await world.turns(1);
    expect(result?.prunes).toMatchObject([{ kind: 'compacted', economy: { costsNow: 0 } }]);
    expect(refusalsOf(world.server)).toEqual([]);
  });
});

import { createHost, type HostTool, type TurnEvent, type TurnResult } from '@hermes-context/host';
import { anthropicChatModel } from '@hermes-context/providers';
import {
  echoSummarizer,
  type FakeAnthropic,
  type FakeAnthropicBehaviour,
  manualClock,
  startFakeAnthropic,
} from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configOf } from '../host/agent-world.fixture.ts';
import { lcmEngine } from './lcm-plug-in.fixture.ts';
import { newHome, words } from './lcm-world.fixture.ts';

const WINDOW = 40_000;
/** Its thinking is valid wherever it stands. */
const UNBOUND = 'claude-sonnet-5';
const BOUND = 'claude-opus-5-5';
/** Conversations by how many tools the model calls at once. */
const CALLS = [0, 3];

const readFile: HostTool = {
  name: 'read_file',
  description: 'Reads a file of the project.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
  execute: async (_, { callId }) => words(`${callId}_`, 80),
};

/** Reads so many files, thinks, and says that it has. */
function playing(calls: number) {
  return (body: unknown, index: number): FakeAnthropicBehaviour => {
    const text = JSON.stringify(body);
    const isAsked = text.lastIndexOf('Read the files of part') > text.lastIndexOf('"tool_result"');
    const thinking = { type: 'thinking', thinking: `Thought ${index}.` };
    const said = { type: 'text', text: words(`said${index}_`, calls === 0 ? 240 : 30) };
    if (calls === 0 || !isAsked) return { kind: 'message', content: [thinking, said] };
    const uses = Array.from({ length: calls }, (_, call) => ({
      type: 'tool_use',
      name: 'read_file',
      input: { path: `part${index}/${call}.ts` },
    }));
    return { kind: 'message', content: [thinking, ...uses] };
  };
}

interface Played {
  readonly server: FakeAnthropic;
  readonly results: readonly TurnResult[];
  /** Requests that had been sent when a compaction ended, a new list from there on. */
  readonly publishedAt: ReadonlySet<number>;
}

/** A conversation of so many turns, a few seconds apart. */
async function playTurns(
  count: number,
  { model, calls }: { readonly model: string; readonly calls: number },
): Promise<Played> {
  const clock = manualClock();
  const server = await startFakeAnthropic({
    script: playing(calls),
    now: () => clock.now(),
    windowTokens: WINDOW,
    bindsThinking: model === BOUND,
  });
  const info = { name: model, provider: 'anthropic', contextTokens: WINDOW, maxOutputTokens: 4_000 };
  const host = await createHost({
    config: await configOf(),
    model: anthropicChatModel({ model, info, baseUrl: server.url }),
    engine: await lcmEngine(),
    summarise: echoSummarizer(),
    tools: [readFile],
    systemPrompt: `You are a careful engineer. ${words('rule', 900)}`,
    dataDir: newHome(),
    clock,
  });
  onTestFinished(async () => {
    await host.close();
    await server.close();
  });
  const session = await host.newSession();
  const publishedAt = new Set<number>();
  const onEvent = (event: TurnEvent): void => {
    if (event.type === 'compaction-end' && event.report.kind === 'compacted') publishedAt.add(server.requests.length);
  };
  const results: TurnResult[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    results.push(await session.runTurn(`Read the files of part ${turn}. ${words(`ask${turn}_`, 20)}`, { onEvent }));
    clock.advance(5_000);
  }
  return { server, results, publishedAt };
}

/**
 * What a request's prompt is, in the order in which it is cached: tools, system, a message each. Markers are no part of
 * it, nor is the block that a text becomes to carry one.
 */
function partsOf(body: unknown): readonly string[] {
  const { tools, system, messages } = body as Record<'tools' | 'system', unknown> & { messages: readonly object[] };
  const plain = (value: unknown) =>
    JSON.stringify(value, (key, each: unknown) => {
      if (key === 'cache_control') return undefined;
      return key === 'content' && typeof each === 'string' ? [{ type: 'text', text: each }] : each;
    });
  return [plain(tools), plain(system), ...messages.map(plain)];
}

/** Requests that do not begin with all that the one before them had, by their numbers. */
function changedIn({ requests }: FakeAnthropic): readonly number[] {
  const prompts = requests.map(({ body }) => partsOf(body));
  return prompts.flatMap((parts, index) => {
    const before = prompts[index - 1] ?? [];
    return before.every((part, at) => parts[at] === part) ? [] : [index];
  });
}

describe.each([UNBOUND, BOUND])('lcm at a provider that caches prefixes, with %s', (model) => {
  it.each(CALLS)('I22 begins each request with the one before but behind publications (%i calls)', async (calls) => {
    const { server, results, publishedAt } = await playTurns(calls === 0 ? 100 : 60, { model, calls });
    expect(results.map(({ kind }) => kind)).toEqual(results.map(() => 'completed'));
    expect(server.requests.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
    expect(publishedAt.size).toBeGreaterThan(2);
    expect(changedIn(server)).toEqual([...publishedAt]);
    const bills = server.requests.map(({ bill }) => bill?.readTokens ?? 0);
    const unread = bills.flatMap((read, index) => (read === 0 ? [index] : []));
    expect(unread).toEqual([0]); // tools and system are read again behind a publication, too
  });
});

import type { AssistantMessage, Message, Messages, ToolCall } from '@hermes-context/contract';
import {
  type CompactionReport,
  createHost,
  type Host,
  type HostOptions,
  type HostSession,
  type HostTool,
  type TurnEvent,
} from '@hermes-context/host';
import { estimateMessagesTokens, repairMessages, validateOpenAiChat } from '@hermes-context/messages';
import { type ChatModel, ChatModelError } from '@hermes-context/providers';
import { createMemorySessionStore, type SessionStore } from '@hermes-context/sessions';
import { type ManualClock, manualClock } from '@hermes-context/testing';
import { configOf } from './agent-world.fixture.ts';

/** A session over a store in memory, whose summarizer fails for as long as a test wants, and everything that was told. */
export interface FaultWorld {
  readonly host: Host;
  readonly session: HostSession;
  readonly clock: ManualClock;
  readonly events: readonly TurnEvent[];
  /** What the operator was told. */
  readonly warnings: readonly string[];
  /** Every compaction that was tried, as its end was told; idle ones excepted, which nobody watches. */
  reports(): readonly CompactionReport[];
  readonly onEvent: (event: TurnEvent) => void;
}

export interface FaultWorldOptions {
  readonly model: ChatModel;
  readonly summarise?: HostOptions['summarise'];
  readonly compression: object;
  /** Messages that the conversation begins with. */
  readonly seeds: number;
  readonly limits?: HostOptions['limits'];
  readonly tools?: readonly HostTool[];
}

const configs = new Map<string, ReturnType<typeof configOf>>();

/** Reading a file for each of some hundred hosts would be most of their time. */
function configFor(compression: object): ReturnType<typeof configOf> {
  const settings = {
    compression: { protect_first_n: 1, protect_last_n: 2, small_context_floor: 'off', ...compression },
  };
  const key = JSON.stringify(settings);
  const config = configs.get(key) ?? configOf(settings);
  configs.set(key, config);
  return config;
}

export async function faultWorld(options: FaultWorldOptions): Promise<FaultWorld> {
  const { model, summarise, compression, seeds, limits, tools = [] } = options;
  const store = createMemorySessionStore();
  const clock = manualClock();
  const events: TurnEvent[] = [];
  const warnings: string[] = [];
  const { id } = await store.create({ title: 'Work' });
  await store.append(id, seedMessages(0, seeds));
  const host = await createHost({
    config: await configFor(compression),
    model,
    store,
    clock,
    tools,
    sessionSearch: false,
    limits: { compactionTimeoutMs: 20, ...limits },
    onWarning: (warning) => void warnings.push(warning),
    ...(summarise === undefined ? {} : { summarise }),
  });
  return {
    host,
    session: await host.resumeSession(id),
    clock,
    events,
    warnings,
    reports: () => events.flatMap((event) => (event.type === 'compaction-end' ? [event.report] : [])),
    onEvent: (event) => void events.push(event),
  };
}

/** Texts that are nowhere else, a call of a tool and its result among them. */
export function seedMessages(from: number, count: number): Messages {
  return Array.from({ length: count }, (_, offset): Message => {
    const index = from + offset;
    const call = callOf('read_file', `seed_${index - (index % 4)}`);
    switch (index % 4) {
      case 0:
        return { role: 'user', content: `Question ${index}: ${wordsOf(`q${index}_`)}` };
      case 1:
        return { role: 'assistant', content: `I look it up. ${wordsOf(`l${index}_`)}`, tool_calls: [call] };
      case 2:
        return { role: 'tool', tool_call_id: call.id, content: wordsOf(`f${index}_`) };
      default:
        return { role: 'assistant', content: `Answer ${index}: ${wordsOf(`a${index}_`)}` };
    }
  });
}

/** Lengthen a conversation from outside, in whole exchanges, to so many tokens. */
export async function growTo({ host, session }: FaultWorld, tokens: number): Promise<void> {
  for (let from = 1_000; ; from += 4) {
    const { liveTokens } = await host.store.get(session.id);
    if (liveTokens >= tokens) return;
    await host.store.append(session.id, seedMessages(from, 4));
  }
}

/** What each of those messages takes, about. */
export const SEED_TOKENS = 450;

function wordsOf(name: string): string {
  return Array.from({ length: 115 }, (_, index) => `${name}${index}`).join(' ');
}

export function callOf(name: string, id: string): ToolCall {
  return { id, type: 'function', function: { name, arguments: '{}' } };
}

/** Every message of every session of a store by its id, whatever its state. */
export async function archiveOf(store: SessionStore): Promise<ReadonlyMap<string, string>> {
  const { items: sessions } = await store.list({ includeContinued: true, limit: 1_000 });
  const all = new Map<string, string>();
  for (const { id, sequence } of sessions) {
    const { items } = await store.read(id, { limit: 1_000 });
    if (items.length !== sequence) throw new Error(`${id} has ${items.length} messages, and should have ${sequence}.`);
    for (const item of items) all.set(item.id, JSON.stringify(item.message));
  }
  return all;
}

/** Messages that an archive no longer has as they were. */
export function lostOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...before].flatMap(([id, message]) => (after.get(id) === message ? [] : [id]));
}

/** What is wrong with the list as it is stored, for a provider or for our own repair. Empty: nothing. */
export async function flawsOf({ host, session }: FaultWorld): Promise<readonly string[]> {
  const { messages } = await host.store.load(session.id);
  const repaired = repairMessages(messages);
  return [
    ...validateOpenAiChat(messages).map(({ index, rule }) => `Message ${index}: ${rule}`),
    ...(JSON.stringify(repaired.messages) === JSON.stringify(messages) ? [] : ['A repair changes it.']),
    ...(JSON.stringify(session.messages()) === JSON.stringify(messages) ? [] : ['The session has another list.']),
  ];
}

/** A model without a network. It counts as we do, and refuses what its provider would refuse. */
export interface ToyModel extends ChatModel {
  /** What was wrong with the requests, of all so far. */
  readonly violations: readonly string[];
}

export interface ToyModelOptions {
  readonly windowTokens: number;
  /** Requests of more tokens are refused, whatever the window is said to be. Default: the window. */
  readonly refusesAbove?: number;
  readonly answer?: (messages: Messages) => Partial<AssistantMessage>;
}

export function toyModel({ windowTokens, refusesAbove = windowTokens, answer }: ToyModelOptions): ToyModel {
  const violations: string[] = [];
  let count = 0;
  return {
    info: { name: `toy-${windowTokens}`, contextTokens: windowTokens },
    route: 'toy',
    violations,
    async complete({ messages }) {
      violations.push(...validateOpenAiChat(messages).map(({ index, rule }) => `Message ${index}: ${rule}`));
      const promptTokens = estimateMessagesTokens(messages);
      if (promptTokens > refusesAbove)
        throw new ChatModelError({ failure: 'context-length', model: 'toy', detail: 'Too long.' });
      count += 1;
      const message: AssistantMessage = { role: 'assistant', content: `Done, number ${count}.`, ...answer?.(messages) };
      const finish = message.tool_calls === undefined ? 'stop' : 'tool-calls';
      return { message, finish, usage: { promptTokens, completionTokens: estimateMessagesTokens([message]) } };
    },
  };
}

/** Text that takes a conversation over a threshold, as a tool or a model may give it. */
export function longText(): string {
  return [1, 2, 3].map((part) => wordsOf(`long${part}_`)).join(' ');
}

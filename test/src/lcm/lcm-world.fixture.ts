import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import { createHost, type Host, type HostOptions, type HostTool } from '@hermes-context/host';
import { validateOpenAiChat } from '@hermes-context/messages';
import { openAiChatModel } from '@hermes-context/providers';
import { openSqliteStore } from '@hermes-context/sessions';
import {
  echoSummarizer,
  type FakeBehaviour,
  type FakeProvider,
  type FakeToolCall,
  isSummaryRequest,
  startFakeProvider,
} from '@hermes-context/testing';
import { onTestFinished } from 'vitest';
import { configOf } from '../host/agent-world.fixture.ts';
import { lcmEngine } from './lcm-plug-in.fixture.ts';

/** So small that forty turns do not fit, and so large that the tools and a page of an answer do. */
export const WINDOW = 16_000;

/** A folder that goes with the test. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'hermes-lcm-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Words that are nowhere else, about four tokens each. */
export function words(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');
}

/** A request as the provider got it. */
interface Sent {
  readonly messages: Messages;
  /** Whether it asks for the next step of the agent, and not for a summary. */
  readonly isOfAgent: boolean;
}

/** A fake model that uses tools when a question tells it to, one call a step. */
export type Steps = (last: Message, messages: Messages) => FakeToolCall | undefined;

const DONE = 'Noted.';

/** A provider with a window that it enforces, which refuses lists that OpenAI would refuse. */
export async function lcmProvider(steps: Steps, windowTokens = WINDOW): Promise<FakeProvider> {
  let count = 0;
  const answer = (body: unknown): FakeBehaviour => {
    const { messages, isOfAgent } = sentOf(body);
    if (!isOfAgent)
      return { kind: 'reply', text: '## Goal\nWork through the parts.\n## Progress\nSome parts are done.' };
    const last = messages.at(-1);
    const call = last === undefined ? undefined : steps(last, messages);
    if (call !== undefined) return { kind: 'reply', toolCalls: [call] };
    count += 1;
    return { kind: 'reply', text: `${DONE} ${words(`said${count}_`, 60)}`, chunkChars: 4_000 };
  };
  const server = await startFakeProvider({
    window: { tokens: windowTokens },
    validate: (messages) =>
      validateOpenAiChat(messages as Messages).map(({ index, rule }) => `Message ${index}: ${rule}.`),
    script: answer,
  });
  onTestFinished(() => server.close());
  return server;
}

/** What a request's body holds. */
function sentOf(body: unknown): Sent {
  const { messages } = body as { readonly messages: Messages };
  return { messages, isOfAgent: !isSummaryRequest(body) };
}

/** All requests of the agent, oldest first. */
export function sentTo({ requests }: FakeProvider): readonly Messages[] {
  return requests
    .filter(({ path }) => path.includes('completions'))
    .map(({ body }) => sentOf(body))
    .flatMap(({ messages, isOfAgent }) => (isOfAgent ? [messages] : []));
}

/** What a host over a home is made of. */
export interface HomeOptions {
  readonly home: string;
  readonly server: FakeProvider;
  readonly settings?: object;
  readonly section?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly HostTool[];
  readonly windowTokens?: number;
  readonly host?: Partial<HostOptions>;
}

/** A host with the engine, whose sessions and logs lie in a home: another one over the same home goes on with them. */
export async function hostOver(options: HomeOptions): Promise<Host> {
  const { home, server, settings, section, tools = [], windowTokens = WINDOW, host: given } = options;
  const store = await openSqliteStore(join(home, 'state.db'));
  const info = { name: 'fake-model', contextTokens: windowTokens };
  const host = await createHost({
    config: await configOf(settings),
    model: openAiChatModel({ model: 'fake-model', info, baseUrl: server.url }),
    engine: await lcmEngine(section),
    store,
    summarise: echoSummarizer(),
    systemPrompt: 'You are a coding agent. Work through the parts.',
    tools,
    dataDir: home,
    sessionSearch: false,
    // What is said first is looked for in the engine's own log: pinned as the goal, it would stand in the list.
    limits: { pinsPercent: 0 },
    ...given,
  });
  onTestFinished(async () => {
    await host.close();
    await store.close();
  });
  return host;
}

/** What a person says about a part: some hundred tokens that are nowhere else. */
export function askAbout(part: number): string {
  return `Do part ${part}. ${words(`part${part}_`, 60)}`;
}

/** The text of the newest result in a list. */
export function lastResult(messages: Messages): string {
  const result = messages.findLast(({ role }) => role === 'tool');
  return typeof result?.content === 'string' ? result.content : '';
}

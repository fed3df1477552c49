import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HermesConfig, loadConfig } from '@hermes-context/config';
import type { Messages } from '@hermes-context/contract';
import { createHost, type Host, type HostOptions, type TurnResult } from '@hermes-context/host';
import { validateOpenAiChat } from '@hermes-context/messages';
import { openAiChatModel } from '@hermes-context/providers';
import {
  type CodingSession,
  codingSession,
  type FakeProvider,
  isSummaryRequest,
  startFakeProvider,
  summaryReply,
} from '@hermes-context/testing';

/** The settings of a config file with this in it. */
export async function configOf(settings: object = {}): Promise<HermesConfig> {
  const home = await mkdtemp(join(tmpdir(), 'hermes-agent-'));
  await writeFile(join(home, 'config.yaml'), JSON.stringify(settings));
  const loaded = await loadConfig({ home, cwd: home, env: { HERMES_HOME: home } });
  await rm(home, { recursive: true });
  if (loaded.kind === 'invalid') throw new Error(loaded.problems.map(({ what }) => what).join('\n'));
  return loaded.config;
}

/** An agent in a coding session, and the provider that it talks to. */
export interface AgentWorld extends AsyncDisposable {
  readonly host: Host;
  readonly server: FakeProvider;
  readonly script: CodingSession;
}

export interface WorldOptions {
  readonly turns: number;
  /** The window, which the server enforces by a count of its own. */
  readonly windowTokens: number;
  readonly settings?: object;
  readonly host?: Partial<HostOptions>;
}

/** Start a provider with a hard window that checks each request, and a host with the tools of a coding session. */
export async function agentWorld({ turns, windowTokens, settings, host: given }: WorldOptions): Promise<AgentWorld> {
  const script = codingSession({ turns });
  const server = await startFakeProvider({
    window: { tokens: windowTokens },
    validate: (messages) =>
      validateOpenAiChat(messages as Messages).map(({ index, rule }) => `Message ${index}: ${rule}.`),
    script: (body) => (isSummaryRequest(body) ? summaryReply(body) : script.answer(body)),
  });
  const info = { name: 'fake-model', contextTokens: windowTokens };
  const host = await createHost({
    config: await configOf(settings),
    model: openAiChatModel({ model: 'fake-model', info, baseUrl: server.url }),
    systemPrompt: 'You are a coding agent. Work through the tasks.',
    tools: script.tools,
    ...given,
  });
  return {
    host,
    server,
    script,
    async [Symbol.asyncDispose]() {
      await host.close();
      await server.close();
    },
  };
}

/** How often a turn compacted where. */
export function sitesOf(results: readonly TurnResult[]): readonly string[] {
  return results.flatMap(({ compactions }) => compactions.map(({ site, kind }) => `${site} ${kind}`));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host, type HostSession } from '@hermes-context/host';
import { anthropicChatModel, type ChatModel, openAiChatModel, responsesChatModel } from '@hermes-context/providers';
import { openSqliteStore } from '@hermes-context/sessions';
import { startFakeAnthropic, startFakeProvider, startFakeResponses } from '@hermes-context/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { configOf } from './agent-world.fixture.ts';

const undo: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'server-compaction-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Opened {
  readonly host: Host;
  /** The store too. */
  readonly close: () => Promise<void>;
}

async function openHost(folder: string, model: ChatModel, compression: object): Promise<Opened> {
  const store = await openSqliteStore(join(folder, 'state.db'));
  const host = await createHost({ config: await configOf({ compression }), model, store, dataDir: folder });
  const close = async () => {
    await host.close();
    await store.close();
  };
  undo.push(close);
  return { host, close };
}

/** Some 900 tokens. */
const page = (turn: number): string => Array.from({ length: 150 }, (_, word) => `page${turn}word${word}`).join(' ');

async function talk(session: HostSession, from: number, to: number, pages = 1): Promise<void> {
  for (let turn = from; turn < to; turn += 1) {
    const { kind, error } = await session.runTurn(`Question ${turn}: ${page(turn).repeat(pages)}`);
    if (kind !== 'completed') throw error ?? new Error(kind);
  }
}

type Json = Readonly<Record<string, unknown>>;
const inputOf = (body: unknown, field: string): readonly Json[] => Object(body)[field] ?? [];
const checkpoints = (items: readonly Json[]): readonly Json[] =>
  items
    .flatMap((item) => (Array.isArray(item['content']) ? item['content'] : [item]))
    .filter(({ type }) => type === 'compaction');

describe('a conversation that OpenAI Responses compacts', () => {
  const info = { name: 'gpt-5.6', contextTokens: 100_000 };
  const native = { codex_responses_native: true, codex_responses_compact_threshold: 6_000, threshold: 0.9 };
  const modelAt = (baseUrl: string): ChatModel =>
    responsesChatModel({ model: 'gpt-5.6', info, baseUrl, trustedHosts: ['127.0.0.1'], apiKey: 'k' });

  it('S-087 S-091 goes on behind the checkpoint, over a restart, an export and a visit to another route', async () => {
    await using openAi = await startFakeResponses({
      apiKey: 'k',
      script: { kind: 'reply', text: 'Noted.', reasoning: 'r' },
    });
    await using router = await startFakeProvider({ script: { kind: 'reply', text: 'Routed.' } });
    const folder = newFolder();
    const first = await openHost(folder, modelAt(openAi.url), native);
    const session = await first.host.newSession();
    await talk(session, 0, 12);
    const compacted = openAi.requests.findIndex(({ body }) => checkpoints(inputOf(body, 'input')).length > 0);
    expect(compacted).toBeGreaterThan(2);
    const [item] = checkpoints(inputOf(openAi.requests[compacted]?.body, 'input'));
    expect(openAi.requests.every(({ refusal }) => refusal === undefined)).toBe(true);
    expect(Math.max(...openAi.requests.map(({ inputTokens }) => inputTokens))).toBeLessThan(9_000);
    expect(session.messages()).toHaveLength(24);
    const before = JSON.stringify(checkpoints(inputOf(openAi.requests.at(-1)?.body, 'input')).at(-1));
    await first.close();

    const second = await openHost(folder, modelAt(openAi.url), native);
    const resumed = await second.host.resumeSession(session.id);
    await talk(resumed, 12, 13);
    const replayed = inputOf(openAi.requests.at(-1)?.body, 'input');
    expect(JSON.stringify(checkpoints(replayed).at(-1))).toBe(before);
    expect(JSON.stringify(item)).toContain('encrypted_content');

    const other = openAiChatModel({
      model: 'openai/gpt-5.6',
      info: { ...info, name: 'openai/gpt-5.6' },
      baseUrl: router.url,
    });
    expect((await resumed.switchModel(other)).kind).toBe('switched');
    await talk(resumed, 13, 14);
    const asked = JSON.stringify(router.requests.at(-1)?.body);
    expect(asked).not.toContain('encrypted_content');
    expect(asked).not.toContain('context_management');
    expect(asked).toContain('page0word0');

    expect((await resumed.switchModel(modelAt(openAi.url))).kind).toBe('switched');
    await talk(resumed, 14, 15);
    expect(JSON.stringify(checkpoints(inputOf(openAi.requests.at(-1)?.body, 'input')).at(-1))).toBe(before);
    expect(openAi.requests.every(({ refusal }) => refusal === undefined)).toBe(true);
  });

  it('S-089 S-090 is compacted here as soon as the server refuses to', async () => {
    await using openAi = await startFakeResponses({ rejectsCompaction: true });
    const { host } = await openHost(newFolder(), modelAt(openAi.url), { ...native, threshold: 0.1 });
    const session = await host.newSession();
    await talk(session, 0, 30);
    const fields = openAi.requests.map(({ body }) => 'context_management' in Object(body));
    expect(fields.filter(Boolean)).toHaveLength(1);
    expect(session.status().compactions).toBeGreaterThan(0);
  });
});

describe('a conversation that Anthropic compacts', () => {
  it('goes on behind the block, and asks for it below the threshold here', async () => {
    await using server = await startFakeAnthropic({ compaction: { minTriggerTokens: 1_000 } });
    const info = { name: 'claude-sonnet-5', contextTokens: 100_000, provider: 'anthropic' };
    const model = anthropicChatModel({ model: info.name, info, baseUrl: server.url, trustedHosts: ['127.0.0.1'] });
    const { host } = await openHost(newFolder(), model, { anthropic_native: true, threshold: 0.9 });
    const session = await host.newSession();
    await talk(session, 0, 24, 6);
    const requests = server.requests.map(({ body }) => body);
    expect(requests[0]).toMatchObject({ context_management: { edits: [{ type: 'compact_20260112' }] } });
    const behind = requests.filter((body) => checkpoints(inputOf(body, 'messages')).length > 0);
    expect(behind.length).toBeGreaterThan(0);
    expect(server.requests.map(({ refusal }) => refusal).filter((refusal) => refusal !== undefined)).toEqual([]);
    expect(inputOf(behind[0], 'messages')[0]?.['role']).toBe('user');
    expect(session.messages()).toHaveLength(48);
  });
});

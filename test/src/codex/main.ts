// `npm run test:codex`: the client of `codex app-server` against the real program and a model on the loopback interface.
import { strictEqual as equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CodexAppServer,
  CodexAppServerError,
  type CodexEvent,
  type CodexThread,
  codexChatModel,
  openCodexAppServer,
} from '@hermes-context/providers';
import { fetchCodex, NoCodexError } from './fetch-codex.ts';
import { type LoopbackModel, startLoopbackModel } from './loopback-model.ts';
import { speaksSchema } from './speaks-schema.ts';

const WINDOW_TOKENS = 20_000;
const cacheFolder = join(import.meta.dirname, '../../../node_modules/.cache');

interface World {
  readonly program: string;
  readonly model: LoopbackModel;
  readonly events: CodexEvent[];
  readonly open: () => Promise<CodexAppServer>;
  readonly server: CodexAppServer;
  readonly folder: string;
}

/** What is checked, in this order. Each begins a thread of its own. */
const CHECKS: readonly (readonly [name: string, check: (world: World) => Promise<void>])[] = [
  ['shakes hands', async ({ server }) => match(server.userAgent, /\S/)],
  ['runs two turns, with text and usage', runsTurns],
  ['compacts a thread when asked to, once', compactsByHand],
  ['hears of a compaction that the server makes at 90 % of the window', hearsOfNative],
  ['refuses to compact during a turn, which goes on', refusesAmidTurn],
  ['ends a compaction that is interrupted, and counts none', endsInterrupted],
  ['leads a conversation as a model, over a restart of the server', leadsAsModel],
  ['speaks methods that the program declares', speaksDeclared],
  [
    'sends, and hears in its tests, what the schema of the program takes',
    ({ program, folder }) => speaksSchema(program, folder),
  ],
];

const say = (text: string, inputTokens = 100) => ({ text, inputTokens });
const compactions = ({ events }: World, thread: CodexThread) =>
  events.filter((event) => event.kind === 'compacted' && event.threadId === thread.id);

async function runsTurns({ server, model }: World): Promise<void> {
  model.answers = [say('First.', 300), say('Second.', 400)];
  const thread = await server.startThread();
  const [first, second] = [await thread.runTurn('one'), await thread.runTurn('two')];
  equal(first.kind, 'completed');
  equal(first.text, 'First.');
  equal(second.text, 'Second.');
  equal(thread.usage?.last.inputTokens, 400);
  equal(thread.state, 'idle');
}

async function compactsByHand(world: World): Promise<void> {
  const { server, model } = world;
  model.answers = [say('Said.', 5_000), say('A summary.', 5_100), say('Gone on.', 900)];
  const thread = await server.startThread();
  await thread.runTurn('one');
  const outcome = await thread.compact();
  equal(outcome.kind, 'compacted');
  equal(compactions(world, thread).length, 1);
  equal((await thread.runTurn('two')).text, 'Gone on.');
  equal(compactions(world, thread).length, 1);
}

async function hearsOfNative(world: World): Promise<void> {
  const { server, model } = world;
  model.answers = [say('Nearly full.', WINDOW_TOKENS * 0.925), say('A summary.'), say('After it.', 700)];
  const thread = await server.startThread();
  await thread.runTurn('one');
  const turn = await thread.runTurn('two');
  equal(turn.text, 'After it.');
  equal(turn.compactionCount, 1);
  const [event] = compactions(world, thread);
  equal(event?.kind === 'compacted' && event.origin, 'server');
}

async function refusesAmidTurn(world: World): Promise<void> {
  const { server, model } = world;
  model.answers = ['stall'];
  const thread = await server.startThread();
  const before = model.count();
  const turn = thread.runTurn('one');
  while (model.count() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  const refusal: unknown = await thread.compact().catch((error: unknown) => error);
  ok(refusal instanceof CodexAppServerError && refusal.facts.failure === 'thread-busy');
  equal(thread.state, 'turn');
  await thread.interrupt();
  equal((await turn).kind, 'interrupted');
  equal(compactions(world, thread).length, 0);
}

async function endsInterrupted(world: World): Promise<void> {
  const { server, model } = world;
  model.answers = [say('Said.', 3_000), 'stall'];
  const thread = await server.startThread();
  await thread.runTurn('one');
  const before = model.count();
  const compaction = thread.compact();
  while (model.count() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  await thread.interrupt();
  equal((await compaction).kind, 'interrupted');
  equal(compactions(world, thread).length, 0);
  model.answers = [say('Goes on.')];
  equal((await thread.runTurn('two')).text, 'Goes on.');
}

async function leadsAsModel({ model, open }: World): Promise<void> {
  model.answers = [say('One.', 1_000), say('A summary.'), say('Two.', 500)];
  const info = { name: 'mock-model', contextTokens: WINDOW_TOKENS };
  const { signal } = new AbortController();
  const first = codexChatModel({ info, open });
  const reply = await first.complete({ messages: [{ role: 'user', content: 'one' }], tools: [], signal });
  const { threadId = '' } = reply;
  equal((await first.compactThread(threadId, { signal })).kind, 'compacted');
  await first.close();
  const second = codexChatModel({ info, open });
  const messages = [{ role: 'user', content: 'one' }, reply.message, { role: 'user', content: 'two' }] as const;
  const again = await second.complete({ messages, tools: [], signal, threadId, threadSeen: 2 });
  await second.close();
  equal(again.message.content, 'Two.');
  equal(again.threadId, threadId);
}

/** Names that the client sends and hears, in the schema that the program writes. */
async function speaksDeclared({ program, folder }: World): Promise<void> {
  const out = join(folder, 'schema');
  equal(spawnSync(program, ['app-server', 'generate-json-schema', '--out', out]).status, 0);
  const read = (file: string): string => readFileSync(join(out, file), 'utf8');
  const requests = [
    'initialize',
    'thread/start',
    'thread/resume',
    'turn/start',
    'turn/interrupt',
    'thread/compact/start',
  ];
  const heard = [
    'turn/started',
    'turn/completed',
    'item/started',
    'item/completed',
    'item/agentMessage/delta',
    'error',
  ];
  const more = ['thread/status/changed', 'thread/tokenUsage/updated', 'thread/compacted'];
  for (const name of requests) ok(read('ClientRequest.json').includes(`"${name}"`), name);
  for (const name of [...heard, ...more]) ok(read('ServerNotification.json').includes(`"${name}"`), name);
  for (const name of ['item/commandExecution/requestApproval', 'item/fileChange/requestApproval'])
    ok(read('ServerRequest.json').includes(`"${name}"`), name);
}

async function run(program: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'test-codex-'));
  const model = await startLoopbackModel();
  const events: CodexEvent[] = [];
  const env = homeIn(folder, model.port);
  const clientInfo = { name: 'hermes-context-test', title: 'hermes-context', version: '0.0.0' };
  const open = () =>
    openCodexAppServer({ command: program, cwd: folder, env, clientInfo, onEvent: (event) => events.push(event) });
  const server = await open();
  let failed = 0;
  for (const [name, check] of CHECKS) {
    try {
      await check({ program, model, events, open, server, folder });
      process.stdout.write(`ok   ${name}\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(
        `FAIL ${name}\n     ${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`,
      );
    }
  }
  await server.close();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${CHECKS.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** A home of its own, so that nobody's login or settings are touched. */
function homeIn(folder: string, port: number): Readonly<Record<string, string | undefined>> {
  const home = join(folder, 'codex-home');
  mkdirSync(home);
  const lines = [
    'model = "mock-model"',
    'model_provider = "mock"',
    `model_context_window = ${WINDOW_TOKENS}`,
    '[model_providers.mock]',
    'name = "mock"',
    `base_url = "http://127.0.0.1:${port}/v1"`,
    'wire_api = "responses"',
    'env_key = "MOCK_KEY"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
  ];
  writeFileSync(join(home, 'config.toml'), `${lines.join('\n')}\n`);
  // biome-ignore lint/style/noProcessEnv: an entry point; Codex finds the programs of its tools by it
  return { PATH: process.env['PATH'], HOME: folder, CODEX_HOME: home, MOCK_KEY: 'none' };
}

try {
  process.exitCode = await run(fetchCodex(cacheFolder));
} catch (error) {
  if (!(error instanceof NoCodexError)) throw error;
  process.stderr.write(`test:codex: ${error.message}\n`);
  process.exitCode = 2;
}

import { strictEqual as equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCodexAppServer } from '@hermes-context/providers';
import { type FakeCodexScript, fakeCodex } from '@hermes-context/testing';
import { type JsonSchema, schemaFault } from './json-schema.ts';

/** What the server asks, and the schema of its answer. */
const ASKED = {
  'item/commandExecution/requestApproval': 'CommandExecutionRequestApprovalResponse',
  'item/fileChange/requestApproval': 'FileChangeRequestApprovalResponse',
  'item/permissions/requestApproval': 'PermissionsRequestApprovalResponse',
  'item/tool/requestUserInput': 'ToolRequestUserInputResponse',
  'item/tool/call': 'DynamicToolCallResponse',
  'mcpServer/elicitation/request': 'McpServerElicitationRequestResponse',
} as const;

const SCRIPT: FakeCodexScript = {
  turns: [
    [
      { kind: 'compact', deprecated: 'after' },
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'text', text: 'Done.' },
      { kind: 'retry', message: 'Busy.' },
      { kind: 'usage', inputTokens: 10, outputTokens: 2 },
    ],
    Object.keys(ASKED).map((method) => ({
      kind: 'ask',
      method,
      params: { permissions: { network: { enabled: true } } },
    })),
    [{ kind: 'fail', message: 'Too large.', codexErrorInfo: 'contextWindowExceeded' }],
  ],
  storedThreads: ['stored'],
};

/** What the client sends, and what the fake app-server of its tests says, as the real program's own schema has it. */
export async function speaksSchema(program: string, folder: string): Promise<void> {
  const out = join(folder, 'schema-of-all');
  equal(spawnSync(program, ['app-server', 'generate-json-schema', '--out', out]).status, 0);
  const read = (name: string): JsonSchema => JSON.parse(readFileSync(join(out, `${name}.json`), 'utf8'));
  for (const decision of ['decline', 'accept', 'cancel'] as const) await checkTalk(read, folder, decision);
}

type Message = Readonly<Record<string, unknown>>;

async function checkTalk(
  read: (name: string) => JsonSchema,
  folder: string,
  decision: 'decline' | 'accept' | 'cancel',
): Promise<void> {
  const { sent, said } = await talk(folder, decision);
  const [requests, notifications] = [read('ClientRequest'), read('ClientNotification')];
  for (const message of sent.filter(({ method }) => method !== undefined)) {
    accept(message, message['id'] === undefined ? notifications : requests);
  }
  const answers = sent.filter(({ method }) => method === undefined);
  const schemas = Object.values(ASKED);
  equal(answers.length, schemas.length);
  for (const [index, answer] of answers.entries()) accept(answer['result'], read(schemas[index] ?? ''));
  const server = read('ServerNotification');
  const heard = said.filter(({ method, id }) => method !== undefined && id === undefined);
  ok(heard.length > 20);
  for (const message of heard) accept(message, server);
}

function accept(value: unknown, schema: JsonSchema): void {
  const fault = schemaFault(value, schema);
  ok(fault === undefined, `${fault} in ${JSON.stringify(value)}`);
}

/** All that is sent and said while the client does what it can. */
async function talk(
  folder: string,
  kind: 'decline' | 'accept' | 'cancel',
): Promise<{ readonly sent: readonly Message[]; readonly said: readonly Message[] }> {
  using fake = fakeCodex(SCRIPT);
  const record = join(mkdtempSync(join(folder, 'talk-')), 'said.jsonl');
  const server = await openCodexAppServer({
    command: 'sh',
    args: ['-c', 'record=$1; shift; "$@" | tee "$record"', 'sh', record, fake.command, ...fake.args],
    cwd: folder,
    // biome-ignore lint/style/noProcessEnv: the shell finds `tee` by it
    env: { PATH: process.env['PATH'] },
    clientInfo: { name: 'hermes-context-test', title: 'hermes-context', version: '0.0.0' },
    decide: () => ({ kind }),
  });
  const thread = await server.startThread({ cwd: folder, approvalPolicy: 'on-request', sandbox: 'read-only' });
  await thread.runTurn('one');
  await thread.compact();
  await thread.runTurn('two');
  await thread.runTurn('three');
  await server.resumeThread('stored', { model: 'mock-model', baseInstructions: 'Be short.', config: {} });
  await server.close();
  const lines = readFileSync(record, 'utf8').trimEnd().split('\n');
  const sent = fake.arrivals().flatMap((arrival) => (arrival.kind === 'message' ? [arrival.message] : []));
  return { sent, said: lines.map((line): Message => JSON.parse(line)) };
}

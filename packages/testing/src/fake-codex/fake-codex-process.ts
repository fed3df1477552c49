// The program that `fakeCodex` has a client start: script and record file are its arguments.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isRecord } from '../is-record.ts';
import { CodexPipe } from './codex-pipe.ts';
import { CodexRpcError, RPC } from './codex-rpc-error.ts';
import type { FakeCodexScript } from './fake-codex-script.ts';
import { FakeCodexServer, waitForLate } from './fake-codex-server.ts';

const [, , scriptJson = '{}', recordFile = ''] = process.argv;
const script: FakeCodexScript = JSON.parse(scriptJson);
const pipe = new CodexPipe(script);
const asked = new Map<unknown, () => void>();
let askCount = 0;

const server = new FakeCodexServer(script, {
  windowTokens: script.windowTokens ?? 20_000,
  nowMs: Date.now,
  notify: (method, params) => pipe.send({ method, params, emittedAtMs: Date.now() }),
  sendLine: (line) => pipe.sendLine(line),
  exit: (code, stderr) => pipe.exit(code, stderr),
  ask: (method, params) => {
    askCount += 1;
    const id = `ask-${askCount}`;
    pipe.send({ id, method, params });
    return new Promise((resolve) => asked.set(id, resolve));
  },
});

function record(entry: Readonly<Record<string, unknown>>): void {
  appendFileSync(recordFile, `${JSON.stringify(entry)}\n`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // as the real one: ignored
  }
}

function receive(line: string): void {
  const message = parse(line);
  if (!isRecord(message)) {
    record({ kind: 'unreadable', line });
    return;
  }
  record({ kind: 'message', message });
  const { id, method } = message;
  if (typeof method !== 'string') asked.get(id)?.();
  else if (id !== undefined) void answer(id, method, message['params']);
}

async function answer(id: unknown, method: string, params: unknown): Promise<void> {
  const { exitOn, silentMethods = [] } = script;
  if (exitOn?.method === method) pipe.exit(exitOn.code, exitOn.stderr);
  if (exitOn?.method === method || silentMethods.includes(method)) return;
  try {
    const reply = server.answer(method, params);
    await waitForLate(script, method);
    pipe.send({ id, result: reply.result });
    reply.after?.();
  } catch (error) {
    const code = error instanceof CodexRpcError ? error.code : RPC.internal;
    pipe.send({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
  }
}

record({ kind: 'start', pid: process.pid });
process.on('SIGTERM', () => {
  record({ kind: 'signal', signal: 'SIGTERM' });
  if (script.outlives !== 'term') process.exit(143);
});
process.stdout.on('error', () => process.exit(1)); // nobody reads any more
const lines = createInterface({ input: process.stdin });
lines.on('line', receive);
lines.on('close', () => {
  record({ kind: 'end-of-input' });
  if (script.outlives === undefined) process.exit(0);
  else setInterval(() => undefined, 60_000);
});

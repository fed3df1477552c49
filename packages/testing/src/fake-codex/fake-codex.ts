import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../is-record.ts';
import type { FakeCodexArrival, FakeCodexScript } from './fake-codex-script.ts';

/** A fake app-server, ready to be started by a client: each start plays the script from its beginning. */
export interface FakeCodex extends Disposable {
  readonly command: string;
  readonly args: readonly string[];
  /** What has reached it, over all its starts. */
  arrivals(): readonly FakeCodexArrival[];
  /** Methods of the requests and notifications that have reached it. */
  methods(): readonly string[];
  /** Parameters of the messages with that method. */
  paramsOf(method: string): readonly unknown[];
  /** Answers to what it has asked, such as `{ result: … }`. */
  answers(): readonly Readonly<Record<string, unknown>>[];
  /** Id of the process that was started last; `undefined` before. */
  pid(): number | undefined;
}

/**
 * A program that speaks as `codex app-server` 0.171.0 does, over its standard input and output, and does what a script
 * says. It asks no model and needs no network. Disposing removes its files; it does not end a process.
 *
 * @see The sequences are those that were measured with the real program on 2 and 3 December 2026.
 */
export function fakeCodex(script: FakeCodexScript = {}): FakeCodex {
  const folder = mkdtempSync(join(tmpdir(), 'fake-codex-'));
  const record = join(folder, 'arrivals.jsonl');
  writeFileSync(record, '');
  const entries = (): readonly unknown[] => readLines(record);
  const arrivals = (): readonly FakeCodexArrival[] => entries().filter(isArrival);
  const messages = () => arrivals().flatMap((arrival) => (arrival.kind === 'message' ? [arrival.message] : []));
  return {
    command: process.execPath,
    args: [programPath(), JSON.stringify(script), record],
    arrivals,
    methods: () => messages().flatMap(({ method }) => (typeof method === 'string' ? [method] : [])),
    paramsOf: (method) => messages().flatMap((message) => (message['method'] === method ? [message['params']] : [])),
    answers: () => messages().filter(({ method }) => method === undefined),
    pid: () => entries().findLast(isStart)?.pid,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function programPath(): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(
    isSource
      ? new URL('./fake-codex-process.ts', import.meta.url)
      : new URL('./fake-codex-process.js', import.meta.url),
  );
}

function readLines(file: string): readonly unknown[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line));
}

function isStart(entry: unknown): entry is { readonly kind: 'start'; readonly pid: number } {
  return isRecord(entry) && entry['kind'] === 'start';
}

function isArrival(entry: unknown): entry is FakeCodexArrival {
  return isRecord(entry) && entry['kind'] !== 'start';
}

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@hermes-context/config';
import { createHost, type Host, type HostSession } from '@hermes-context/host';
import { type ChatModel, type ChatRequest, toOpenAiChat, WireMemo } from '@hermes-context/providers';
import { openSqliteStore } from '@hermes-context/sessions';
import { syntheticList } from './synthetic-list.ts';

const SESSIONS = 50;
const TURNS = 20;
/** Until everything is compiled, as it is in a process that runs for days. */
const WARM_UP_TURNS = 3;
/** Messages that each session has before: some 100,000 tokens, the half of a usual window. */
const HISTORY = 300;

/** What our layers cost a turn, beside what any client of the provider does: encoding the request. */
export interface HostFigures {
  readonly turns: number;
  /** Time of a turn without the model's, in milliseconds. */
  readonly overheadP50Ms: number;
  readonly overheadP99Ms: number;
  /** Time to encode the request of a turn as JSON, in milliseconds. */
  readonly encodeP50Ms: number;
  readonly encodeP99Ms: number;
  /** Heap that the turns left behind, each, in bytes. */
  readonly heapBytesPerTurn: number;
}

/** Answers at once; encodes each request as a client would, on its own clock. */
class EncodingModel implements ChatModel {
  readonly info = { name: 'bench', contextTokens: 1_000_000 };
  readonly route = 'bench';
  /** As the clients of this project do: a message that did not change is the same object in each request. */
  readonly #memo = new WireMemo();
  encodeMs = 0;
  prepareMs = 0;
  spentMs = 0;

  async complete({ messages, tools, prepareWire }: ChatRequest) {
    const started = performance.now();
    const parts = { shape: 'openai-chat', messages: toOpenAiChat(messages, this.#memo) } as const;
    const preparing = performance.now();
    const prepared = prepareWire?.(parts) ?? parts;
    this.prepareMs = performance.now() - preparing;
    const wire = { model: 'bench', messages: prepared.messages, tools, stream: true };
    const encoding = performance.now();
    const size = JSON.stringify(wire).length;
    const ended = performance.now();
    this.encodeMs = ended - encoding;
    // What is set in between is the host's doing.
    this.spentMs = ended - started - this.prepareMs;
    const message = { role: 'assistant', content: `Read ${size} characters.` } as const;
    return { message, finish: 'stop', usage: { promptTokens: Math.round(size / 4), completionTokens: 6 } } as const;
  }
}

/** Memory that looks like a disk: a real one's sync, twice a turn, would hide everything else. */
const RAM_DISK = '/dev/shm';

/** 50 sessions in one process over one store in a file, their turns one after another so that each is timed alone. */
export async function benchHost(): Promise<HostFigures> {
  const home = mkdtempSync(join(existsSync(RAM_DISK) ? RAM_DISK : tmpdir(), 'hermes-bench-'));
  const store = await openSqliteStore(join(home, 'state.db'));
  const loaded = await loadConfig({ home, cwd: home, env: { HERMES_HOME: home } });
  if (loaded.kind === 'invalid') throw new Error('unreachable: an empty home is a valid configuration');
  const model = new EncodingModel();
  const host = await createHost({ config: loaded.config, model, store });
  try {
    return await measure(model, await openSessions(host));
  } finally {
    await host.close();
    await store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function openSessions(host: Host): Promise<readonly HostSession[]> {
  const sessions: HostSession[] = [];
  for (let index = 0; index < SESSIONS; index += 1) {
    const { id } = await host.store.create();
    await host.store.append(id, syntheticList(HISTORY));
    sessions.push(await host.resumeSession(id));
  }
  return sessions;
}

async function measure(model: EncodingModel, sessions: readonly HostSession[]): Promise<HostFigures> {
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await round(model, sessions);
  const before = heapBytes();
  await round(model, sessions); // what a forced collection leaves behind is no turn's cost
  const timings: Timing[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) timings.push(...(await round(model, sessions)));
  const overheads = timings.map(({ overheadMs }) => overheadMs);
  const encodes = timings.map(({ encodeMs }) => encodeMs);
  return {
    turns: timings.length,
    overheadP50Ms: quantile(overheads, 0.5),
    overheadP99Ms: quantile(overheads, 0.99),
    encodeP50Ms: quantile(encodes, 0.5),
    encodeP99Ms: quantile(encodes, 0.99),
    heapBytesPerTurn: (heapBytes() - before) / (SESSIONS * (TURNS + 1)),
  };
}

interface Timing {
  readonly overheadMs: number;
  readonly encodeMs: number;
}

/** One turn of each session. */
async function round(model: EncodingModel, sessions: readonly HostSession[]): Promise<readonly Timing[]> {
  const timings: Timing[] = [];
  for (const session of sessions) {
    const started = performance.now();
    const { kind } = await session.runTurn('And what did the last build say?');
    if (kind !== 'completed') throw new Error(`a turn of the bench ended as ${kind}`);
    timings.push({ overheadMs: performance.now() - started - model.spentMs, encodeMs: model.encodeMs });
  }
  return timings;
}

function heapBytes(): number {
  void globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

// Runs in a process of its own, started by `runProof`: loads one engine, checks it, and tells what it finds line by line.
import { readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { contextEngine as compressor } from '@hermes-context/compressor';
import {
  type ContextEngine,
  type ContextEnginePlugin,
  ContextHostError,
  type EngineServices,
  type Messages,
} from '@hermes-context/contract';
import { createEngine, loadPluginFolder, parseEngineOptions } from '@hermes-context/core';
import { estimateTokens } from '@hermes-context/messages';
import { type CheckResult, reportOnEngine } from '@hermes-context/testing/checks';
import { PROOF_DESCRIPTOR, type ProofMessage, type ProofTask } from './proof-task.ts';
import { siblingScript } from './sibling-script.ts';

const STDIN_DESCRIPTOR = 0;

/** In one piece and at once: what follows may be the last thing that this process does. */
function tell(message: ProofMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let written = 0; written < bytes.length; ) written += writeSync(PROOF_DESCRIPTOR, bytes, written);
}

function refuse({ code, explanation }: ContextHostError): void {
  tell({ kind: 'refused', error: { code, ...explanation } });
}

async function loadPlugin(folder: string | null): Promise<ContextEnginePlugin | ContextHostError> {
  if (folder === null) return compressor;
  const loaded = await loadPluginFolder(folder);
  return loaded.kind === 'loaded' ? loaded.plugin : loaded.error;
}

/** Enough to make an engine with; the checks bring services of their own. */
function services(): EngineServices {
  const ignore = (): void => undefined;
  return {
    sessionId: 'engine-test',
    model: { name: 'test-model', contextTokens: 200_000 },
    countTokens: estimateTokens,
    summarise: async () => ({ kind: 'failed', failure: 'other', detail: 'Nobody answers here.', attempts: [] }),
    log: { debug: ignore, info: ignore, warn: ignore },
    clock: { now: () => Date.now() },
    dataDir: join(tmpdir(), `hermes-engine-test-${process.pid}`),
    emit: ignore,
  };
}

let lastTried: Messages | undefined;

function tellTry(messages: Messages): void {
  if (messages !== lastTried) tell({ kind: 'try', messages });
  lastTried = messages;
}

/** An engine that can be made: the plug-in, and how to make another. */
interface Maker {
  readonly plugin: ContextEnginePlugin;
  readonly create: (services: EngineServices) => ContextEngine | Promise<ContextEngine>;
}

async function findMaker({ folder, options: raw }: ProofTask): Promise<Maker | ContextHostError> {
  const plugin = await loadPlugin(folder);
  if (ContextHostError.is(plugin)) return plugin;
  const parsed = parseEngineOptions({ plugin, engineName: plugin.name }, raw);
  if (parsed.kind === 'invalid') return parsed.problem;
  const { options } = parsed;
  const created = await createEngine({ plugin, options, services: services() });
  if (created.kind === 'failed') return created.error;
  await created.engine.dispose?.();
  return { plugin, create: (lent) => plugin.create(options, lent) };
}

/** Time for what the engine left behind, such as a timer, to do its damage while it is known whose it is. */
const AFTERMATH_MS = 20;

async function makeChecks({ plugin, create }: Maker, titles: readonly string[]): Promise<void> {
  const { runs: numRuns, seed, timeLimitMs } = task;
  const onCheckStart = (title: string): void => tell({ kind: 'start', title });
  const onCheckEnd = (result: CheckResult): void => tell({ kind: 'end', result });
  const options = { numRuns, seed, timeLimitMs, onTry: tellTry, onCheckStart, onCheckEnd };
  for (const title of titles) {
    await reportOnEngine({ name: plugin.name, create }, { ...options, only: [title] });
    await setTimeout(AFTERMATH_MS);
  }
}

async function tryLists({ create }: Maker, lists: readonly Messages[]): Promise<void> {
  for (const messages of lists) {
    tellTry(messages);
    const engine = await create(services());
    // Only what does not come back is looked for: what it throws was found elsewhere.
    const { signal } = new AbortController();
    await Promise.resolve(engine.compress({ messages, force: true, signal })).catch(() => undefined);
    await setTimeout(AFTERMATH_MS);
  }
}

async function run(): Promise<void> {
  const maker = await findMaker(task);
  if (ContextHostError.is(maker)) return refuse(maker);
  const { name: engine, version } = maker.plugin;
  tell({ kind: 'ready', engine, version });
  if (task.work.kind === 'checks') await makeChecks(maker, task.work.titles);
  else await tryLists(maker, task.work.lists);
  tell({ kind: 'done' });
}

const task: ProofTask = JSON.parse(readFileSync(STDIN_DESCRIPTOR, 'utf8'));
process.on('uncaughtException', (error: unknown) => {
  tell({ kind: 'threw', detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.exit(1);
});
new Worker(siblingScript(new URL('./proof-guard.ts', import.meta.url)), { workerData: task.memoryBytes }).unref();
await run();
process.exit(0); // whatever timers and sockets the engine left open

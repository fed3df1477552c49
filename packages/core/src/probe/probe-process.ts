// The entry of the process in which `probePluginFolder` tries a plug-in, and which it kills at the deadline.
import { Worker } from 'node:worker_threads';
import type { Log } from '@hermes-context/contract';
import { IncompatiblePluginError } from '../incompatible-plugin-error.ts';
import { loadPluginFolder } from '../load-plugin-folder.ts';
import type { PluginLoadError } from '../plugin-load-error.ts';
import { explainLeftover } from './explain-probe-end.ts';
import { isProbeTask, type ProbedNames, type ProbeMessage, type ProbeStep, type ProbeTask } from './probe-message.ts';

const ignore = (): void => undefined;

const SILENT: Log = { debug: ignore, info: ignore, warn: ignore };

const NOTHING: ProbedNames = { engines: [], commands: [], events: [] };

function send(message: ProbeMessage, onSent: () => void): void {
  if (process.send === undefined) onSent();
  else process.send(message, onSent);
}

/** Resolves once it is on its way, so that a loop which comes next cannot hold it back. */
function tell(message: ProbeMessage): Promise<void> {
  return new Promise((resolve) => send(message, resolve));
}

async function probe(task: ProbeTask, enter: (step: ProbeStep) => Promise<void>): Promise<ProbeMessage> {
  const { folder, kind, timeoutMs, dataDir } = task;
  await enter('import');
  if (kind === 'context_engine') {
    const loaded = await loadPluginFolder(folder, { timeoutMs });
    return loaded.kind === 'loaded' ? { kind: 'sound', names: NOTHING } : toMessage(loaded.error);
  }
  const { registerPlugin } = await import('../general/register-plugin.ts'); // an engine needs none of it
  const onImported = (): Promise<void> => enter('register');
  const done = await registerPlugin(folder, { timeoutMs, dataDir, log: SILENT, onImported });
  if (done.kind === 'failed') return toMessage(done.error);
  const { engines, commands, listeners } = done.registrations;
  return {
    kind: 'sound',
    names: {
      engines: engines.map(({ plugin }) => plugin.name),
      commands: commands.map(({ name }) => name),
      events: listeners.map(({ event }) => event),
    },
  };
}

function toMessage(error: PluginLoadError | IncompatiblePluginError): ProbeMessage {
  // Made in this process by this copy of the classes, so `instanceof` tells the truth.
  if (error instanceof IncompatiblePluginError) return { kind: 'incompatible', facts: error.facts };
  return { kind: 'faulty', facts: error.facts };
}

/** A host that is killed cannot kill this process, and nothing on this thread could end a loop. */
function endAfter(ms: number): void {
  new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`, { eval: true, execArgv: [] }).unref();
}

async function run(task: ProbeTask): Promise<void> {
  let step: ProbeStep = 'import';
  endAfter(task.lifeMs);
  process.on('disconnect', () => process.exit());
  process.on('uncaughtException', (cause) => {
    const { name: plugin, folder: location, kind } = task;
    send({ kind: 'faulty', facts: { plugin, kind, location, ...explainLeftover(step, cause) } }, ignore);
  });
  const enter = async (next: ProbeStep): Promise<void> => {
    step = next;
    await tell({ kind: 'step', step });
  };
  await tell(await probe(task, enter));
}

const task: unknown = JSON.parse(process.argv[2] ?? 'null');
if (isProbeTask(task)) await run(task);

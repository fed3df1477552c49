import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describeCause } from '../describe-cause.ts';
import { IncompatiblePluginError } from '../incompatible-plugin-error.ts';
import type { PluginKind } from '../plugin-kind.ts';
import { PluginLoadError, type PluginLoadFailure } from '../plugin-load-error.ts';
import { findPluginEntry } from '../read-plugin-folder.ts';
import { explainEnd, explainHang, explainNoStart } from './explain-probe-end.ts';
import {
  isProbeMessage,
  type ProbedNames,
  type ProbeMessage,
  type ProbeStep,
  type ProbeTask,
} from './probe-message.ts';

/** Time for an import, and for a `register`. Importing a large engine takes well below a second. */
const STEP_TIMEOUT_MS = 5_000;

/** The process has a deadline of its own, which can tell more; it gets this much longer to say so. */
const GRACE_MS = 500;

/** Time for the process itself to be there, on a machine that has much else to do. */
const START_TIMEOUT_MS = 30_000;

/** In megabytes. Ample for a plug-in that is only loaded, and little enough to try several at once. */
const MEMORY_LIMIT = '--max-old-space-size=256';

/** How to probe. */
export interface ProbeOptions {
  /** Default `context_engine`. Of a general plug-in, `register` is tried too. */
  readonly kind?: PluginKind;
  /** How long the import, and then `register`, may take, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/** Whether a plug-in can be loaded at all. Narrow on `kind`. */
export type PluginProbe =
  | {
      readonly kind: 'sound';
      /** What a general plug-in registered; empty for an engine. */
      readonly names: ProbedNames;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: 'faulty';
      readonly error: PluginLoadError | IncompatiblePluginError;
      readonly elapsedMs: number;
    };

/**
 * Try in a process of its own whether a plug-in can be loaded, and kill the process: unlike `loadPluginFolder`, this
 * survives an endless loop, `process.exit`, and code that eats up all memory. What the plug-in prints is dropped, and
 * the plug-in itself stays there: load it afterwards. Its code runs with all rights of the user all the same; this
 * finds accidents and is no cage. Never throws.
 *
 * @param folder - The plug-in's own folder. Its last part must be the plug-in's name.
 */
export async function probePluginFolder(folder: string, options: ProbeOptions = {}): Promise<PluginProbe> {
  const { kind = 'context_engine', timeoutMs = STEP_TIMEOUT_MS } = options;
  const started = performance.now();
  const place = resolve(folder);
  const entry = await findPluginEntry(place, kind);
  if (entry.kind === 'broken') return { kind: 'faulty', error: entry.error, elapsedMs: performance.now() - started };
  const dataDir = join(tmpdir(), `hermes-probe-${randomUUID()}`);
  const lifeMs = START_TIMEOUT_MS + 2 * (timeoutMs + GRACE_MS);
  const end = await runProcess({ name: basename(place), folder: place, kind, timeoutMs, dataDir, lifeMs });
  await rm(dataDir, { recursive: true, force: true }).catch(() => undefined);
  const elapsedMs = performance.now() - started;
  if (end.kind === 'sound') return { kind: 'sound', names: end.names, elapsedMs };
  return { kind: 'faulty', error: toError(end, { folder: place, kind }), elapsedMs };
}

/** How a probe ended: with the process's own word, or without one. */
type ProbeEnd =
  | Exclude<ProbeMessage, { kind: 'step' }>
  | { readonly kind: 'ended'; readonly failure: Pick<PluginLoadFailure, 'reason' | 'problem' | 'fix'> };

async function runProcess(task: ProbeTask): Promise<ProbeEnd> {
  const { promise, resolve: settle } = Promise.withResolvers<ProbeEnd>();
  const child = startProcess(task);
  let step: ProbeStep | undefined;
  const late = explainNoStart(`it was not there within ${START_TIMEOUT_MS} ms`);
  let timer = setTimeout(() => settle({ kind: 'ended', failure: late }), START_TIMEOUT_MS);
  const onStep = (next: ProbeStep): void => {
    step = next;
    clearTimeout(timer);
    const failure = explainHang(next, task.timeoutMs);
    timer = setTimeout(() => settle({ kind: 'ended', failure }), task.timeoutMs + GRACE_MS);
  };
  child.on('message', (message: unknown) => {
    if (!isProbeMessage(message)) return;
    if (message.kind === 'step') onStep(message.step);
    else settle(message);
  });
  child.on('error', (cause) => settle({ kind: 'ended', failure: explainNoStart(describeCause(cause)) }));
  // Not "exit": only here has everything arrived that it told before it ended.
  child.on('close', (code, signal) => settle({ kind: 'ended', failure: explainEnd(step, { code, signal }) }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function startProcess(task: ProbeTask): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const script = isSource
    ? new URL('./probe-process.ts', import.meta.url)
    : new URL('./probe-process.js', import.meta.url);
  // Options of this process, such as --eval, are not the other's; of a checkout, it needs to know the sources.
  const execArgv = [MEMORY_LIMIT, ...(isSource ? ['--conditions=@hermes-context/source'] : [])];
  return fork(script, [JSON.stringify(task)], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

function toError(
  end: Exclude<ProbeEnd, { kind: 'sound' }>,
  { folder, kind }: { readonly folder: string; readonly kind: PluginKind },
): PluginLoadError | IncompatiblePluginError {
  switch (end.kind) {
    case 'incompatible':
      return new IncompatiblePluginError(end.facts);
    case 'faulty':
      return new PluginLoadError(end.facts);
    case 'ended':
      return new PluginLoadError({ plugin: basename(folder), kind, location: folder, ...end.failure });
  }
}

import { join } from 'node:path';
import {
  ContextHostError,
  type EngineCommand,
  type EngineCommandResult,
  type EngineCommandServices,
} from '@hermes-context/contract';
import { describeCause, orAborted, parseEngineOptions } from '@hermes-context/core';
import { watchSignals } from '../chat/watch-signals.ts';
import type { Progress } from '../compress/progress.ts';
import type { Io } from '../io.ts';
import { engineSection } from '../plug-ins/engine-section.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED, printError } from '../print-error.ts';
import { lateProgress } from '../sessions/late-progress.ts';
import { storePath } from '../sessions/open-store.ts';
import { plainText } from '../terminal/plain-text.ts';
import { checkResult, isExplanation } from './check-result.ts';
import { type CommandName, defectOf } from './engine-command-error.ts';
import type { CommandEngine } from './find-command-engine.ts';
import { printResult } from './print-result.ts';
import { sessionReader } from './session-reader.ts';
import type { SplitWords } from './split-words.ts';

/** One call of a command. */
export interface CommandCall extends Pick<CommandEngine, 'resolution' | 'loaded'> {
  readonly asked: SplitWords;
  readonly io: Io;
}

/**
 * Run a stranger's command, and print what came of it, or how it failed. @returns The exit code.
 *
 * @throws InvalidOptionError, EngineOptionsError - For options of the engine that it refuses.
 */
export async function callCommand(command: EngineCommand, call: CommandCall): Promise<number> {
  const { io, asked } = call;
  const own = ownPart(call);
  const stop = new AbortController();
  const unwatch = watchSignals(() => stop.abort(new Error('interrupted')));
  const reader = sessionReader(storePath(io));
  const output = createOutput(io);
  const name = { engine: call.resolution.engineName, command: command.name };
  try {
    const services = { ...own, ...output.services, signal: stop.signal, readSession: reader.readSession };
    const result = await answerOf(name, stop.signal, () => command.run(asked.args, services));
    output.progress.end();
    return printResult(result, { name, io, json: asked.json, hasWritten: output.hasWritten() });
  } catch (error) {
    output.progress.end();
    if (stop.signal.aborted) return interrupted(io);
    printError(error, { io, json: asked.json && !output.hasWritten() });
    return EXIT_FAILED;
  } finally {
    unwatch();
    await reader.close();
  }
}

/** What of the services is the engine's own. */
function ownPart({
  resolution,
  loaded,
  io,
}: CommandCall): Pick<EngineCommandServices, 'dataDir' | 'options' | 'clock' | 'cwd'> {
  const parsed = parseEngineOptions(resolution, engineSection(resolution, loaded.config));
  if (parsed.kind === 'invalid') throw parsed.problem;
  return {
    dataDir: join(loaded.files.hermesHome, 'context', 'engines', resolution.engineName),
    options: parsed.options,
    clock: { now: () => Date.now() },
    cwd: io.cwd,
  };
}

interface Output {
  readonly progress: Progress;
  readonly services: Pick<EngineCommandServices, 'write' | 'progress'>;
  hasWritten(): boolean;
}

function createOutput(io: Io): Output {
  const progress = lateProgress(io);
  let hasWritten = false;
  return {
    progress,
    hasWritten: () => hasWritten,
    services: {
      progress: (text) => progress.show(plainText(text)),
      write: (text) => {
        if (text === '') return;
        if (!hasWritten) progress.end();
        hasWritten = true;
        io.out(text);
      },
    },
  };
}

/**
 * What a command answers.
 *
 * @throws What it threw, if that explains itself; else an EngineCommandError. The signal's reason.
 */
async function answerOf(
  name: CommandName,
  signal: AbortSignal,
  run: () => Promise<unknown>,
): Promise<EngineCommandResult> {
  let answer: unknown;
  try {
    answer = await orAborted(settled(run), signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (ContextHostError.is(cause) && isExplanation(cause.explanation)) throw cause;
    throw defectOf(name, `It threw: ${describeCause(cause)}`, cause);
  }
  const checked = checkResult(answer);
  if (checked.kind === 'defect') throw defectOf(name, checked.problem);
  return checked.result;
}

/** A throw becomes a rejection. */
async function settled(run: () => Promise<unknown>): Promise<unknown> {
  return run();
}

function interrupted(io: Io): number {
  io.err('hermes: stopped.\n');
  return EXIT_INTERRUPTED;
}

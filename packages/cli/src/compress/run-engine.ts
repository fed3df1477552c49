import type { CompressOutcome, CompressRequest, ContextEngine } from '@hermes-context/contract';
import { type Deadline, gateOutcome, withDeadline } from '@hermes-context/core';

/** Generous: a summary of a long conversation by a slow local model. Only what never ends needs all of it. */
const ENGINE_TIMEOUT_MS = 15 * 60_000;

/** What an engine is run with. */
export interface EngineRun {
  readonly engine: ContextEngine;
  /** As `context.engine` has it, for a person. */
  readonly name: string;
  /** False when the configuration turned compression off. */
  readonly isEnabled: boolean;
  readonly request: CompressRequest & { readonly promptTokens: number };
  /** Default 15 minutes. */
  readonly timeoutMs?: number;
}

/**
 * Ask an engine, and take its answer only through the gate. Whatever it does, the conversation is what
 * it was or a sound shorter one: an engine that throws, hangs or answers nonsense leaves it `unchanged`.
 *
 * @throws The signal's reason, when the user stopped it.
 */
export async function runEngine(run: EngineRun): Promise<CompressOutcome> {
  const { engine, name, request } = run;
  if (request.force !== true && !engine.shouldCompress(request.promptTokens)) return notDue(run);
  let ended: Deadline<unknown>;
  try {
    ended = await withDeadline<unknown>(engine.compress(request), run.timeoutMs ?? ENGINE_TIMEOUT_MS);
  } catch (error) {
    request.signal.throwIfAborted();
    return failed(name, `It threw: ${messageOf(error)}`);
  }
  request.signal.throwIfAborted();
  if (ended.kind === 'timed-out') return failed(name, 'It did not end in time.');
  const verdict = gateOutcome(ended.value, request);
  return verdict.kind === 'passed' ? verdict.outcome : failed(name, verdict.problem);
}

function failed(name: string, problem: string): CompressOutcome {
  const detail = `The engine "${name}" failed, and the conversation was left as it is. ${problem} Report it to the engine's author, or use another with --engine compressor.`;
  return { kind: 'unchanged', reason: 'engine-failed', detail, warnings: [detail] };
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

function notDue({ engine, name, isEnabled, request }: EngineRun): CompressOutcome {
  const status = engine.status?.();
  if (!isEnabled) {
    return {
      kind: 'unchanged',
      reason: 'disabled',
      detail: 'compression.enabled is false. --force compresses all the same.',
    };
  }
  if (status?.blocked !== undefined) return { kind: 'unchanged', ...status.blocked };
  const size = `The request is about ${figure(request.promptTokens)} tokens`;
  if (status !== undefined && request.promptTokens < status.thresholdTokens) {
    const detail = `${size}, threshold ${figure(status.thresholdTokens)}. --force compresses it all the same.`;
    return { kind: 'unchanged', reason: 'below-threshold', detail };
  }
  const detail = `${size}, and the engine "${name}" sees no need to compress it. --force asks it all the same.`;
  return { kind: 'unchanged', reason: 'declined', detail };
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}

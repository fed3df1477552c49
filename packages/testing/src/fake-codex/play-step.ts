import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeCodexStep } from './fake-codex-script.ts';
import { breakdown, type FakeThread, type StepSurroundings } from './fake-codex-thread.ts';

/** Share of the raw window that the server reports. Source: measured with 0.171.0 on 2 December 2026. */
const REPORTED_RATIO = 0.95;

/** Where a step is played. */
export interface StepStage {
  readonly thread: FakeThread;
  readonly turnId: string;
  readonly nextItemId: () => string;
  readonly signal: AbortSignal;
  readonly around: StepSurroundings;
}

/** How a turn fails. */
export interface StepFailure {
  readonly message: string;
  readonly codexErrorInfo: unknown;
  readonly additionalDetails: null;
  readonly misalignment: null;
}

/** Play one step. The failure, where it ends the turn. @throws The signal's reason, when the turn is interrupted. */
export async function playStep(step: FakeCodexStep, stage: StepStage): Promise<StepFailure | undefined> {
  switch (step.kind) {
    case 'text':
      playText(step.text, step.pieces ?? 2, stage);
      break;
    case 'reasoning':
      say(stage, 'item/reasoning/summaryTextDelta', { itemId: stage.nextItemId(), summaryIndex: 0, delta: step.text });
      break;
    case 'item':
      playItem({ type: step.type, id: stage.nextItemId(), ...step.fields }, stage);
      break;
    case 'usage':
      spend(stage, step.inputTokens, step.outputTokens);
      break;
    case 'compact':
      playCompaction(step, stage);
      break;
    case 'start-compaction':
      startItem(stage, { type: 'contextCompaction', id: stage.nextItemId() });
      break;
    case 'ask':
      await stage.around.ask(step.method, { threadId: stage.thread.id, turnId: stage.turnId, ...step.params });
      break;
    case 'retry':
      say(stage, 'error', { error: failure(step.message, 'serverOverloaded'), willRetry: true });
      break;
    case 'fail':
      return failure(step.message, step.codexErrorInfo ?? null);
    case 'hang':
    case 'wait':
      await sleep(step.kind === 'wait' ? step.ms : FOR_EVER_MS, undefined, { signal: stage.signal });
      break;
    case 'exit':
      stage.around.exit(step.code, step.stderr);
      await sleep(FOR_EVER_MS);
      break;
    case 'line':
      stage.around.sendLine(step.line);
      break;
  }
  return undefined;
}

const FOR_EVER_MS = 2 ** 31 - 1;

function failure(message: string, codexErrorInfo: unknown): StepFailure {
  return { message, codexErrorInfo, additionalDetails: null, misalignment: null };
}

function say(stage: StepStage, method: string, params: Readonly<Record<string, unknown>>): void {
  stage.around.notify(method, { threadId: stage.thread.id, turnId: stage.turnId, ...params });
}

/** An item begins. */
export function startItem(stage: StepStage, item: Readonly<Record<string, unknown>>): void {
  say(stage, 'item/started', { item, startedAtMs: stage.around.nowMs() });
}

/** An item is complete. */
export function completeItem(stage: StepStage, item: Readonly<Record<string, unknown>>): void {
  say(stage, 'item/completed', { item, contentTokenCount: null, completedAtMs: stage.around.nowMs() });
}

function playItem(item: Readonly<Record<string, unknown>>, stage: StepStage): void {
  startItem(stage, item);
  completeItem(stage, item);
}

function playText(text: string, pieces: number, stage: StepStage): void {
  const id = stage.nextItemId();
  startItem(stage, { type: 'agentMessage', id, text: '', phase: null });
  const size = Math.max(1, Math.ceil(text.length / pieces));
  for (let start = 0; start < text.length; start += size) {
    say(stage, 'item/agentMessage/delta', { itemId: id, delta: text.slice(start, start + size) });
  }
  completeItem(stage, { type: 'agentMessage', id, text, phase: null });
}

function spend(stage: StepStage, inputTokens: number, outputTokens: number): void {
  const { thread } = stage;
  thread.total.input += inputTokens;
  thread.total.output += outputTokens;
  thread.last = breakdown(inputTokens, outputTokens);
  sayUsage(stage);
}

function sayUsage(stage: StepStage): void {
  const { total, last } = stage.thread;
  const modelContextWindow = Math.round(stage.around.windowTokens * REPORTED_RATIO);
  const tokenUsage = { total: breakdown(total.input, total.output), last, modelContextWindow };
  say(stage, 'thread/tokenUsage/updated', { tokenUsage });
}

function playCompaction(step: Extract<FakeCodexStep, { kind: 'compact' }>, stage: StepStage): void {
  const { thread } = stage;
  const item = { type: 'contextCompaction', id: stage.nextItemId() };
  startItem(stage, item);
  if (thread.last !== undefined) sayUsage(stage); // the real one repeats what it said last
  spend(stage, step.requestTokens ?? 1_000, 100);
  thread.last = breakdown(0, 0, step.tokensAfter ?? 500);
  sayUsage(stage);
  if (step.deprecated === 'before' || step.deprecated === 'only') say(stage, 'thread/compacted', {});
  if (step.deprecated !== 'only') completeItem(stage, item);
  if (step.deprecated === 'after') say(stage, 'thread/compacted', {});
}

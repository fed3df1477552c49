import type { GateFinding, SummaryAttempt, SummaryRequest } from '@hermes-context/contract';
import { estimateTextTokens } from '@hermes-context/messages';
import { findModelFacts } from '@hermes-context/models';
import { type CallPolicy, callWithRetry } from './call-with-retry.ts';
import { extractSummary } from './extractive-summarizer.ts';
import { nameOf } from './failure-policy.ts';
import type { CallFailure } from './model-reply.ts';
import type { ModelRoute } from './model-route.ts';
import { type PackedChunk, type Piece, takeChunk } from './pack-records.ts';
import { type CallRoom, countCalls, hasRoom, MAX_CALLS, type PromptFrame, planChunks, roomOf } from './plan-chunks.ts';
import { renderPrompt, type SummaryPrompt } from './render-prompt.ts';
import type { SummaryRecord } from './render-records.ts';
import { rulesOfRequests } from './request-facts.ts';
import { sliceRequest } from './slice-request.ts';

/** How far a summary has come, for a spinner. */
export interface SummaryProgress {
  /** Whether a model writes, or the local extract is made. */
  readonly phase: 'model' | 'extractive';
  /** Which part of the material, from 1. */
  readonly chunk: number;
  /** How many parts there will be, by what is known now. */
  readonly chunks: number;
  /** Characters of this part's summary so far. */
  readonly receivedChars: number;
}

/** What all routes of one request share: how much of it is summarised already is not lost when a route fails. */
export interface SummaryRun {
  readonly request: SummaryRequest;
  readonly records: readonly SummaryRecord[];
  readonly today: string | undefined;
  readonly idleTimeoutMs: number;
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly onProgress: (progress: SummaryProgress) => void;
  readonly attempts: SummaryAttempt[];
  readonly warnings: string[];
  /** The summary so far: the previous one, brought up to date with the records in front of `firstOpen`. */
  summary: string | undefined;
  /** Index of the first message that is not in the summary yet. */
  firstOpen: number;
  /** The call that the summary came from; `undefined` before the first. */
  lastStep: SummaryStep | undefined;
}

/** A call that gave a summary, so that it can be made again. */
interface SummaryStep {
  readonly policy: CallPolicy;
  readonly prompt: Omit<SummaryPrompt, 'faults'>;
}

/** State of one route's work on a run. */
interface RouteWork {
  readonly run: SummaryRun;
  readonly route: ModelRoute;
  windowTokens: number | undefined;
  room: CallRoom;
  pieces: readonly Piece[];
  calls: number;
  chunk: number;
}

/**
 * Have one route summarise what is open of a run, in as many parts as its window takes; each part updates the
 * summary of those before it. On success `run.summary` is the whole summary.
 *
 * @returns The failure that ended it; `undefined` on success.
 * @throws The signal's reason, when it aborts.
 */
export async function runRoute(run: SummaryRun, route: ModelRoute): Promise<CallFailure | undefined> {
  const work: RouteWork = {
    run,
    route,
    windowTokens: route.contextTokens ?? findModelFacts(route.model)?.contextTokens,
    room: { targetTokens: run.request.maxTokens, roomTokens: Number.POSITIVE_INFINITY },
    pieces: [],
    calls: 0,
    chunk: 0,
  };
  if (!plan(work)) return noRoom(work);
  do {
    const failure = await takeStep(work);
    if (failure !== undefined) return failure;
  } while (work.pieces.length > 0);
  return undefined;
}

async function takeStep(work: RouteWork): Promise<CallFailure | undefined> {
  const packed = takeChunk(work.pieces, work.room.roomTokens);
  const failure = await summariseChunk(work, packed);
  if (failure === undefined) return advance(work, packed) ? undefined : noRoom(work);
  return failure.failure === 'context-length' && shrink(work, packed) ? undefined : failure;
}

/** One part: the summary so far and its records become the next summary. */
async function summariseChunk(work: RouteWork, { taken }: PackedChunk): Promise<CallFailure | undefined> {
  const { run, route, room } = work;
  const chunk = work.chunk + 1;
  const chunks = work.chunk + countCalls(work.pieces, room.roomTokens);
  const policy: CallPolicy = {
    route,
    signal: run.request.signal,
    idleTimeoutMs: run.idleTimeoutMs,
    retries: run.retries,
    retryDelayMs: run.retryDelayMs,
    onText: (receivedChars) => run.onProgress({ phase: 'model', chunk, chunks, receivedChars }),
    onAttempt: (attempt) => {
      work.calls += 1;
      run.attempts.push(attempt);
    },
  };
  run.onProgress({ phase: 'model', chunk, chunks, receivedChars: 0 });
  const records = taken.map((piece) => piece.text);
  const prompt = { ...frameOf(run), records };
  const promptFor = (targetTokens: number): string => renderPrompt({ ...prompt, targetTokens });
  const reply = await callWithRetry(policy, promptFor, room.targetTokens);
  if (reply.kind === 'failed') return reply;
  run.summary = reply.text;
  run.lastStep = { policy, prompt: { ...prompt, targetTokens: room.targetTokens } };
  return undefined;
}

/**
 * Make the last call of a run once more, with what was wrong with its summary named. One call, whatever comes of it.
 *
 * @returns The new summary, or `undefined` when there is none.
 * @throws The signal's reason, when it aborts.
 */
export async function askAgain(run: SummaryRun, faults: readonly GateFinding[]): Promise<string | undefined> {
  if (run.lastStep === undefined) return undefined;
  const { policy, prompt } = run.lastStep;
  const promptFor = (targetTokens: number): string => renderPrompt({ ...prompt, faults, targetTokens });
  const reply = await callWithRetry({ ...policy, retries: 0 }, promptFor, prompt.targetTokens);
  return reply.kind === 'summary' ? reply.text : undefined;
}

/** Note what is done, and make room for the next part beside a summary that has grown. */
function advance(work: RouteWork, { rest }: PackedChunk): boolean {
  work.chunk += 1;
  work.pieces = rest;
  work.run.firstOpen = rest[0]?.index ?? work.run.records.length;
  return rest.length === 0 || (work.calls < MAX_CALLS && fitRoom(work));
}

/** The provider knows its window better than we do: assume half of what was refused. */
function shrink(work: RouteWork, { taken }: PackedChunk): boolean {
  const records = taken.map((piece) => piece.text);
  const refused = estimateTextTokens(
    renderPrompt({ ...frameOf(work.run), records, targetTokens: work.room.targetTokens }),
  );
  work.windowTokens = Math.floor(
    Math.min(work.windowTokens ?? Number.POSITIVE_INFINITY, refused + work.room.targetTokens) / 2,
  );
  return work.calls < MAX_CALLS && plan(work);
}

function plan(work: RouteWork): boolean {
  if (!fitRoom(work)) return false;
  const { run, room } = work;
  const { pieces, leftOut } = planChunks(run.records.slice(run.firstOpen), room.roomTokens, MAX_CALLS - work.calls);
  work.pieces = pieces;
  if (leftOut > 0) condenseOldest(work, leftOut);
  return true;
}

function fitRoom(work: RouteWork): boolean {
  const { run, windowTokens } = work;
  work.room = roomOf(windowTokens, run.request.maxTokens, frameOf(run));
  if (hasRoom(work.room) || run.summary === undefined) return hasRoom(work.room);
  // The summary so far has outgrown the window: condense it rather than lose the rest.
  run.summary = extractSummary({ messages: [], previousSummary: run.summary, maxTokens: work.room.targetTokens });
  work.room = roomOf(windowTokens, run.request.maxTokens, frameOf(run));
  return hasRoom(work.room);
}

function condenseOldest(work: RouteWork, count: number): void {
  const { run } = work;
  const end = run.firstOpen + count;
  run.summary = extractSummary({
    ...sliceRequest(run.request, run.firstOpen, end),
    ...(run.summary === undefined ? {} : { previousSummary: run.summary }),
    maxTokens: work.room.targetTokens,
  });
  run.firstOpen = end;
  run.warnings.push(
    `The window of ${nameOf(work.route)} is too small for the whole conversation, so the oldest ${count} messages were extracted locally before it wrote the summary.`,
  );
  fitRoom(work);
}

function noRoom({ route, windowTokens }: RouteWork): CallFailure {
  const detail = `The window of ${route.model}, ${windowTokens ?? 'unknown'} tokens, is too small for this conversation.`;
  return { failure: 'context-length', detail };
}

function frameOf({ request, summary, today }: SummaryRun): PromptFrame {
  const { focusTopic, memoryContext, pinnedTexts } = request;
  return {
    previousSummary: summary,
    focusTopic,
    memoryContext,
    pinnedTexts,
    today,
    requestRules: rulesOfRequests(request),
  };
}

import type { PromptSize } from '@hermes-context/messages';
import { afterRewrite } from './accounting/size-account.ts';
import type { EngineWork } from './compaction/ask-engine.ts';
import { compactSession } from './compaction/compact-session.ts';
import { afterFailure, cooldownLeft } from './compaction/failure-record.ts';
import { afterCommit, describeFutility, HELPFUL, type ThrashRecord } from './compaction/thrash-record.ts';
import type { CompactionReport, ListCompactionReport, TriggerSite } from './compaction-report.ts';
import type { TurnEvent } from './host-types.ts';
import { pinTokensOf } from './pins/keep-in-answer.ts';
import { economyOf } from './prompt-cache/economy.ts';
import { lostThinking } from './prompt-cache/lost-thinking.ts';
import { compactThread, startsThreadCompactions, THREAD_OWNED } from './server-compaction/compact-thread.ts';
import type { SessionCore } from './session-core.ts';
import { decideTrigger, type TriggerVerdict } from './triggers/decide-trigger.ts';

/** One check for a compaction, and the compaction if it comes to that. */
export interface Check {
  readonly site: TriggerSite;
  /** Compactions that this turn has started already. */
  readonly attempts: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: TurnEvent) => void;
  readonly focusTopic?: string;
  /** Tokens that come on top of the list, such as a message that is not stored yet. Default 0. */
  readonly extraTokens?: number;
}

/** Reasons that are failures: the next automatic try waits. The others are states of the conversation. */
const FAILURES: ReadonlySet<string> = new Set(['summary-failed', 'engine-failed', 'timed-out', 'store-failed']);
/** Reasons to leave the automatic trigger alone until the request has grown. */
const DEAD_ENDS: ReadonlySet<string> = new Set([
  'nothing-to-compress',
  'no-progress',
  'pinned',
  'ineffective',
  'declined',
]);

/** Whether to compact here and now, and why. Asks the engine; changes nothing. */
export function judgeTrigger(
  core: SessionCore,
  { site, attempts, extraTokens }: Pick<Check, 'site' | 'attempts' | 'extraTokens'>,
): TriggerVerdict {
  const { desk, clock, isEnabled, limits } = core.parts;
  if (core.isThread && site !== 'manual' && !startsThreadCompactions(core)) {
    return { action: 'proceed', reason: 'server-owned', detail: THREAD_OWNED };
  }
  const size = core.size(extraTokens);
  const engineWants = desk.shouldCompress(size.tokens);
  const blocked = engineWants ? undefined : desk.status()?.blocked;
  const cooldownMs = cooldownLeft(core.kept.failure, clock.now());
  const futile = futilityOf(core, size);
  return decideTrigger({
    site,
    isEnabled,
    isInFlight: core.isCompacting || desk.isBusy,
    size,
    isAwaiting: core.kept.size.isAwaiting,
    limitTokens: core.limitTokens,
    engineWants,
    attempts,
    maxAttempts: limits.maxCompactionsPerTurn,
    ...(blocked === undefined ? {} : { engineBlock: blocked }),
    ...(cooldownMs === undefined ? {} : { cooldownMs }),
    ...(futile === undefined ? {} : { futile }),
  });
}

/** Compact if the table says so. `undefined`: it did not. */
export async function compactWhenDue(core: SessionCore, check: Check): Promise<CompactionReport | undefined> {
  const verdict = judgeTrigger(core, check);
  return verdict.action === 'proceed' ? undefined : compactNow(core, check, verdict);
}

/** The same for a user who waits for an answer: why nothing was done, where nothing was. */
export async function compactByHand(core: SessionCore, check: Check): Promise<CompactionReport> {
  const report = await compactWhenDue(core, check);
  if (report !== undefined) return report;
  const { detail } = judgeTrigger(core, check);
  const summaryUsage = { calls: 0, promptTokens: 0, completionTokens: 0 };
  return { kind: 'unchanged', site: check.site, reason: 'busy', detail, summaryUsage, warnings: [], ms: 0 };
}

/** Compact now, and hold what comes of it: the new list, what is learned for the next time, what listeners are told. */
export async function compactNow(
  core: SessionCore,
  check: Check,
  { force, detail }: { readonly force: boolean; readonly detail: string },
): Promise<CompactionReport> {
  const { site, onEvent, extraTokens } = check;
  const { tokens } = core.size(extraTokens);
  onEvent({ type: 'compaction-start', site, tokens, detail });
  const { promise: running, resolve: ended } = Promise.withResolvers<void>();
  core.running = running;
  core.onProgress = onEvent;
  try {
    const task = { work: 'compact', tokens, force } as const;
    const ended = core.isThread
      ? await compactThread(core, check)
      : await inProvenWindow(core, site, () => runCompaction(core, check, task));
    const report = ended.kind === 'compacted' ? await takeCompaction(core, ended) : ended;
    if (report.kind === 'unchanged') takeRefusal(core, report, tokens);
    await core.keep();
    onEvent({ type: 'compaction-end', report });
    return report;
  } finally {
    core.running = undefined;
    core.onProgress = undefined;
    ended();
  }
}

/**
 * A request that a provider refused without stating its window is larger than that window: for this one compaction the
 * engine goes by its size, or it would see nothing to do. What the host knows of the window stays.
 */
async function inProvenWindow(
  core: SessionCore,
  site: TriggerSite,
  compaction: () => Promise<ListCompactionReport>,
): Promise<ListCompactionReport> {
  const { tokens } = core.size();
  const { modelInfo } = core;
  const { desk } = core.parts;
  if (site !== 'overflow' || tokens >= modelInfo.contextTokens) return compaction();
  desk.updateModel({ ...modelInfo, contextTokens: tokens });
  try {
    return await compaction();
  } finally {
    desk.updateModel(modelInfo);
  }
}

/** What the engine is asked for, and at which size. */
export interface EngineTask {
  readonly work: EngineWork;
  readonly tokens: number;
  readonly force: boolean;
}

/** Have the engine work on the list of a session as the store has it, and the store take what comes of it. */
export async function runCompaction(
  core: SessionCore,
  { site, focusTopic, signal }: Check,
  { work, tokens, force }: EngineTask,
): Promise<ListCompactionReport> {
  const { store, desk, meter, pins, holder, limits, systemPrompt, inPlace } = core.parts;
  return compactSession(
    {
      store,
      desk,
      meter,
      holder,
      model: core.model.info.name,
      // A message from outside is answered under the id it came for, and a few shorter results begin no new session.
      inPlace: inPlace || site === 'hygiene' || work === 'prune',
      timeoutMs: limits.compactionTimeoutMs,
      leaseTtlMs: limits.leaseTtlMs,
      pinTokens: pinTokensOf(core.modelInfo.contextTokens, limits.pinsPercent),
      onPins: (found, maxTokens) => pins.take(found, maxTokens),
      systemPrompt,
    },
    {
      sessionId: core.sessionId,
      site,
      work,
      promptTokens: tokens,
      overheadTokens: core.overheadTokens,
      force,
      signal,
      ...(focusTopic === undefined ? {} : { focusTopic }),
    },
  );
}

type Compacted = Extract<CompactionReport, { kind: 'compacted' }>;

async function takeCompaction(core: SessionCore, report: Compacted): Promise<Compacted> {
  const economy = economyOf(core, report);
  const thrash = report.site === 'manual' ? HELPFUL : afterCommit(core.kept.thrash);
  return takeRewrite(core, economy === undefined ? report : { ...report, economy }, thrash);
}

/** The list was rewritten: hold the new one, and tell those who listen. @returns The report with all that came of it. */
export async function takeRewrite(core: SessionCore, report: Compacted, thrash: ThrashRecord): Promise<Compacted> {
  const { receipt } = report;
  const { live, events, platform } = core.parts;
  const { cacheKey, sessionId } = core;
  await live.reload(receipt.sessionId);
  core.forgetList();
  core.lastCompactionInPlace = receipt.inPlace;
  core.compactions = receipt.compressionCount;
  // The failures that came before are over.
  const isRenamed = core.kept.cacheKey !== undefined || sessionId !== receipt.sessionId;
  const { failure: _, ...kept } = core.kept;
  core.kept = { ...kept, size: afterRewrite(kept.size, true), thrash, ...(isRenamed ? { cacheKey } : {}) };
  // What could be cut has been.
  core.prunedUpToTokens = core.size().tokens;
  events.emit('session:compress', {
    in_place: receipt.inPlace,
    old_session_id: receipt.oldSessionId,
    session_id: receipt.sessionId,
    compression_count: receipt.compressionCount,
    ...(platform === undefined ? {} : { platform }),
  });
  const lost = lostThinking(core);
  return lost === undefined ? report : { ...report, warnings: [...report.warnings, lost] };
}

function takeRefusal(
  core: SessionCore,
  { reason, detail, site }: Extract<CompactionReport, { kind: 'unchanged' }>,
  tokens: number,
): void {
  if (FAILURES.has(reason)) {
    // Asked for by hand, it is the first failure of a new row: the person has just looked at it.
    const before = site === 'manual' ? undefined : core.kept.failure;
    const failure = afterFailure(before, { now: core.parts.clock.now(), detail });
    core.kept = { ...core.kept, failure };
  } else if (DEAD_ENDS.has(reason)) {
    core.waitForMore(detail, tokens);
  }
}

function futilityOf({ deadEnd, kept, parts }: SessionCore, { tokens }: PromptSize): string | undefined {
  if (deadEnd !== undefined && tokens < deadEnd.upToTokens) return deadEnd.detail;
  return describeFutility(kept.thrash, { tokens, now: parts.clock.now() });
}

import { type PruneDecision, pruneDecision } from '@hermes-context/caching';
import type { CompressOutcome, Messages } from '@hermes-context/contract';
import { gateOutcome } from '@hermes-context/core';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { type Check, runCompaction, takeRewrite } from '../compact-when-due.ts';
import { cooldownLeft } from '../compaction/failure-record.ts';
import { freezeDeeply } from '../compaction/freeze-deeply.ts';
import { GROWTH_RATIO } from '../compaction/thrash-record.ts';
import type { CompactionReport } from '../compaction-report.ts';
import type { SessionCore } from '../session-core.ts';
import type { TokenPrices } from './session-cache.ts';

/** A list of fewer tokens holds nothing that is worth a look. */
const MIN_LOOK_TOKENS = 4_000;

/**
 * Cut old tool results below the threshold, without a summary, where that is cheaper than to carry them along: when the
 * provider's cache has run out anyway, or when so much can go that it pays for the rewrite (`compression.prune_when`).
 * Never request by request. `undefined`: nothing was cut.
 */
export async function pruneWhenDue(core: SessionCore, check: Check): Promise<CompactionReport | undefined> {
  const { prices } = core.cache;
  if (core.isThread || prices === undefined || !isWorthALook(core)) return undefined;
  const decision = await decide(core, prices);
  if (decision?.kind !== 'prune') return undefined;
  return prune(core, check, decision);
}

/**
 * The question costs a walk through the list, so it is asked once a pause, and otherwise when the list has grown by a
 * share: never each time.
 */
function isWorthALook(core: SessionCore): boolean {
  const { desk, isEnabled, pruneWhen, clock } = core.parts;
  const { tokens } = core.size();
  if (!isEnabled || pruneWhen !== 'cold_or_batch' || !desk.canPrune || tokens < MIN_LOOK_TOKENS) return false;
  if (core.isCompacting || desk.isBusy || cooldownLeft(core.kept.failure, clock.now()) !== undefined) return false;
  // Then it is compacted, and that cuts old results too.
  if (desk.shouldCompress(tokens)) return false;
  // A person has taken back a rewrite, or there is nothing to win.
  if (core.deadEnd !== undefined && tokens < core.deadEnd.upToTokens) return false;
  return core.cache.isCold(clock.now()) || tokens >= core.prunedUpToTokens * (1 + GROWTH_RATIO);
}

async function decide(
  core: SessionCore,
  { readRatio, writeRatio, cliff }: TokenPrices,
): Promise<PruneDecision | undefined> {
  const { live, clock, pruneWhen } = core.parts;
  core.prunedUpToTokens = core.size().tokens;
  const before = Array.from(live.messages);
  const after = await prunedList(core, before);
  if (after === undefined) return undefined;
  const firstChanged = after.findIndex((message, index) => message !== before[index]);
  const removableTokens = (live.tokens - estimateMessagesTokens(after)) * core.ratio;
  return pruneDecision({
    removableTokens,
    tokensBehind: estimateMessagesTokens(after.slice(firstChanged)) * core.ratio,
    isCold: core.cache.isCold(clock.now()),
    growthTokensPerRequest: removableTokens / Math.max(1, core.requestsSinceRewrite),
    requestsSoFar: before.filter(({ role }) => role === 'assistant').length,
    readRatio,
    writeRatio,
    when: pruneWhen,
    ...(cliff === undefined ? {} : { cliff: { ...cliff, promptTokens: core.size().tokens } }),
  });
}

/** What the engine would make of the list; `undefined` where that is nothing, or nothing that a host may take. */
async function prunedList({ parts }: SessionCore, messages: Messages): Promise<Messages | undefined> {
  const answer: unknown = await parts.desk.prune(freezeDeeply(messages)).catch(() => undefined);
  const verdict = gateOutcome(answer, { messages });
  return verdict.kind === 'passed' ? listIn(verdict.outcome) : undefined;
}

function listIn(outcome: CompressOutcome): Messages | undefined {
  return outcome.kind === 'compressed' ? outcome.messages : undefined;
}

async function prune(core: SessionCore, check: Check, { why, breakEven }: PruneDecision): Promise<CompactionReport> {
  const { tokens } = core.size();
  check.onEvent({ type: 'compaction-start', site: check.site, tokens, detail: why });
  const ended = await runCompaction(core, check, { work: 'prune', tokens, force: false });
  const report = ended.kind === 'compacted' ? await takePrune(core, { ...ended, economy: breakEven }) : ended;
  check.onEvent({ type: 'compaction-end', report });
  return report;
}

async function takePrune(core: SessionCore, pruned: Compacted): Promise<Compacted> {
  // It is no try to get below the threshold, so whether such tries help is not judged by it.
  const report = await takeRewrite(core, pruned, core.kept.thrash);
  await core.keep();
  return report;
}

type Compacted = Extract<CompactionReport, { kind: 'compacted' }>;

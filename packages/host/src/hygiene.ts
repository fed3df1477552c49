import { type HygieneCompaction, type HygieneFacts, type HygieneRun, runHygiene } from '@hermes-context/gateway';
import { compactNow } from './compact-when-due.ts';
import { cooldownLeft } from './compaction/failure-record.ts';
import type { CompactionReport } from './compaction-report.ts';
import type { SessionCore } from './session-core.ts';
import type { TurnLog } from './turn/turn-log.ts';

/** A turn whose message came from outside, before that message is stored. */
export interface CleaningParts {
  readonly core: SessionCore;
  readonly log: TurnLog;
  /** The turn's. */
  readonly signal: AbortSignal;
  /** The session's: a compaction that the turn did not wait for lives by it. */
  readonly closing: AbortSignal;
  /** Size of the message that came, in tokens. */
  readonly extraTokens: number;
}

/**
 * Session hygiene (S-020 to S-025): a session that grew close to its window between turns is compacted before the agent
 * sees the message, in place and whatever the engine's threshold is. The user hears of it where it took long or failed.
 */
export async function cleanBeforeTurn(parts: CleaningParts): Promise<HygieneRun> {
  const { core, log, signal, closing, extraTokens } = parts;
  const run = await runHygiene(
    {
      facts: () => factsOf(core, extraTokens),
      async compact(stopped) {
        const check = {
          site: 'hygiene',
          attempts: 0,
          signal: AbortSignal.any([stopped, closing]),
          extraTokens,
        } as const;
        const detail = 'The session has grown close to its window.';
        const report = await compactNow(core, { ...check, onEvent: log.onEvent }, { force: true, detail });
        log.compactions.push(report);
        return { kind: report.kind === 'unchanged' ? 'unchanged' : 'compacted', detail: describeReport(report) };
      },
    },
    { holdMs: core.parts.limits.hygieneHoldMs, signal },
  );
  if (run.kind === 'held' || run.kind === 'failed') log.onEvent({ type: 'notice', level: 'warning', text: run.detail });
  return run;
}

function factsOf(core: SessionCore, extraTokens: number): HygieneFacts {
  const { live, desk, clock, isEnabled } = core.parts;
  const cooldownMs = cooldownLeft(core.kept.failure, clock.now());
  return {
    messages: live.messages.length,
    // Before its threads outgrow the window, a server that holds them compacts them.
    isEnabled: isEnabled && !core.isThread,
    contextTokens: core.modelInfo.contextTokens,
    size: core.size(extraTokens),
    isInFlight: core.isCompacting || desk.isBusy,
    ...(cooldownMs === undefined ? {} : { cooldownEndsInMs: cooldownMs }),
  };
}

function describeReport(report: CompactionReport): HygieneCompaction['detail'] {
  if (report.kind === 'unchanged') return report.detail;
  if (report.kind === 'thread-compacted') return 'Codex compacted what it holds of the session.';
  const { messagesBefore, messagesAfter } = report.receipt;
  return `The session was compacted from ${messagesBefore} to ${messagesAfter} messages.`;
}

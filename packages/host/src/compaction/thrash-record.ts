/**
 * Whether compactions help, judged by what the provider counts afterwards: an estimate that is too high would make each
 * of them look useless. JSON, kept with the session.
 */
export interface ThrashRecord {
  /** A compaction was committed, and no size has been reported since. */
  readonly isUnjudged: boolean;
  /** Compactions in a row after which the request was still at or above the threshold. */
  readonly strikes: number;
  /** Size of the request at the last strike, in tokens. */
  readonly struckAtTokens: number;
  readonly struckAt: number;
}

/** No compaction yet, or the last one helped. */
export const HELPFUL: ThrashRecord = { isUnjudged: false, strikes: 0, struckAtTokens: 0, struckAt: 0 };

/** Strikes after which the automatic trigger waits. */
const MAX_STRIKES = 2;
/** Then it tries again after this time, in milliseconds, … */
const PROBE_AFTER_MS = 300_000;
/** … or once the request has grown by this share: less could not be won back. Holds for whatever was of no use. */
export const GROWTH_RATIO = 0.1;

/** The record after a commit. */
export function afterCommit(record: ThrashRecord): ThrashRecord {
  return { ...record, isUnjudged: true };
}

/** A size as the provider counted it, and what the engine says to it. */
export interface JudgedSize {
  readonly promptTokens: number;
  readonly isStillDue: boolean;
  readonly now: number;
}

/** The record after a report. A size below the threshold clears everything; one above it counts once per compaction. */
export function afterSize(record: ThrashRecord, { promptTokens, isStillDue, now }: JudgedSize): ThrashRecord {
  if (!isStillDue) return HELPFUL;
  if (!record.isUnjudged) return record;
  return { isUnjudged: false, strikes: record.strikes + 1, struckAtTokens: promptTokens, struckAt: now };
}

/** Why compacting again is of no use for now, one sentence; `undefined` when it may be. */
export function describeFutility(
  { strikes, struckAtTokens, struckAt }: ThrashRecord,
  { tokens, now }: { readonly tokens: number; readonly now: number },
): string | undefined {
  const passed = now - struckAt;
  if (strikes < MAX_STRIKES || tokens >= struckAtTokens * (1 + GROWTH_RATIO)) return undefined;
  if (passed < 0 || passed >= PROBE_AFTER_MS) return undefined;
  return `The last ${strikes} compactions left the request at ${struckAtTokens.toLocaleString('en-US')} tokens, still above the threshold; the automatic trigger waits for more content. /compress works at any time.`;
}

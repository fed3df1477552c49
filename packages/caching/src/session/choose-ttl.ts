import type { CacheTtl } from '../cache-plan.ts';

const MINUTE_MS = 60_000;
/** Shorter ones are tool calls inside a turn. */
const MIN_PAUSE_MS = MINUTE_MS;
const SHORT_TTL_MS = 5 * MINUTE_MS;
const LONG_TTL_MS = 60 * MINUTE_MS;

/** Pauses that are looked at, newest last: habits change, and a long session should notice. */
export const PAUSES_REMEMBERED = 20;

/** How much clearer than even it must be before the lifetime changes: otherwise each pause could turn it round. */
const HYSTERESIS_RATIO = 0.25;

// Anthropic's usual ratios. Source: Anthropic documentation, "Prompt caching", copies of August to October 2026.
const READ_RATIO = 0.1;
const WRITE_RATIO = 1.25;
const HOUR_WRITE_RATIO = 2;

/** Share of the prompt that a user's turn adds while nothing is known of it: 10,000 tokens of 60,000. */
const TURN_SHARE = 1 / 6;

/** What decides between the lifetimes. */
export interface TtlChoice {
  /** The one in use. A conversation begins with `5m`. */
  readonly current: CacheTtl;
  /** What the route offers; where that is one, it is the answer. */
  readonly ttls: readonly CacheTtl[];
  /** Size of the prompt, and what a user's turn adds to it, in tokens. Default: a sixth of it. */
  readonly contextTokens?: number | undefined;
  readonly turnTokens?: number | undefined;
  /** Price of a token that is read, default 0.1, that is written for 5 minutes, 1.25, and for an hour, 2. */
  readonly readRatio?: number | undefined;
  readonly writeRatio?: number | undefined;
  readonly hourWriteRatio?: number | undefined;
}

/**
 * The lifetime that is cheaper for someone who pauses like this. An hour costs more on each token that a turn writes,
 * and on all of them after a pause of more than an hour; it saves the whole prompt after one of 5 to 60 minutes. So it
 * pays if `P(5 to 60 min) > (w₁ₕ − w₅)·(W + P(over 60 min)·L) / ((w₅ − r)·L)`: with turns of 10,000 tokens on a prompt
 * of 60,000 if more than one pause in nine is of that length. One short pause is assumed before the first real one.
 *
 * Autonomous loops stay with `5m`, chats go over to `1h` with their first longer pause, and return when the pauses get
 * short or longer than an hour. What is cached already stays so when the lifetime changes; only the price of what is
 * written from then on is another. Within a quarter of even nothing changes.
 *
 * @param gapsMs - Time between the starts of a request and the next, oldest first. Those under a minute count as part
 *   of a turn; the newest 20 others decide.
 */
export function chooseTtl(gapsMs: readonly number[], choice: TtlChoice): CacheTtl {
  const { current, ttls } = choice;
  const [only, other] = ttls;
  if (only === undefined) return '5m';
  if (other === undefined) return only;
  const pauses = gapsMs.filter((gapMs) => gapMs >= MIN_PAUSE_MS).slice(-PAUSES_REMEMBERED);
  const savesByCost = hourSavesByCost(pauses, choice);
  if (savesByCost > 1 + HYSTERESIS_RATIO) return '1h';
  return savesByCost < 1 - HYSTERESIS_RATIO ? '5m' : current;
}

/** Whether a gap between two requests is a pause of the user, and not a tool at work. */
export function isPause(gapMs: number): boolean {
  return gapMs >= MIN_PAUSE_MS;
}

/** What an hour saves for each token that it costs, by the pauses so far. */
function hourSavesByCost(pauses: readonly number[], choice: TtlChoice): number {
  const { readRatio = READ_RATIO, writeRatio = WRITE_RATIO, hourWriteRatio = HOUR_WRITE_RATIO } = choice;
  const counted = pauses.length + 1;
  const overHourCount = pauses.filter((gapMs) => gapMs >= LONG_TTL_MS).length;
  const middleCount = pauses.filter((gapMs) => gapMs >= SHORT_TTL_MS).length - overHourCount;
  const saved = (middleCount / counted) * Math.max(0, writeRatio - readRatio);
  const extra = Math.max(0, hourWriteRatio - writeRatio) * (turnShare(choice) + overHourCount / counted);
  if (extra === 0) return saved > 0 ? Number.POSITIVE_INFINITY : 1;
  return saved / extra;
}

/** What a turn writes, as a share of the prompt. */
function turnShare({ contextTokens, turnTokens }: TtlChoice): number {
  if (contextTokens === undefined || turnTokens === undefined || contextTokens <= 0) return TURN_SHARE;
  return Math.min(1, Math.max(0, turnTokens) / contextTokens);
}

import type { CacheFacts } from '@hermes-context/models';
import type { CacheTtl } from '../cache-plan.ts';
import { chooseTtl, isPause, PAUSES_REMEMBERED } from './choose-ttl.ts';

/** What a conversation shows of its user's pauses, and of what is written between them. A value: each step gives a new one. */
export interface PauseHabits {
  /** The newest pauses, oldest first. */
  readonly pausesMs: readonly number[];
  /** All pauses so far: so many turns are over. */
  readonly turnCount: number;
  /** Tokens that were added to the prompt since the first report. */
  readonly grownTokens: number;
  /** Size of the last prompt; unknown before the first report. */
  readonly contextTokens?: number;
}

/** Nothing seen yet. */
export const NO_HABITS: PauseHabits = { pausesMs: [], turnCount: 0, grownTokens: 0 };

/** The habits after a gap between two requests. Gaps inside a turn tell nothing. */
export function afterGap(habits: PauseHabits, gapMs: number): PauseHabits {
  if (!isPause(gapMs)) return habits;
  const pausesMs = [...habits.pausesMs, gapMs].slice(-PAUSES_REMEMBERED);
  return { ...habits, pausesMs, turnCount: habits.turnCount + 1 };
}

/** The habits after the size of a prompt was reported. */
export function afterPrompt(habits: PauseHabits, promptTokens: number): PauseHabits {
  const { contextTokens = promptTokens, grownTokens } = habits;
  const grown = Math.max(0, promptTokens - contextTokens); // a compaction is no turn
  return { ...habits, grownTokens: grownTokens + grown, contextTokens: promptTokens };
}

/** The lifetime that suits the habits. */
export function ttlOf(
  habits: PauseHabits,
  choice: { readonly current: CacheTtl; readonly ttls: readonly CacheTtl[]; readonly facts: CacheFacts },
): CacheTtl {
  const { pausesMs, turnCount, grownTokens, contextTokens } = habits;
  const { facts, ...rest } = choice;
  const turnTokens = turnCount > 0 && grownTokens > 0 ? grownTokens / turnCount : undefined;
  return chooseTtl(pausesMs, { ...rest, ...facts, contextTokens, turnTokens });
}

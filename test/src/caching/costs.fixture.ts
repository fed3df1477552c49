import {
  CACHE_STRATEGIES,
  type CacheStrategyName,
  cachePrices,
  findRoute,
  type RecordedStep,
  type Replay,
  recordedSteps,
  replay,
  type WirePrompt,
} from '@hermes-context/caching';

/** One model for each price of a read: a tenth, a twentieth and a fortieth of plain input. */
export const PRICE_CLASSES = { 'claude-sonnet-5': 0.1, 'claude-opus-5-5': 0.05, 'claude-fable-5-1': 0.025 } as const;

/** How a conversation is played. */
export interface Played {
  /** Default claude-sonnet-5. */
  readonly model?: string;
  /** Default 1. */
  readonly gapMinutes?: number;
  /** Default anthropic. */
  readonly provider?: string;
}

/** One conversation by one strategy. */
export function play(whole: WirePrompt, name: CacheStrategyName, { gapMinutes = 1, ...route }: Played = {}): Replay {
  return playSteps(recordedSteps(whole, { gapMs: gapMinutes * 60_000 }), name, route);
}

/** Requests by one strategy. */
export function playSteps(
  steps: Iterable<RecordedStep>,
  name: CacheStrategyName,
  { model = 'claude-sonnet-5', provider = 'anthropic' }: Played = {},
): Replay {
  const route = findRoute({ model, provider });
  return replay(steps, { strategy: CACHE_STRATEGIES[name], model, route, prices: cachePrices(model, provider) });
}

import type { Clock, EngineServices, Log } from '@hermes-context/contract';

/** What a host lends to a composition. All of it is optional: without a log, reports and `status` alone tell. */
export interface CompositionServices {
  /** Told of each part that failed, with names, promises and counts. Never message text. */
  readonly log?: Log;
  /** Told the same as events `engine:<name>:<event>`; see `name`. */
  readonly emit?: EngineServices['emit'];
  /** Times pauses and comparisons. Default: the system's clock. */
  readonly clock?: Clock;
  /** What the composition calls itself in its log and events. Default: `pipeline`, `fallback`, `route` or `shadow`. */
  readonly name?: string;
}

/** The system's clock, for a host that lends none. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now() };

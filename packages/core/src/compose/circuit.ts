/** When to stop asking an engine that keeps failing. */
export interface CircuitPolicy {
  /** Failures in a row after which it is not asked any more. */
  readonly maxFailureCount: number;
  /** How long it is left alone then, in milliseconds. */
  readonly pauseMs: number;
}

/** What is remembered of an engine's failures. A value: each event gives a new one. */
export interface Circuit {
  readonly failureCount: number;
  /** When it may be asked again, in milliseconds since 1970; `undefined` while nothing keeps it from being asked. */
  readonly retryAtMs: number | undefined;
}

/** No failure yet. */
export const CLOSED: Circuit = { failureCount: 0, retryAtMs: undefined };

/** Whether the engine is left alone now. */
export function isOpen({ retryAtMs }: Circuit, nowMs: number): boolean {
  return retryAtMs !== undefined && nowMs < retryAtMs;
}

/** The circuit after one more failure. One that was asked again after its pause, and failed, gets another pause at once. */
export function afterFailure({ failureCount }: Circuit, policy: CircuitPolicy, nowMs: number): Circuit {
  const count = failureCount + 1;
  return { failureCount: count, retryAtMs: count >= policy.maxFailureCount ? nowMs + policy.pauseMs : undefined };
}

import { CALL_CEILING_MS } from './call-watch.ts';

const DEFAULT_IDLE_TIMEOUT_MS = 120_000;
const DEFAULT_RETRIES = 2;
const DEFAULT_RETRY_DELAY_MS = 1_000;

/** How long a model may be silent, and how often it is asked again. */
export interface PatienceOptions {
  /**
   * Longest silence of the server, in milliseconds, before the first byte and between two. Default 120,000: a local
   * model that reads a long prompt may need more. Above 300,000 the wait for the first byte ends all the same.
   */
  readonly idleTimeoutMs?: number;
  /** How often a failure that may be chance is tried again, as long as nothing was handed out. Default 2; 0 fails at once. */
  readonly retries?: number;
  /** Wait in front of the first retry, in milliseconds, where the server does not say; it doubles. Default 1,000. */
  readonly retryDelayMs?: number;
}

/** The same, decided. */
export type Patience = Required<PatienceOptions>;

/** Options with their defaults. No silence is longer than a whole call may take. */
export function readPatience(options: PatienceOptions): Patience {
  return {
    idleTimeoutMs: Math.min(options.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS, CALL_CEILING_MS),
    retries: options.retries ?? DEFAULT_RETRIES,
    retryDelayMs: options.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS,
  };
}

import { InvalidOptionError } from '@hermes-context/contract';
import type { HostLimits } from './host-types.ts';

const DEFAULT_LIMITS: HostLimits = {
  maxRequestsPerTurn: 90,
  maxCompactionsPerTurn: 3,
  compactionTimeoutMs: 600_000,
  toolTimeoutMs: 600_000,
  hygieneHoldMs: 10_000,
  idleCompactionMs: 0,
  leaseTtlMs: 60_000,
};

/** Above this a timer would wrap around, and end at once: some 24 days. */
const MAX_LIMIT = 2_147_483_647;
/** Limits that may be 0: no waiting, never. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set(['maxCompactionsPerTurn', 'hygieneHoldMs', 'idleCompactionMs']);

/**
 * The bounds of a host, defaults filled in.
 *
 * @throws InvalidOptionError - For what is no whole number of at least 1 (0 where that means never), or too large for a timer.
 */
export function settleLimits(given: Partial<HostLimits> = {}): HostLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    const min = MAY_BE_ZERO.has(name) ? 0 : 1;
    if (Number.isInteger(value) && value >= min && value <= MAX_LIMIT) continue;
    throw new InvalidOptionError({
      option: `limits.${name}`,
      received: Number.isFinite(value) ? value : String(value),
      expected: `a whole number from ${min} to ${MAX_LIMIT.toLocaleString('en-US')}`,
      example: DEFAULT_LIMITS.maxRequestsPerTurn,
    });
  }
  return limits;
}

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
  pinsPercent: 5,
};

/** Above this a timer would wrap around, and end at once: some 24 days. */
const MAX_LIMIT = 2_147_483_647;
/** Limits that may be 0: no waiting, never. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set(['maxCompactionsPerTurn', 'hygieneHoldMs', 'idleCompactionMs']);
/** Most of the window that pins may have, in per cent: beside them there must be room to work. */
const MAX_PINS_PERCENT = 25;

/**
 * The bounds of a host, defaults filled in.
 *
 * @throws InvalidOptionError - For what is no whole number of at least 1 (0 where that means never), or too large for a timer.
 */
export function settleLimits(given: Partial<HostLimits> = {}): HostLimits {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    const { min, max, example } = boundsOf(name);
    if (Number.isInteger(value) && value >= min && value <= max) continue;
    throw new InvalidOptionError({
      option: `limits.${name}`,
      received: Number.isFinite(value) ? value : String(value),
      expected: `a whole number from ${min} to ${max.toLocaleString('en-US')}`,
      example,
    });
  }
  return limits;
}

function boundsOf(name: string): { readonly min: number; readonly max: number; readonly example: number } {
  if (name === 'pinsPercent') return { min: 0, max: MAX_PINS_PERCENT, example: DEFAULT_LIMITS.pinsPercent };
  return { min: MAY_BE_ZERO.has(name) ? 0 : 1, max: MAX_LIMIT, example: DEFAULT_LIMITS.maxRequestsPerTurn };
}

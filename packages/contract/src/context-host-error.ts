// A plug-in may bundle its own copy of this package, so `instanceof` would lie;
// a registered symbol is the same in every copy.
const brand: unique symbol = Symbol.for('hermes-context.error');

/** The three sentences that every error owes its reader. */
export interface Explanation {
  /** What happened, naming the value at fault. */
  readonly what: string;
  /** The rule it broke, or the state that led here. */
  readonly why: string;
  /** What to do next: a command or a config key where there is one. */
  readonly fix: string;
  readonly cause?: unknown;
}

/** Base of every error that this project throws or returns. */
export abstract class ContextHostError extends Error {
  /** Stable across releases. Branch on this, never on the message. */
  abstract readonly code: `CTX_${string}`;
  /** The three sentences apart, for a surface that lays them out itself. */
  readonly explanation: Omit<Explanation, 'cause'>;
  readonly [brand] = true;

  constructor({ what, why, fix, cause }: Explanation) {
    super(`${what}\n  why: ${why}\n  fix: ${fix}`, cause === undefined ? undefined : { cause });
    this.explanation = { what, why, fix };
  }

  /** Whether `value` is one of ours, from whichever copy of this package. */
  static is(value: unknown): value is ContextHostError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

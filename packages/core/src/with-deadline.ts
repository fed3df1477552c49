/** Settled in time, or not. Narrow on `kind`. */
export type Deadline<Value> = { readonly kind: 'settled'; readonly value: Value } | { readonly kind: 'timed-out' };

/**
 * Wait for a promise, but not for ever. What comes of it after the deadline is ignored, a rejection too.
 *
 * @throws What the promise rejects with, in time.
 */
export async function withDeadline<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Deadline<Value>> {
  const { promise: alarm, resolve } = Promise.withResolvers<Deadline<Value>>();
  const timer = setTimeout(() => resolve({ kind: 'timed-out' }), timeoutMs);
  try {
    return await Promise.race([promise.then((value): Deadline<Value> => ({ kind: 'settled', value })), alarm]);
  } finally {
    clearTimeout(timer);
  }
}

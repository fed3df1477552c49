/**
 * Wait for a stranger's promise, or for the host's word to stop, whether the stranger listens to it or not.
 *
 * @throws What the promise rejects with, or the signal's reason.
 */
export async function orAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason); // while the call began: nobody will tell of it again
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

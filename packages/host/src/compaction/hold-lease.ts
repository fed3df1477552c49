import type { Busy, Lease, SessionStore } from '@hermes-context/sessions';

/** A lease that is kept up until it is let go. */
export interface HeldLease {
  readonly lease: Lease;
  /** Aborts when the lease is lost, or when `signal` does. */
  readonly signal: AbortSignal;
  /** Whether it was lost. */
  isLost(): boolean;
  /** Stop refreshing, and give it back. Never throws: an unreachable store lets it run out. */
  release(): Promise<void>;
}

/** How often a lease is refreshed within its time: two refreshes may fail before it is lost. */
const REFRESHES = 3;

/** Take the lease of a session and keep it, or learn who has it. */
export async function holdLease(
  store: SessionStore,
  {
    signal,
    ...request
  }: { readonly sessionId: string; readonly holder: string; readonly ttlMs: number; readonly signal: AbortSignal },
): Promise<{ readonly kind: 'held'; readonly held: HeldLease } | Busy> {
  const result = await store.acquireLease(request);
  if (result.kind === 'busy') return result;
  const { lease } = result;
  const lost = new AbortController();
  const refresh = async (): Promise<void> => {
    // A store that cannot be reached right now says nothing about the lease: the commit will tell.
    const isHeld = await store.refreshLease(lease).catch(() => true);
    if (!isHeld) lost.abort(new DOMException('The lease on the session was lost.', 'AbortError'));
  };
  const timer = setInterval(() => void refresh(), Math.max(1, Math.floor(request.ttlMs / REFRESHES)));
  const held: HeldLease = {
    lease,
    signal: AbortSignal.any([signal, lost.signal]),
    isLost: () => lost.signal.aborted,
    async release() {
      clearInterval(timer);
      await store.releaseLease(lease).catch(() => undefined);
    },
  };
  return { kind: 'held', held };
}

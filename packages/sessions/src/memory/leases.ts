import { checkName, checkTtl } from '../input-checks.ts';
import type { Busy, HeldLease, Lease, LeaseRequest, LeaseResult } from '../lease.ts';
import { findSession, type HeldRow, type MemorySession, type Vault } from './rows.ts';

export function acquireLease(vault: Vault, request: LeaseRequest): LeaseResult {
  const session = findSession(vault, request.sessionId);
  const holder = checkName('holder', request.holder);
  const ttlMs = checkTtl(request.ttlMs);
  const busy = findHolder(vault, session);
  if (busy !== undefined) return busy;
  const now = vault.monotonic();
  session.fence += 1;
  session.lease = { holder, ttlMs, fence: session.fence, acquiredAt: now, refreshedAt: now };
  return { kind: 'acquired', lease: { sessionId: session.id, holder, fence: session.fence, ttlMs } };
}

export function refreshLease(vault: Vault, lease: Lease): boolean {
  const session = findSession(vault, lease.sessionId);
  const held = ownLease(vault, session, lease);
  if (held !== undefined) session.lease = { ...held, refreshedAt: vault.monotonic() };
  return held !== undefined;
}

export function releaseLease(vault: Vault, lease: Lease): void {
  const session = findSession(vault, lease.sessionId);
  if (ownLease(vault, session, lease) !== undefined) session.lease = undefined;
}

export function listLeases(vault: Vault): readonly HeldLease[] {
  return Array.from(vault.sessions.values()).flatMap((session) => {
    const busy = findHolder(vault, session);
    if (busy === undefined) return [];
    const { holder, ageMs, endsInMs } = busy;
    return [{ sessionId: session.id, holder, fence: session.fence, ageMs, endsInMs }];
  });
}

/** Who holds the session now. */
export function findHolder(vault: Vault, { lease }: MemorySession): Busy | undefined {
  const now = vault.monotonic();
  if (lease === undefined || !holdsAt(lease, now)) return undefined;
  const { holder, acquiredAt, refreshedAt, ttlMs } = lease;
  return { kind: 'busy', holder, ageMs: now - acquiredAt, endsInMs: refreshedAt + ttlMs - now };
}

/** The lease as it is held, if it is the one that was handed out and still holds. */
export function ownLease(vault: Vault, session: MemorySession, lease: Lease): HeldRow | undefined {
  const held = session.lease;
  const isOwn = held !== undefined && lease.sessionId === session.id && lease.fence === held.fence;
  return isOwn && holdsAt(held, vault.monotonic()) ? held : undefined;
}

/** A lease from the future is one of another boot, so it holds no more. */
function holdsAt({ refreshedAt, ttlMs }: HeldRow, now: number): boolean {
  return refreshedAt <= now && now < refreshedAt + ttlMs;
}

import { checkName, checkTtl } from '../input-checks.ts';
import type { Busy, HeldLease, Lease, LeaseRequest, LeaseResult } from '../lease.ts';
import { getSession, type SessionRow } from './session-rows.ts';
import type { SqlRow } from './sql-driver.ts';
import type { StoreContext } from './store-context.ts';

/** Take the lease of a session, unless somebody holds it. */
export function acquireLease(context: StoreContext, request: LeaseRequest): LeaseResult {
  const holder = checkName('holder', request.holder);
  const ttlMs = checkTtl(request.ttlMs);
  const session = getSession(context, request.sessionId);
  const held = findHeld(context, session);
  if (held !== undefined) return busy(held);
  const fence = session.fence + 1;
  const now = context.monotonic();
  context.driver.run('UPDATE sessions SET fence = ? WHERE key = ?', fence, session.key);
  context.driver.run(
    `INSERT OR REPLACE INTO leases (session, holder, fence, ttl_ms, acquired_at, refreshed_at) VALUES (?, ?, ?, ?, ?, ?)`,
    session.key,
    holder,
    fence,
    ttlMs,
    now,
    now,
  );
  return { kind: 'acquired', lease: { sessionId: session.id, holder, fence, ttlMs } };
}

/** Begin the lease's time anew, if it still holds. */
export function refreshLease(context: StoreContext, lease: Lease): boolean {
  const session = getSession(context, lease.sessionId);
  if (!holdsLease(context, session, lease)) return false;
  context.driver.run('UPDATE leases SET refreshed_at = ? WHERE session = ?', context.monotonic(), session.key);
  return true;
}

/** Give the lease back, if it is this one. */
export function releaseLease(context: StoreContext, lease: Lease): void {
  const session = getSession(context, lease.sessionId);
  context.driver.run('DELETE FROM leases WHERE session = ? AND fence = ?', session.key, lease.fence);
}

/** All leases that hold. */
export function heldLeases(context: StoreContext): readonly HeldLease[] {
  return context.driver
    .all('SELECT l.*, s.id FROM leases l JOIN sessions s ON s.key = l.session ORDER BY l.acquired_at')
    .map((row) => toHeld(context, row))
    .filter((lease) => lease !== undefined);
}

/** Whether a lease is the newest of its session and has not ended. */
export function holdsLease(context: StoreContext, session: SessionRow, lease: Lease): boolean {
  return lease.sessionId === session.id && findHeld(context, session)?.fence === lease.fence;
}

/** Who holds the lease of a session right now, if anybody does. */
export function findHeld(context: StoreContext, session: SessionRow): HeldLease | undefined {
  const row = context.driver.get(
    'SELECT l.*, s.id FROM leases l JOIN sessions s ON s.key = l.session WHERE l.session = ?',
    session.key,
  );
  return row === undefined ? undefined : toHeld(context, row);
}

/** The answer to somebody who wants what another holds. */
export function busy({ holder, ageMs, endsInMs }: HeldLease): Busy {
  return { kind: 'busy', holder, ageMs, endsInMs };
}

/** A lease as others see it; nothing if it has ended. One from the future was taken before the machine started anew. */
function toHeld({ monotonic }: StoreContext, row: SqlRow): HeldLease | undefined {
  const now = monotonic();
  const refreshedAt = Number(row['refreshed_at']);
  const endsAt = refreshedAt + Number(row['ttl_ms']);
  if (now < refreshedAt || now >= endsAt) return undefined;
  return {
    sessionId: String(row['id']),
    holder: String(row['holder']),
    fence: Number(row['fence']),
    ageMs: now - Number(row['acquired_at']),
    endsInMs: endsAt - now,
  };
}

import { readSessionRecords } from '../read-session-records.ts';
import type { Damage } from '../session-store.ts';
import { exportRecords } from './records.ts';
import type { MemorySession, Vault } from './rows.ts';

/** Look every session over. */
export async function checkVault(vault: Vault): Promise<readonly Damage[]> {
  const damages: Damage[] = [];
  for (const session of vault.sessions.values()) {
    for (const what of await faultsOf(session)) damages.push({ sessionId: session.id, what });
  }
  return damages;
}

async function faultsOf(session: MemorySession): Promise<readonly string[]> {
  const listed = session.live.toSorted((one, other) => one - other);
  const marked = session.rows.filter(({ state }) => state === 'live').map(({ sequence }) => sequence);
  if (String(listed) !== String(marked))
    return ['The live list holds other messages than those that are marked as live.'];
  try {
    await readSessionRecords(exportRecords(session));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return [];
}

import type { HeldLease, SessionStore } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { duration } from '../sessions/relative-time.ts';
import { type Column, renderTable } from '../sessions/render-table.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { plainText } from '../terminal/plain-text.ts';

const COLUMNS: readonly Column[] = [
  { head: 'Session', min: 22 },
  { head: 'Title', min: 5 },
  { head: 'Holder', min: 10 },
  { head: 'Held for' },
  { head: 'Ends in' },
];

/** A lease that is held, and the title of its session. */
interface Lock extends HeldLease {
  readonly title: string | null;
}

/**
 * `hermes sessions locks`: which sessions are held, by whom, and for how long still. With `--json` `{ location, locks }`.
 * @returns The exit code.
 */
export async function runSessionsLocks(flags: SessionsFlags, io: Io): Promise<number> {
  return withStore({ access: 'read', flags, io }, async ({ path, store }) => {
    const locks = store === undefined ? [] : await readLocks(store);
    if (flags.json === true) io.out(jsonText({ location: path, locks }));
    else io.out(locks.length === 0 ? 'No session is held.\n' : `${renderLocks(locks, terminalColumns(io))}\n`);
    return EXIT_OK;
  });
}

async function readLocks(store: SessionStore): Promise<readonly Lock[]> {
  const leases = await store.leases();
  return Promise.all(
    leases.map(async ({ sessionId, holder, fence, ageMs, endsInMs }) => {
      const { title = null } = await store.get(sessionId);
      return { sessionId, title, holder, fence, ageMs: Math.round(ageMs), endsInMs: Math.round(endsInMs) };
    }),
  );
}

function renderLocks(locks: readonly Lock[], columns: number): string {
  const rows = locks.map(({ sessionId, title, holder, ageMs, endsInMs }) => [
    sessionId,
    plainText(title ?? '-'),
    plainText(holder),
    duration(ageMs),
    duration(endsInMs),
  ]);
  return renderTable(COLUMNS, rows, columns).join('\n');
}

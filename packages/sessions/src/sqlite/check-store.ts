import { setImmediate as breathe } from 'node:timers/promises';
import { ContextHostError } from '@hermes-context/contract';
import { canonicalText } from '../canonical-message.ts';
import { readSessionRecords } from '../read-session-records.ts';
import { SessionStoreError } from '../session-errors.ts';
import type { Damage } from '../session-store.ts';
import { digestOf } from './blobs.ts';
import { decodeMessage } from './decode-message.ts';
import { appendKeys, headerRecord, messageRecords, revisionRecords } from './export-records.ts';
import { type SessionRow, toSessionRow } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';
import { read } from './transact.ts';

/** Look over the whole database: its pages, every message against its digest, every session's history against the rules. */
export async function checkStore(context: StoreContext): Promise<readonly Damage[]> {
  const damages = [...(await damageOr(() => read(context, () => checkPages(context))))];
  const sessions = await damageOr(() =>
    read(context, () => context.driver.all('SELECT * FROM sessions ORDER BY key').map(toSessionRow)),
  );
  for (const session of sessions) {
    if ('what' in session) {
      damages.push(session);
      continue;
    }
    damages.push(...(await checkSession(context, session)));
    await breathe(); // each session is a while of work; others get their turn in between
  }
  return damages;
}

function checkPages({ driver }: StoreContext): readonly Damage[] {
  return driver
    .all('PRAGMA integrity_check')
    .map((row) => String(row['integrity_check']))
    .filter((line) => line !== 'ok')
    .map((what) => ({ what: `The database: ${what}.` }));
}

async function checkSession(context: StoreContext, session: SessionRow): Promise<readonly Damage[]> {
  const sessionId = session.id;
  try {
    const records = await read(context, () => [
      headerRecord(session),
      ...messageRecords(context, session, { from: 1, to: session.sequence + 1, keyOf: appendKeys(context, session) }),
      ...revisionRecords(context, session, { from: 1, to: session.revision + 1 }),
    ]);
    // An export that could be imported is a history that keeps all rules.
    await readSessionRecords(records);
    return await read(context, () => checkContent(context, session));
  } catch (error) {
    // Closed meanwhile, or held by others: that says nothing about the session.
    if (error instanceof SessionStoreError && error.fault !== 'damaged') throw error;
    const why = ContextHostError.is(error)
      ? error.explanation.why
      : 'Something of it is stored in a form that cannot be read.';
    return [{ sessionId, what: `Session ${sessionId} is damaged: ${why}` }];
  }
}

function checkContent(context: StoreContext, session: SessionRow): readonly Damage[] {
  const damages: Damage[] = [];
  const rows = context.driver.iterate(
    'SELECT sequence, digest, envelope, blobs FROM messages WHERE session = ?',
    session.key,
  );
  for (const row of rows) {
    const digest = digestOf(canonicalText(decodeMessage(context, row)));
    const isSame = row['digest'] instanceof Uint8Array && Buffer.compare(row['digest'], digest) === 0;
    if (isSame) continue;
    damages.push({
      sessionId: session.id,
      what: `Message ${session.id}:${String(row['sequence'])} is not as it was stored.`,
    });
  }
  return damages;
}

/** What could be read; where the database itself is broken, that, as a damage. */
async function damageOr<Item>(look: () => Promise<readonly Item[]>): Promise<readonly (Item | Damage)[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof SessionStoreError && error.fault === 'damaged') return [{ what: `${error.explanation.what}` }];
    throw error;
  }
}

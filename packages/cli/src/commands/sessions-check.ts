import type { Damage, SessionStore } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { counted } from '../sessions/counted.ts';
import { jsonText } from '../sessions/json-text.ts';
import { lateProgress } from '../sessions/late-progress.ts';
import { type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { plainText } from '../terminal/plain-text.ts';

/** Something is damaged. */
const EXIT_DAMAGED = 1;

const PROGRESS_MS = 1_000;

/**
 * `hermes sessions check`: look the whole store over, and repair nothing. With `--json` `{ location, ok, damages }`.
 * @returns 0, or 1 where something is damaged.
 */
export async function runSessionsCheck(flags: SessionsFlags, io: Io): Promise<number> {
  return withStore({ access: 'read', flags, io }, async ({ path, store }) => {
    const damages = store === undefined ? [] : await check(store, io);
    const ok = damages.length === 0;
    const entries = damages.map(({ sessionId, what }) => ({ sessionId: sessionId ?? null, what }));
    if (flags.json === true) io.out(jsonText({ location: path, ok, damages: entries }));
    else
      io.out(
        store === undefined
          ? `There are no sessions yet; they would be in ${plainText(path)}.\n`
          : render(damages, path),
      );
    return ok ? EXIT_OK : EXIT_DAMAGED;
  });
}

async function check(store: SessionStore, io: Io): Promise<readonly Damage[]> {
  const progress = lateProgress(io);
  const ticking = setInterval(() => progress.show('checking'), PROGRESS_MS);
  try {
    return await store.check();
  } finally {
    clearInterval(ticking);
    progress.end();
  }
}

function render(damages: readonly Damage[], path: string): string {
  if (damages.length === 0) return `${plainText(path)} is sound.\n`;
  const lines = damages.map(({ sessionId, what }) => `${plainText(sessionId ?? 'store')}: ${plainText(what)}`);
  const sum = `${counted(damages.length, 'fault')} in ${plainText(path)}. A copy made by hermes sessions backup can take its place.`;
  return `${[...lines, sum].join('\n')}\n`;
}

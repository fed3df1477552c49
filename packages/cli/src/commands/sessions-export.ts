import { resolve } from 'node:path';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { counted } from '../sessions/counted.ts';
import { allSessionIds, type ExportedSession, exportLines } from '../sessions/export-lines.ts';
import { jsonText } from '../sessions/json-text.ts';
import { lateProgress } from '../sessions/late-progress.ts';
import { type FoundStore, type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { pickSession } from '../sessions/pick-session.ts';
import { refuseStoreFile } from '../sessions/same-file.ts';
import { writeLines } from '../sessions/write-lines.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes sessions export` as the command line has them. */
export interface SessionsExportFlags extends SessionsFlags {
  readonly all?: boolean;
  readonly out?: string;
}

/**
 * `hermes sessions export SESSION` or `--all`: everything about it, archive and history included, as JSON Lines. With
 * `--out` and `--json` `{ file, sessions }`. @returns The exit code.
 */
export async function runSessionsExport(name: string | undefined, flags: SessionsExportFlags, io: Io): Promise<number> {
  checkChoice(name, flags);
  return withStore({ access: 'read', flags, io }, async (found) => {
    const sessions: ExportedSession[] = [];
    const progress = lateProgress(io);
    const ids = await idsOf(name, found);
    const lines = linesOf(found, ids, (session) => {
      sessions.push(session);
      progress.show(`exporting session ${sessions.length} of ${ids.length}`);
    });
    if (flags.out !== undefined && flags.out !== '-') refuseStoreFile(resolve(io.cwd, flags.out), found.path);
    await writeLines(flags.out, lines, io).finally(() => progress.end());
    report(sessions, { flags, io, path: found.path });
    return EXIT_OK;
  });
}

async function idsOf(name: string | undefined, found: FoundStore): Promise<readonly string[]> {
  if (name !== undefined) return [(await pickSession(name, found)).session.id];
  return found.store === undefined ? [] : allSessionIds(found.store);
}

async function* linesOf(
  { store }: FoundStore,
  ids: readonly string[],
  onSession: (session: ExportedSession) => void,
): AsyncGenerator<string> {
  if (store !== undefined) yield* exportLines(store, ids, onSession);
}

/** Standard output is the export's own, where it goes there. */
function report(
  sessions: readonly ExportedSession[],
  { flags, io, path }: { readonly flags: SessionsExportFlags; readonly io: Io; readonly path: string },
): void {
  const { out, json } = flags;
  if (out !== undefined && out !== '-') {
    const messages = sessions.reduce((total, session) => total + session.messages, 0);
    const text = `Exported ${counted(sessions.length, 'session')} with ${counted(messages, 'message')} to ${plainText(out)}.\n`;
    io.out(json === true ? jsonText({ file: out, sessions }) : text);
  } else if (sessions.length === 0) io.err(`hermes: there are no sessions yet; they would be in ${plainText(path)}.\n`);
}

function checkChoice(name: string | undefined, { all, out }: SessionsExportFlags): void {
  if (out === '') {
    throw new UsageError({
      what: '--out is empty.',
      why: 'It takes the name of a file, or - for standard output.',
      fix: 'Give it a value, or leave --out out.',
    });
  }
  if ((name === undefined) === (all === true)) return;
  throw new UsageError({
    what: name === undefined ? 'Nothing is named to export.' : `Both "${name}" and --all are named.`,
    why: 'One session is exported, or with --all every one.',
    fix: 'Name a session of hermes sessions list, or give --all alone.',
  });
}

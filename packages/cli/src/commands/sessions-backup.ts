import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SessionStoreError } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { EXIT_OK } from '../print-error.ts';
import { figure } from '../sessions/counted.ts';
import { jsonText } from '../sessions/json-text.ts';
import { type SessionsFlags, withStore } from '../sessions/open-store.ts';
import { refuseStoreFile } from '../sessions/same-file.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes sessions backup` as the command line has them. */
export interface SessionsBackupFlags extends SessionsFlags {
  readonly force?: boolean;
}

/**
 * `hermes sessions backup FILE`: a copy of the whole store as it is at one moment, while others go on working with it.
 * With `--json` `{ location, file, bytes }`. @returns The exit code.
 */
export async function runSessionsBackup(file: string, flags: SessionsBackupFlags, io: Io): Promise<number> {
  const path = resolve(io.cwd, file);
  return withStore({ access: 'read', flags, io }, async ({ path: storePath, store }) => {
    refuseStoreFile(path, storePath);
    await refuseTaken(file, path, flags.force === true);
    if (store === undefined) throw noStore(storePath);
    await store.backup(path);
    const { size } = await stat(path);
    const text = `Copied ${plainText(storePath)} to ${plainText(path)} (${figure(Math.ceil(size / 1024))} KiB).\n`;
    io.out(flags.json === true ? jsonText({ location: storePath, file: path, bytes: size }) : text);
    return EXIT_OK;
  });
}

async function refuseTaken(file: string, path: string, mayReplace: boolean): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (file !== '' && (there === undefined || (there.isFile() && mayReplace))) return;
  if (file === '' || there?.isFile() !== true) {
    throw new UsageError({
      what: file === '' ? 'The name of the file is empty.' : `${file} is no file.`,
      why: 'A backup is one file.',
      fix: 'Name a file, such as hermes sessions backup sessions-copy.db',
    });
  }
  throw new UsageError({
    what: `There is a file ${file} already.`,
    why: 'It may be the only copy of something, so it is not replaced unasked.',
    fix: 'Name another file, or give --force to replace it.',
  });
}

function noStore(location: string): SessionStoreError {
  return new SessionStoreError({
    fault: 'unreachable',
    location,
    what: 'There is nothing to copy.',
    why: `There are no sessions yet; they would be in ${location}.`,
    fix: 'If they are elsewhere, set HERMES_HOME to that folder.',
  });
}

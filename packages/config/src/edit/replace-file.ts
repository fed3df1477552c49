import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from '../project-folders.ts';
import { ConfigUnwritableError } from './config-file-errors.ts';
import type { ConfigText } from './config-text.ts';

/** A config may hold keys: nobody else reads a new one, or looks into its folder. */
const NEW_FILE_MODE = 0o600;
const NEW_FOLDER_MODE = 0o700;

/**
 * Make a folder and those above it, as far as they are missing. Not by `recursive`, which never ends in a file system
 * that has no folders to make, such as `/proc` (seen with Node 24).
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: NEW_FOLDER_MODE });
  } catch (cause) {
    // Somebody else may have made it at the same moment.
    if (!(await exists(folder))) throw cause;
  }
}

/**
 * Replace a file whole: a crash leaves the old one or the new one. Mode and owner stay. Under the
 * lock only: what a crashed process left beside the file is removed.
 *
 * @param old - The file as it was read. When it is not that any more, nothing is written.
 * @returns Whether it was written.
 * @throws ConfigUnwritableError, or the error of the file system.
 */
export async function replaceFile(file: string, text: string, old: ConfigText): Promise<boolean> {
  if (old.stats !== undefined && (Number(old.stats.mode) & 0o222) === 0) throw writeProtected(file);
  await removeLeftovers(file);
  const temporary = `${prefixOf(file)}${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', NEW_FILE_MODE);
    try {
      await fill(handle, text, { file, old });
    } finally {
      await handle.close();
    }
    // Whoever does not know the lock, such as an editor, may have saved the file meanwhile.
    if (!(await isUnchanged(file, old))) return false;
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(file));
  return true;
}

async function fill(
  handle: FileHandle,
  text: string,
  { file, old }: { readonly file: string; readonly old: ConfigText },
): Promise<void> {
  await handle.writeFile(text);
  if (old.stats !== undefined) {
    await keepOwner(handle, file, old.stats);
    await handle.chmod(Number(old.stats.mode) & 0o7777);
  }
  await handle.sync();
}

/** A new file belongs to whoever runs this, so the owner must be given again. Only its group may be lost. */
async function keepOwner(handle: FileHandle, file: string, stats: NonNullable<ConfigText['stats']>): Promise<void> {
  const own = await handle.stat();
  if (own.uid === stats.uid && own.gid === stats.gid) return;
  try {
    await handle.chown(Number(stats.uid), Number(stats.gid));
  } catch (cause) {
    if (own.uid === stats.uid) return;
    throw new ConfigUnwritableError({
      what: `${file} cannot be written; nothing was changed.`,
      why: 'It belongs to another user, and would belong to you afterwards.',
      fix: 'Run the command as its owner.',
      cause,
    });
  }
}

async function isUnchanged(file: string, old: ConfigText): Promise<boolean> {
  const now = await readFile(file).catch(() => undefined);
  return now === undefined ? old.stats === undefined : old.stats !== undefined && now.equals(old.bytes);
}

function prefixOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.`);
}

/** Files of a process that was killed between writing and renaming. */
async function removeLeftovers(file: string): Promise<void> {
  const prefix = basename(prefixOf(file));
  const names = await readdir(dirname(file));
  const leftovers = names.filter(
    (name) => name.startsWith(prefix) && /^[\da-f-]{36}\.tmp$/.test(name.slice(prefix.length)),
  );
  for (const name of leftovers) await rm(join(dirname(file), name), { force: true });
}

/** Without it a power cut may bring the old name back. Not every system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function writeProtected(file: string): ConfigUnwritableError {
  return new ConfigUnwritableError({
    what: `${file} cannot be written; nothing was changed.`,
    why: 'It is write-protected: nobody may write it.',
    fix: `If that is not on purpose: chmod u+w ${file}`,
  });
}

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OutputError, UsageError } from '../usage-error.ts';
import type { TemplateFile } from './render-template.ts';

/**
 * Write a folder that did not exist, or was empty, with all its files or not at all: they are written beside it, and
 * the whole then takes its name.
 *
 * @param folder - Absolute. The folders above it are made.
 * @throws UsageError where something is there already, which is left as it is.
 * @throws OutputError where it cannot be written.
 */
export async function writeNewFolder(folder: string, files: readonly TemplateFile[]): Promise<void> {
  await refuseOccupied(folder);
  const temporary = join(dirname(folder), `.hermes-${randomUUID()}.tmp`);
  try {
    for (const { path, text } of files) {
      const file = join(temporary, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    // Replaces an empty folder, and nothing else: what appeared there meanwhile stays.
    await rename(temporary, folder);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw unwritable(folder, cause);
  }
}

async function refuseOccupied(folder: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return;
    throw codeOf(cause) === 'ENOTDIR' ? occupied(folder, 'It is a file') : unwritable(folder, cause);
  }
  if (names.length > 0) throw occupied(folder, `There is a folder already, with ${names[0]} in it`);
}

function occupied(folder: string, what: string): UsageError {
  return new UsageError({
    what: `${folder} is taken.`,
    why: `${what}; nothing of it was touched, since hermes engine new only ever makes a new folder.`,
    fix: 'Choose another name, another folder with --dir FOLDER, or move what is there out of the way.',
  });
}

function unwritable(folder: string, cause: unknown): OutputError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OutputError({
    what: `Cannot make ${folder}: ${reason}.`,
    why: 'The files go into a new folder beside it, which then takes its name. Nothing of it was left behind.',
    fix: 'Choose a place where you may write, with --dir FOLDER.',
    cause,
  });
}

function codeOf(cause: unknown): string | undefined {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined;
}

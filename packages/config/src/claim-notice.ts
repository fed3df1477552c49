import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigLockedError } from './edit/config-file-errors.ts';
import { makeFolder } from './edit/replace-file.ts';
import { withLock } from './edit/with-lock.ts';

/** To write a line takes a thousandth of that. */
const WAIT_MS = 2_000;

/**
 * Whether a notice is to be shown now: true for exactly one caller, of whatever process, until the content changes. Who
 * gets true is remembered in a marker file. One that cannot be read counts as not shown, and one that cannot be written is no
 * reason to hide the notice.
 *
 * @param file - The marker. Its folder is made.
 * @param content - What the notice is about, one line; another one is another notice.
 */
export async function claimNotice(file: string, content: string): Promise<boolean> {
  if ((await contentOf(file)) === content) return false;
  try {
    await makeFolder(dirname(file));
    return await withLock(file, WAIT_MS, async () => {
      if ((await contentOf(file)) === content) return false;
      await writeFile(file, `${content}\n`);
      return true;
    });
  } catch (error) {
    // Whoever holds it so long is about to show the same.
    return !(error instanceof ConfigLockedError);
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

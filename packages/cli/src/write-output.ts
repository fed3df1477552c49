import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Io } from './io.ts';
import { OutputError } from './usage-error.ts';

/**
 * Write a file whole or not at all: a crash leaves the old file or the new one, never half of one.
 *
 * @throws OutputError when it cannot be written; the old file is as it was.
 */
export async function writeOutput(file: string, text: string, io: Io): Promise<void> {
  if (file === '-') return io.out(text.endsWith('\n') ? text : `${text}\n`);
  const path = resolve(io.cwd, file);
  const mode = await stat(path).then(
    (facts) => facts.mode & 0o777,
    () => 0o644,
  );
  const temporary = join(dirname(path), `.hermes-${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { mode });
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OutputError({
      what: `Cannot write ${file}: ${reason}.`,
      why: 'The result goes into a new file beside it, which then takes its name.',
      fix: 'Give --out a file in a directory that exists and that you may write to.',
      cause,
    });
  }
}

import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ContextHostError } from '@hermes-context/contract';
import type { Io } from '../io.ts';
import { OutputError } from '../usage-error.ts';

/** As much as is written at once. */
const CHUNK_CHARS = 256 * 1024;

/**
 * Write lines to a file, whole or not at all, however many there are: they go into a file beside it, which then takes its
 * name. For `-`, or no file, to standard output as they come.
 *
 * @throws OutputError when they cannot be written; the old file is as it was. What the lines reject with is passed on.
 */
export async function writeLines(file: string | undefined, lines: AsyncIterable<string>, io: Io): Promise<void> {
  if (file === undefined || file === '-') {
    for await (const chunk of chunksOf(lines)) io.out(chunk);
    return;
  }
  const path = resolve(io.cwd, file);
  const draft = join(dirname(path), `.hermes-${randomUUID()}.tmp`);
  try {
    await writeDraft(draft, await modeOf(path), lines);
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw ContextHostError.is(cause) ? cause : unwritable(file, cause);
  }
}

async function writeDraft(draft: string, mode: number, lines: AsyncIterable<string>): Promise<void> {
  const handle = await open(draft, 'wx', mode);
  try {
    for await (const chunk of chunksOf(lines)) await handle.write(chunk);
    // What was exported may be the only copy soon.
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Conversations hold secrets: a new file is for its owner alone. */
async function modeOf(path: string): Promise<number> {
  return stat(path).then(
    (facts) => facts.mode & 0o777,
    () => 0o600,
  );
}

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function unwritable(file: string, cause: unknown): OutputError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OutputError({
    what: `Cannot write ${file}: ${reason}.`,
    why: 'The export goes into a new file beside it, which then takes its name.',
    fix: 'Give --out a file in a directory that exists and that you may write to.',
    cause,
  });
}

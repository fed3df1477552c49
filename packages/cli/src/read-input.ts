import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Io } from './io.ts';
import { InputError } from './usage-error.ts';

/** What a person reads where the source was standard input. */
export const STDIN_NAME = 'standard input';

/** Node's own limit on the length of a string, in UTF-16 units. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;

/** The text of a file, or of standard input for `-`. @throws InputError when it cannot be read. */
export async function readInput(file: string, io: Io): Promise<string> {
  if (file === '-') return io.readStdin();
  const path = resolve(io.cwd, file);
  await refuseUnreadable(file, path);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(file, reasonOf(cause), cause);
  }
}

async function refuseUnreadable(file: string, path: string): Promise<void> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw unreadable(file, reasonOf(cause), cause);
  });
  if (facts.isDirectory()) throw unreadable(file, 'it is a directory');
  if (facts.size > MAX_TEXT_BYTES) {
    throw new InputError({
      what: `${file} is ${Math.round(facts.size / 1024 / 1024)} MiB.`,
      why: 'A transcript is read whole, and a text can have at most 512 MiB.',
      fix: 'Split it, one conversation a file.',
    });
  }
}

function unreadable(file: string, reason: string, cause?: unknown): InputError {
  return new InputError({
    what: `Cannot read ${file}: ${reason}.`,
    why: 'It takes one transcript file, or - for standard input.',
    fix: 'Check the path. Accepted: OpenAI chat, Anthropic Messages or OpenAI Responses, as JSON or JSONL.',
    cause,
  });
}

const REASONS = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'you have no permission to read it'],
  ['ENOTDIR', 'part of the path is a file, not a directory'],
  ['ERR_STRING_TOO_LONG', 'it is longer than a text can be'],
]);

function reasonOf(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return REASONS.get(code) ?? (code === '' ? String(cause) : code);
}

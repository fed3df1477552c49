import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Io } from '../io.ts';
import { InputError } from '../usage-error.ts';

const LINE_FEED = 0x0a;

/** In no JSON text, so that whoever parses the line refuses it: half a character must not become another one. */
const NOT_TEXT = '\u0000';

/**
 * The lines of a file as they are read, or of standard input for `-`. Only a line feed ends one: the line separators of
 * Unicode may stand in a text of JSON.
 *
 * @throws InputError at once, for a file that cannot be read.
 */
export async function openLines(file: string, io: Io): Promise<AsyncIterable<string> | Iterable<string>> {
  if (file === '-') return (await io.readStdin()).split('\n');
  const path = resolve(io.cwd, file);
  const facts = await stat(path).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  if (facts.isDirectory()) throw unreadable(file, new Error('it is a directory'));
  return linesOf(file, path);
}

async function* linesOf(file: string, path: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes = Buffer.from(chunk);
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
        yield lineText([...rest, bytes.subarray(start, end)]);
        rest = [];
        start = end + 1;
      }
      rest.push(bytes.subarray(start));
    }
  } catch (cause) {
    throw unreadable(file, cause);
  }
  yield lineText(rest);
}

function lineText(pieces: readonly Buffer[]): string {
  const bytes = Buffer.concat(pieces);
  return isUtf8(bytes) ? bytes.toString('utf8') : NOT_TEXT;
}

function unreadable(file: string, cause: unknown): InputError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const reason = code === 'ENOENT' ? 'there is no such file' : cause instanceof Error ? cause.message : String(cause);
  return new InputError({
    what: `Cannot read ${file}: ${reason}.`,
    why: 'hermes sessions import takes a file that hermes sessions export wrote, or - for standard input.',
    fix: 'Check the path and its permissions.',
    cause,
  });
}

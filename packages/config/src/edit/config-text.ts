import { readFile, stat, type stat as statFile } from 'node:fs/promises';
import { InvalidConfigError } from '../invalid-config-error.ts';
import { unreadableFile } from '../unreadable-file.ts';

/** A file as it was read; `stats` is `undefined` when there is none. */
export interface ConfigText {
  readonly text: string;
  readonly bytes: Buffer;
  readonly stats: Awaited<ReturnType<typeof statFile>> | undefined;
}

/**
 * Read a config file whole, byte for byte; one that does not exist counts as empty.
 *
 * @param name - What to call it in an error.
 * @throws InvalidConfigError when it cannot be read, is no file, or is not UTF-8.
 */
export async function readConfigText(file: string, name: string): Promise<ConfigText> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) throw unreadable(name, stats.isDirectory() ? 'EISDIR' : 'ENOTFILE');
    const bytes = await readFile(file);
    return { text: decode(bytes, name), bytes, stats };
  } catch (cause) {
    if (cause instanceof InvalidConfigError) throw cause;
    const problem = unreadableFile(name, cause);
    if (problem !== undefined) throw new InvalidConfigError([problem]);
    return { text: '', bytes: Buffer.alloc(0), stats: undefined };
  }
}

/** Other encodings are refused: what they do not say in UTF-8 would be lost. */
function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable(name, 'ENOTUTF8');
  }
}

function unreadable(file: string, code: string): InvalidConfigError {
  const problem = unreadableFile(file, Object.assign(new Error(code), { code }));
  return new InvalidConfigError(problem === undefined ? [] : [problem]);
}

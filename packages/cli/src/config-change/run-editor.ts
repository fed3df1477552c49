import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ContextHostError } from '@hermes-context/contract';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';

/** Editors that are looked for where nobody named one, the one that explains itself first. */
const KNOWN_EDITORS: readonly string[] = ['nano', 'vim', 'vi'];

/** The editor could not be started, or ended with a failure. What it saved is in the file. */
class EditorFailedError extends ContextHostError {
  override readonly name = 'EditorFailedError';
  readonly code = 'CTX_EDITOR_FAILED';
}

/**
 * The command that edits a file: `$VISUAL`, `$EDITOR`, or the first of nano, vim and vi on the `$PATH`.
 *
 * @throws UsageError when there is none.
 */
export function findEditor(env: Io['env']): string {
  const found = namedEditor(env) ?? KNOWN_EDITORS.find((name) => isOnPath(name, env['PATH'] ?? ''));
  if (found !== undefined) return found;
  throw new UsageError({
    what: 'There is no editor to open the file with.',
    why: `Neither $VISUAL nor $EDITOR names one, and none of ${KNOWN_EDITORS.join(', ')} is installed.`,
    fix: 'Name one, such as EDITOR="code --wait", or change single settings with hermes config set.',
  });
}

/** The editor that the user named; `undefined` when there is none. */
export function namedEditor(env: Io['env']): string | undefined {
  return [env['VISUAL'], env['EDITOR']].find((command) => command !== undefined && command.trim() !== '');
}

function isOnPath(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, name)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Let the user edit a file, and wait for the editor to close. It has the terminal to itself meanwhile.
 *
 * @param command - With its arguments, as a shell takes them: `code --wait`.
 * @throws EditorFailedError when it cannot be started, or ends with a failure.
 */
export async function runEditor(command: string, file: string, env: Io['env']): Promise<void> {
  // Ctrl-C is the editor's while it runs: both get the signal, and only one of them should go.
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  try {
    await spawnEditor(command, file, env);
  } finally {
    process.off('SIGINT', ignore);
  }
}

function spawnEditor(command: string, file: string, env: Io['env']): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // As git does: the shell splits the command, and the file arrives as one argument whatever is in its name.
  const editor = spawn('sh', ['-c', `${command} "$@"`, command, file], { stdio: 'inherit', env: { ...env } });
  editor.on('error', (cause) => reject(failed(command, { file, why: `It could not be started: ${cause.message}.` })));
  editor.on('close', (code, signal) => {
    if (code === 0) resolve();
    else reject(failed(command, { file, why: `It ended with ${signal ?? `exit code ${code}`}.` }));
  });
  return promise;
}

function failed(command: string, { file, why }: { readonly file: string; readonly why: string }): EditorFailedError {
  return new EditorFailedError({
    what: `The editor "${command}" failed.`,
    why,
    fix: `Name another one in $VISUAL or $EDITOR. What it saved is in ${file}; see hermes config check.`,
  });
}

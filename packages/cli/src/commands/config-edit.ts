import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ConfigProblem, ConfigWarning } from '@hermes-context/config';
import { findEditor, namedEditor, runEditor } from '../config-change/run-editor.ts';
import type { Io } from '../io.ts';
import { readConfig } from '../open-config.ts';
import { EXIT_OK, EXIT_USAGE } from '../print-error.ts';
import { findTerminal, type MenuTerminal } from '../terminal/find-terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { ConfigFlags } from './config.ts';
import { checkOf, renderCheck } from './config-check.ts';

/** What a new file starts with. Taken away again when nothing was added to it. */
const FIRST_LINES = `# Settings of hermes. What is not here has its default; all keys: hermes config show
# context:
#   engine: compressor
`;

/** What `hermes config edit` prints with `--json`, once the editor is closed. */
export interface ConfigEditJson {
  readonly file: string;
  readonly changed: boolean;
  /** Whether the configuration can be used. Warnings do not count. */
  readonly ok: boolean;
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigWarning[];
}

/**
 * `hermes config edit`: open the user's file in an editor, check it afterwards, and open it again where it has faults
 * and the user wants to. With `--json` one `ConfigEditJson`. @returns The exit code: 2 when faults are left.
 *
 * @throws UsageError without an editor, or without a terminal for one that nobody named. EditorFailedError when the editor fails.
 */
export async function runConfigEdit({ json }: ConfigFlags, io: Io): Promise<number> {
  const found = findTerminal(io.env);
  const terminal = found.kind === 'terminal' ? found.terminal : undefined;
  // One that the user named may do without, such as a script; those that we would look for draw on it.
  if (terminal === undefined && namedEditor(io.env) === undefined) throw noTerminal();
  const editor = findEditor(io.env);
  const { files } = await readConfig(io);
  const before = await readFile(files.user, 'utf8').catch(() => undefined);
  if (before === undefined) await startFile(files.user);
  try {
    await editUntilSound({ editor, file: files.user, terminal, io });
  } finally {
    await removeUntouched(files.user);
  }
  const after = await readFile(files.user, 'utf8').catch(() => undefined);
  return report({ file: files.user, changed: after !== before, json: json === true, io });
}

function noTerminal(): UsageError {
  return new UsageError({
    what: 'hermes config edit opens an editor, and cannot do that here.',
    why: 'Editors draw on a terminal, and there is none; $VISUAL and $EDITOR name none that could do without.',
    fix: 'Change single settings with hermes config set KEY VALUE; hermes config path says where the file is.',
  });
}

/** For its owner alone: it may come to hold keys. One that appeared meanwhile stays as it is. */
async function startFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, FIRST_LINES, { flag: 'wx', mode: 0o600 }).catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  });
}

async function removeUntouched(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === FIRST_LINES) await rm(file);
}

interface Editing {
  readonly editor: string;
  readonly file: string;
  readonly terminal: MenuTerminal | undefined;
  readonly io: Io;
}

async function editUntilSound({ editor, file, terminal, io }: Editing): Promise<void> {
  for (;;) {
    await runEditor(editor, file, io.env);
    const checked = checkOf(await readConfig(io));
    if (checked.ok) return;
    io.err(`${renderCheck(checked).join('\n')}\n`);
    if (terminal === undefined || !(await wantsToGoOn(terminal))) return;
  }
}

async function wantsToGoOn({ input, output }: MenuTerminal): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  const message = 'The file cannot be used like this. Open it again? (No keeps it as it is.)';
  return (await confirm({ message, input, output })) === true;
}

async function report({
  file,
  changed,
  json,
  io,
}: {
  readonly file: string;
  readonly changed: boolean;
  readonly json: boolean;
  readonly io: Io;
}): Promise<number> {
  const checked = checkOf(await readConfig(io));
  const { ok, problems, warnings } = checked;
  if (json) io.out(`${JSON.stringify({ file, changed, ok, problems, warnings } satisfies ConfigEditJson, null, 2)}\n`);
  else if (!changed) io.out(`Nothing was changed in ${file}\n`);
  else io.out(`${renderCheck(checked).join('\n')}\n`);
  return ok ? EXIT_OK : EXIT_USAGE;
}

import { dirname } from 'node:path';
import type { ConfigProblem, ConfigWarning } from '../config-problem.ts';
import { formatKeyPath } from '../key-path.ts';
import { checkEdit } from './check-edit.ts';
import type { ConfigEdit } from './config-edit.ts';
import { ConfigLockedError, unwritable } from './config-file-errors.ts';
import { type ConfigText, readConfigText } from './config-text.ts';
import { editConfigText } from './edit-config-text.ts';
import { followLinks } from './follow-links.ts';
import { makeFolder, replaceFile } from './replace-file.ts';
import { withLock } from './with-lock.ts';

/** What {@link editConfigFile} is to do. */
export interface EditConfigRequest {
  /** The file to edit, which may not exist yet; then it is made, for you alone to read. */
  readonly file: string;
  /** Made one after another, all of them or none. */
  readonly edits: readonly ConfigEdit[];
  /** How long to wait for another process that is editing the file, in milliseconds, about. Default 15,000. */
  readonly waitMs?: number;
  /** What references in the file stand for (`$\{NAME}`). Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** One key that was edited. */
export interface SettingChange {
  /** As `getValue` takes it. */
  readonly path: string;
  /** What the file said; `undefined` when it said nothing. */
  readonly before: unknown;
  /** What it says now; `undefined` when it says nothing. */
  readonly after: unknown;
  /** Where it stands now, from 1; `undefined` when it is gone. */
  readonly line: number | undefined;
  /** Further keys that changed with it, since the file lets them repeat its value (`*name`). */
  readonly alsoChanged: readonly string[];
}

/** What came of an edit. */
export interface ConfigEditResult {
  /** `unchanged` when the file says so already: it was not written. */
  readonly kind: 'written' | 'unchanged';
  /** The file itself, symbolic links followed. */
  readonly file: string;
  /** One for each edit, in their order. */
  readonly changes: readonly SettingChange[];
  /** What a person should know about the keys that were edited. */
  readonly warnings: readonly ConfigWarning[];
  /** Faults elsewhere in the file, which it had before: it cannot be used until they are corrected. */
  readonly problems: readonly ConfigProblem[];
}

const WAIT_MS = 15_000;

/** Somebody else saves the file at the same moment again and again only if something is wrong. */
const MAX_ATTEMPTS = 10;

/**
 * Edit a config file so that only the lines change that must. No other process that uses this function
 * edits it meanwhile; it is replaced whole, with its mode and owner, behind its symbolic links. When
 * anything is refused or fails, the file is byte for byte as it was.
 *
 * @throws InvalidConfigError when the file cannot be read, is not UTF-8, or is no YAML.
 * @throws ConfigEditRefusedError, UnknownSettingError, InvalidSettingError for an edit that makes no sense.
 * @throws ConfigUnwritableError, ConfigLockedError when it cannot be written, or not now.
 */
export async function editConfigFile(request: EditConfigRequest): Promise<ConfigEditResult> {
  const { file, isLink } = await followLinks(request.file);
  // Before anything is made or locked: most mistakes show here, and what changes nothing needs no lock.
  const first = planEdit(request, await readConfigText(file, request.file));
  if (first.text === undefined) return { kind: 'unchanged', file, ...first.result };
  try {
    // A link into nowhere may lead to a disk that is not there now.
    if (!isLink) await makeFolder(dirname(file));
    return await withLock(file, request.waitMs ?? WAIT_MS, () => editLocked(request, file));
  } catch (cause) {
    throw unwritable(request.file, cause);
  }
}

async function editLocked(request: EditConfigRequest, file: string): Promise<ConfigEditResult> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const old = await readConfigText(file, request.file);
    const { text, result } = planEdit(request, old);
    if (text === undefined) return { kind: 'unchanged', file, ...result };
    if (await replaceFile(file, text, old)) return { kind: 'written', file, ...result };
  }
  throw new ConfigLockedError({
    what: `${request.file} cannot be edited now; nothing was changed.`,
    why: 'Another program saves it again and again at the same moment.',
    fix: 'End the other program, and run the command again.',
  });
}

interface Plan {
  /** The new text; `undefined` when the file says so already. */
  readonly text: string | undefined;
  readonly result: Pick<ConfigEditResult, 'changes' | 'warnings' | 'problems'>;
}

function planEdit(request: EditConfigRequest, { text: before }: ConfigText): Plan {
  // biome-ignore lint/style/noProcessEnv: as loadConfig, this is where the configuration meets the environment.
  const { file, edits, env = process.env } = request;
  const source = { origin: 'user', file } as const;
  const edited = editConfigText(before, edits, source);
  const checked = checkEdit({ before, edited, source, env });
  const changes = edited.changes.map((change) => ({
    ...change,
    path: formatKeyPath(change.path),
    alsoChanged: change.alsoChanged.map(formatKeyPath),
  }));
  return { text: edited.text === before ? undefined : edited.text, result: { ...checked, changes } };
}

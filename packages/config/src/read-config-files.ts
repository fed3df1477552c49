import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckedFile, type CheckOptions, checkConfigText } from './check-config-text.ts';
import { type ConfigExplorer, createExplorer } from './config-explorer.ts';
import type { FileOrigin } from './config-node.ts';
import { exists, projectFolders } from './project-folders.ts';
import { realPath } from './real-path.ts';
import { unreadableFile } from './unreadable-file.ts';

/** Where a project's config may stand in a folder, the strongest first. */
const PROJECT_PLACES: readonly string[] = [
  '.hermes-context.yaml',
  '.hermes-context.yml',
  'hermes-context.config.yaml',
  join('.hermes', 'config.yaml'),
];

/** A file that exists, and what is in it. */
export interface ReadFile extends CheckedFile {
  readonly file: string;
}

/** The user's file; `undefined` when there is none, which is fine. */
export async function readUserFile({ userFile, env }: CheckOptions): Promise<ReadFile | undefined> {
  return readOne(explorerFor('user', { userFile, env }), userFile);
}

/** The nearest config of the project that `cwd` is in; `undefined` when there is none. Never the user's file. */
export async function readProjectFile(
  where: CheckOptions & { readonly cwd: string; readonly userHome: string },
): Promise<ReadFile | undefined> {
  const explorer = explorerFor('project', where);
  for (const folder of await projectFolders(where.cwd, where.userHome)) {
    const places = await otherPlaces(folder, where.userFile);
    const found = await explorer.findIn(folder, await withoutPipes(folder, places));
    const skipped = await firstSkipped(folder, places, found?.file);
    if (skipped !== undefined) return readOne(explorer, skipped);
    if (found !== undefined) return { file: found.file, ...found.loaded };
  }
  return undefined;
}

function explorerFor(origin: FileOrigin, options: CheckOptions): ConfigExplorer<CheckedFile> {
  return createExplorer((file, text) => checkConfigText(text, { origin, file }, options));
}

/** The places without the user's own file, which stands in one of them when `$HERMES_HOME` is in the project. */
async function otherPlaces(folder: string, userFile: string): Promise<readonly string[]> {
  const user = await realPath(userFile);
  const places = await Promise.all(
    PROJECT_PLACES.map(async (place) => ((await realPath(join(folder, place))) === user ? [] : [place])),
  );
  return places.flat();
}

/** The explorer passes over what it cannot read; a config that exists and has no effect must be told of. */
async function firstSkipped(
  folder: string,
  places: readonly string[],
  found: string | undefined,
): Promise<string | undefined> {
  for (const place of places) {
    const file = join(folder, place);
    if (file === found) return undefined;
    if (await exists(file)) return file;
  }
  return undefined;
}

/** A file by its path; `undefined` when there is none. */
async function readOne(explorer: ConfigExplorer<CheckedFile>, file: string): Promise<ReadFile | undefined> {
  try {
    if (await isPipe(file)) throw Object.assign(new Error('no file'), { code: 'ENOTFILE' });
    return { file, ...(await explorer.load(file)) };
  } catch (cause) {
    const problem = unreadableFile(file, cause);
    return problem === undefined ? undefined : { file, root: undefined, problems: [problem], warnings: [] };
  }
}

async function withoutPipes(folder: string, places: readonly string[]): Promise<readonly string[]> {
  const kept = await Promise.all(places.map(async (place) => ((await isPipe(join(folder, place))) ? [] : [place])));
  return kept.flat();
}

/** A pipe or a device: reading it may never end. */
async function isPipe(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

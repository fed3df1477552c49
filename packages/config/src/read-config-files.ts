import { join } from 'node:path';
import { type CheckedFile, checkConfigText } from './check-config-text.ts';
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
export async function readUserFile(userFile: string): Promise<ReadFile | undefined> {
  const explorer = explorerFor('user', userFile);
  try {
    return { file: userFile, ...(await explorer.load(userFile)) };
  } catch (cause) {
    const problem = unreadableFile(userFile, cause);
    return problem === undefined ? undefined : { file: userFile, root: undefined, problems: [problem], warnings: [] };
  }
}

/** The nearest config of the project that `cwd` is in; `undefined` when there is none. Never the user's file. */
export async function readProjectFile(where: {
  readonly cwd: string;
  readonly userHome: string;
  readonly userFile: string;
}): Promise<ReadFile | undefined> {
  const explorer = explorerFor('project', where.userFile);
  for (const folder of await projectFolders(where.cwd, where.userHome)) {
    const places = await otherPlaces(folder, where.userFile);
    const found = await explorer.findIn(folder, places);
    const skipped = await firstSkipped(folder, places, found?.file);
    if (skipped !== undefined) return readSkipped(explorer, skipped);
    if (found !== undefined) return { file: found.file, ...found.loaded };
  }
  return undefined;
}

function explorerFor(origin: FileOrigin, userFile: string): ConfigExplorer<CheckedFile> {
  return createExplorer((file, text) => checkConfigText(text, { origin, file }, userFile));
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

async function readSkipped(explorer: ConfigExplorer<CheckedFile>, file: string): Promise<ReadFile | undefined> {
  try {
    return { file, ...(await explorer.load(file)) };
  } catch (cause) {
    const problem = unreadableFile(file, cause);
    return { file, root: undefined, problems: problem === undefined ? [] : [problem], warnings: [] };
  }
}

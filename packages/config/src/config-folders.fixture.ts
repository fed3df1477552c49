import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from './load-config.ts';

/** A user's home with a project in it, on the disk for as long as the test runs. */
export interface ConfigFolders {
  readonly home: string;
  readonly project: string;
  readonly userFile: string;
  /** Write a file below the home; its folders are made. */
  write(path: string, text: string): string;
  load(options?: LoadConfigOptions): ReturnType<typeof loadConfig>;
}

/** Folders with these files in them: the user's config, and the project's `.hermes-context.yaml`. */
export function configFolders(files: { readonly user?: string; readonly project?: string } = {}): ConfigFolders {
  const home = mkdtempSync(join(tmpdir(), 'hermes-config-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const project = join(home, 'work', 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const userFile = join(home, '.hermes', 'config.yaml');
  const write = (path: string, text: string): string => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  if (files.user !== undefined) write('.hermes/config.yaml', files.user);
  if (files.project !== undefined) write('work/project/.hermes-context.yaml', files.project);
  return {
    home,
    project,
    userFile,
    write,
    load: (options = {}) => loadConfig({ home, cwd: project, env: {}, ...options }),
  };
}

/** The configuration of a user's file that is in order. */
export async function loadUser(user: string): Promise<LoadedConfig> {
  const result = await configFolders({ user }).load();
  if (result.kind === 'invalid') throw new Error(result.problems.map(({ what }) => what).join('\n'));
  return result;
}

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ConfigNode, entryAt, type MapNode, mergeMaps, toPlain } from './config-node.ts';
import type { ConfigProblem, ConfigWarning } from './config-problem.ts';
import { findHermesHome } from './hermes-home.ts';
import { parseKeyPath } from './key-path.ts';
import { type ReadFile, readProjectFile, readUserFile } from './read-config-files.ts';
import { configSchema, type HermesConfig } from './schema.ts';
import { canonicalPath } from './settle-model.ts';

/** Where to look. All optional; what is left out is asked of the system, at the call. */
export interface LoadConfigOptions {
  /** The user's home folder, not `$HERMES_HOME`. Default: the system's. */
  readonly home?: string;
  /** Where the search for a project file starts. Default: the working directory. */
  readonly cwd?: string;
  /** `HERMES_HOME` is read, and what the user's file refers to (`$\{NAME}`). Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Who decided a value. `environment` is for a host that lets variables override settings; no setting has one yet. */
export type ValueSource =
  | { readonly kind: 'default' }
  | { readonly kind: 'user' | 'project'; readonly file: string; readonly line: number }
  | { readonly kind: 'environment'; readonly name: string };

/** The files that were looked at; absolute paths. */
export interface ConfigFiles {
  /** `$HERMES_HOME`, which may not exist yet. */
  readonly hermesHome: string;
  /** The user's file, which may not exist yet: it is where settings are written. */
  readonly user: string;
  readonly hasUserFile: boolean;
  /** The project's file; `undefined` when there is none. */
  readonly project: string | undefined;
}

/** A configuration to run on. */
export interface LoadedConfig {
  readonly kind: 'loaded';
  /** All settings, defaults filled in. Keys of other programs are not in it. */
  readonly config: HermesConfig;
  /** The same, to be shown: where a file refers to the environment, the reference, and not what it stands for. */
  readonly shown: Readonly<Record<string, unknown>>;
  /**
   * Who decided a value, by its path (`compression.threshold`) or its keys. For a section: the
   * strongest file with a part in it. `default` for what no file sets.
   */
  readonly sourceOf: (path: string | readonly string[]) => ValueSource;
  /** What the files say, merged, keys of other programs included, defaults left out and references not replaced. */
  readonly written: Readonly<Record<string, unknown>>;
  /** As `written`, of the user's own file alone: what no project had a part in. */
  readonly writtenByUser: Readonly<Record<string, unknown>>;
  readonly warnings: readonly ConfigWarning[];
  readonly files: ConfigFiles;
}

/** A configuration that must be corrected first. */
export interface InvalidConfig {
  readonly kind: 'invalid';
  /** All problems of all files, never empty. */
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigWarning[];
  readonly files: ConfigFiles;
}

/** What came of loading. Narrow on `kind`. */
export type LoadResult = LoadedConfig | InvalidConfig;

/**
 * Read `$HERMES_HOME/config.yaml`, then the project's file, and merge them: project over user
 * over default, key by key; maps merge, lists replace. A missing file is an empty one. What is
 * wrong with a file is returned, all of it; nothing is written, and nothing in a file is run.
 */
export async function loadConfig({
  home = homedir(),
  cwd = process.cwd(),
  // biome-ignore lint/style/noProcessEnv: the one place where the configuration meets the environment.
  env = process.env,
}: LoadConfigOptions = {}): Promise<LoadResult> {
  const hermesHome = findHermesHome({ userHome: home, env });
  const userFile = join(hermesHome, 'config.yaml');
  const user = await readUserFile({ userFile, env });
  const project = await readProjectFile({ cwd, userHome: home, userFile, env });

  const files = { hermesHome, user: userFile, hasUserFile: user !== undefined, project: project?.file };
  const read = [user, project].filter((file) => file !== undefined);
  const problems = read.flatMap((file) => file.problems);
  const warnings = read.flatMap((file) => file.warnings);
  if (problems.length > 0) return { kind: 'invalid', problems, warnings, files };

  const root = mergeFiles(read);
  const values = root === undefined ? {} : toPlain(root);
  const config = withAbsolutePaths(configSchema.parse(values), { userHome: home, folder: hermesHome });
  const shown = asMap(withReferences(config, root));
  const written = asMap(root && toPlain(root, (node) => node.written ?? node.value));
  const writtenByUser = asMap(user?.root && toPlain(user.root, (node) => node.written ?? node.value));
  return {
    kind: 'loaded',
    config,
    shown,
    writtenByUser,
    sourceOf: (path) => sourceIn(root, path),
    written,
    warnings,
    files,
  };
}

function mergeFiles(files: readonly ReadFile[]): MapNode | undefined {
  const roots = files.map(({ root }) => root).filter((root) => root !== undefined);
  const [first, ...others] = roots;
  return first && others.reduce(mergeMaps, first);
}

function asMap(plain: unknown): Readonly<Record<string, unknown>> {
  return typeof plain === 'object' && plain !== null ? Object.fromEntries(Object.entries(plain)) : {};
}

/** A value with what the file says in each place where it refers to the environment. */
function withReferences(value: unknown, node: ConfigNode | undefined): unknown {
  if (node?.kind === 'scalar') return node.written ?? value;
  if (Array.isArray(value)) {
    const items = node?.kind === 'list' ? node.items : [];
    return value.map((item: unknown, index) => withReferences(item, items[index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = node?.kind === 'map' ? node.entries : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withReferences(each, entries?.get(key)?.node)]),
  );
}

function withAbsolutePaths(
  config: HermesConfig,
  from: { readonly userHome: string; readonly folder: string },
): HermesConfig {
  const paths = config.plugins.paths.map((path) =>
    path === '~' || path.startsWith('~/') ? join(from.userHome, path.slice(1)) : resolve(from.folder, path),
  );
  return { ...config, plugins: { ...config.plugins, paths } };
}

function sourceIn(root: MapNode | undefined, path: string | readonly string[]): ValueSource {
  const segments = typeof path === 'string' ? segmentsOf(path) : path;
  const place = root && entryAt(root, canonicalPath(segments))?.keyPlace;
  return place === undefined ? { kind: 'default' } : { kind: place.origin, file: place.file, line: place.line };
}

function segmentsOf(path: string): readonly string[] {
  const parsed = parseKeyPath(path);
  return parsed.kind === 'parsed' ? parsed.segments : [];
}

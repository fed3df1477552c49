import { formatKeyPath } from './key-path.ts';
import { leafPaths } from './leaf-paths.ts';
import type { LoadedConfig, ValueSource } from './load-config.ts';

/** One setting in force, and who decided it. */
export interface SettingSource {
  /** As `getValue` takes it. */
  readonly path: string;
  readonly source: ValueSource;
}

/** Who decided each setting, in the order of the config file. Maps whose keys the user chooses are listed key by key. */
export function listSources({ config, sourceOf }: LoadedConfig): readonly SettingSource[] {
  return leafPaths()
    .flatMap((path) => pathsBelow(valueAt(config, path), path))
    .map((path) => ({ path: formatKeyPath(path), source: sourceOf(path) }));
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), root);
}

function pathsBelow(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  const entries = isMap(value) ? Object.entries(value) : [];
  return entries.length === 0 ? [path] : entries.flatMap(([key, each]) => pathsBelow(each, [...path, key]));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

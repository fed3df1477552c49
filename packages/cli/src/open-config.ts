import { InvalidConfigError, type LoadedConfig, type LoadResult, loadConfig } from '@hermes-context/config';
import type { Io } from './io.ts';

/** The configuration that holds here, or what is wrong with it. */
export function readConfig(io: Io): Promise<LoadResult> {
  const home = io.env['HOME'];
  return loadConfig({ cwd: io.cwd, env: io.env, ...(home === undefined ? {} : { home }) });
}

/** The configuration that holds here. @throws InvalidConfigError with all its problems. */
export async function openConfig(io: Io): Promise<LoadedConfig> {
  const result = await readConfig(io);
  if (result.kind === 'invalid') throw new InvalidConfigError(result.problems);
  return result;
}

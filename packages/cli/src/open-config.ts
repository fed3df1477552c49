import { InvalidConfigError, type LoadedConfig, loadConfig } from '@hermes-context/config';
import type { Io } from './io.ts';

/** The configuration that holds here. @throws InvalidConfigError with all its problems. */
export async function openConfig(io: Io): Promise<LoadedConfig> {
  const home = io.env['HOME'];
  const result = await loadConfig({ cwd: io.cwd, env: io.env, ...(home === undefined ? {} : { home }) });
  if (result.kind === 'invalid') throw new InvalidConfigError(result.problems);
  return result;
}

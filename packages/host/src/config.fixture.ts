import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HermesConfig, loadConfig } from '@hermes-context/config';

/** The settings of a config file with this in it. */
export async function configOf(settings: object = {}): Promise<HermesConfig> {
  const home = await mkdtemp(join(tmpdir(), 'hermes-host-'));
  await writeFile(join(home, 'config.yaml'), JSON.stringify(settings));
  const loaded = await loadConfig({ home, cwd: home, env: { HERMES_HOME: home } });
  await rm(home, { recursive: true });
  if (loaded.kind === 'invalid') throw new Error(loaded.problems.map(({ what }) => what).join('\n'));
  return loaded.config;
}

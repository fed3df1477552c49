import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSettings } from '@hermes-context/compressor';
import { loadConfig } from '@hermes-context/config';
import { expect, it } from 'vitest';

it('gives the built-in engine the same defaults, with a config file and without', async () => {
  const home = await mkdtemp(join(tmpdir(), 'hermes-defaults-'));
  const loaded = await loadConfig({ home, cwd: home, env: {} });
  await rm(home, { recursive: true });
  expect(loaded.kind).toBe('loaded');
  if (loaded.kind === 'loaded') expect(parseSettings(loaded.config.compression)).toEqual(parseSettings({}));
});

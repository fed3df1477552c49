import { fileURLToPath } from 'node:url';
import type { ContextEngine, EngineServices } from '@hermes-context/contract';
import { loadPluginFolder } from '@hermes-context/core';
import { estimateTokens } from '@hermes-context/messages';

/** The plug-in's folder. */
export const LCM_FOLDER = fileURLToPath(new URL('../../../plugins/context_engine/lcm', import.meta.url));

const ignore = (): void => undefined;

/** An engine out of its folder in a window of 8,000 tokens, without a host. */
export async function createLcm(
  services: Pick<EngineServices, 'dataDir' | 'sessionId' | 'summarise'>,
): Promise<ContextEngine> {
  const loaded = await loadPluginFolder(LCM_FOLDER);
  if (loaded.kind === 'failed') throw loaded.error;
  return loaded.plugin.create(loaded.plugin.parseOptions({}), {
    model: { name: 'slow', contextTokens: 8_000 },
    countTokens: estimateTokens,
    log: { debug: ignore, info: ignore, warn: ignore },
    clock: { now: () => Date.now() },
    emit: ignore,
    ...services,
  });
}

import { fileURLToPath } from 'node:url';
import type { ContextEngine, EngineServices, Summarise } from '@hermes-context/contract';
import { createEngine, loadPluginFolder } from '@hermes-context/core';
import { estimateTokens } from '@hermes-context/messages';
import { createSummarizer } from '@hermes-context/summarizer';

const root = new URL('../../../', import.meta.url);

/** Where the plug-ins of others lie that this host uses. */
const FOLDERS = {
  'keep-turns': 'plugins/context_engine/keep-turns',
  'minimal-engine': 'examples/minimal-engine',
} as const;

/** The model that the conversation is for. */
export const model = { name: 'small-model', contextTokens: 128_000 } as const;

/** Summaries without a model: extracted on this machine. */
const localSummary = createSummarizer({ routes: [] });

/** Load a plug-in and make its engine, as a host does for each session. */
export async function makeEngine(
  name: keyof typeof FOLDERS,
  {
    options = {},
    summarise = localSummary,
  }: { readonly options?: Readonly<Record<string, unknown>>; readonly summarise?: Summarise } = {},
): Promise<ContextEngine> {
  const loaded = await loadPluginFolder(fileURLToPath(new URL(FOLDERS[name], root)));
  if (loaded.kind === 'failed') throw loaded.error;
  const { plugin } = loaded;
  const created = await createEngine({
    plugin,
    options: plugin.parseOptions(options),
    services: servicesFor(name, summarise),
  });
  if (created.kind === 'failed') throw created.error;
  return created.engine;
}

function servicesFor(name: string, summarise: Summarise): EngineServices {
  const ignore = (): void => undefined;
  return {
    sessionId: 'example',
    model,
    countTokens: estimateTokens,
    summarise,
    log: { debug: ignore, info: ignore, warn: ignore },
    clock: { now: () => Date.now() },
    dataDir: fileURLToPath(new URL(`out/compose-engines/${name}`, root)), // none of these engines writes
    emit: ignore,
  };
}

import { fileURLToPath } from 'node:url';
import { contextEngine as compressor } from '@hermes-context/compressor';
import type { ContextEnginePlugin, EngineServices } from '@hermes-context/contract';
import { loadPluginFolder } from '@hermes-context/core';
import { createSummarizer } from '@hermes-context/summarizer';
import { type CreateEngine, type EngineReport, reportOnEngine } from '@hermes-context/testing/checks';
import { describe, expect, it } from 'vitest';

const TIMEOUT_MS = 240_000;
const options = { numRuns: 25 };
// Its own tests try keep-turns on many more; here it is how it comes out of its folder.
const fewer = { numRuns: 10 };

// As the command line runs without a key: the extract reads the messages, so what they say comes back.
const summarise = createSummarizer({ routes: [] });

function creating(plugin: ContextEnginePlugin, raw: Readonly<Record<string, unknown>>): CreateEngine {
  return (services: EngineServices) => plugin.create(plugin.parseOptions(raw), services);
}

/** What was found, for a person: nothing where all is well. */
function faultsOf({ promises }: EngineReport): readonly string[] {
  return promises.flatMap(({ id, checks }) =>
    checks.filter(({ ok }) => !ok).map(({ title, detail }) => `${id} ${title}: ${detail}`),
  );
}

describe('the conformance kit raises no false alarm', () => {
  it.each([{}, { prune_style: 'plain', protect_last_n: 2, protect_first_n: 2 }])(
    'on the built-in engine with the local summary and %j',
    { timeout: TIMEOUT_MS },
    async (raw) => {
      const engine = { name: 'compressor', create: creating(compressor, raw) };
      const report = await reportOnEngine(engine, { ...options, services: { summarise } });
      expect(faultsOf(report)).toEqual([]);
      expect(report).toMatchObject({ engine: 'compressor', ok: true });
    },
  );

  it.each([{}, { keep_turns: 1 }])('on keep-turns from its folder, with %j', { timeout: TIMEOUT_MS }, async (raw) => {
    const folder = fileURLToPath(new URL('../../plugins/context_engine/keep-turns', import.meta.url));
    const loaded = await loadPluginFolder(folder);
    if (loaded.kind === 'failed') throw loaded.error;
    const report = await reportOnEngine({ name: 'keep-turns', create: creating(loaded.plugin, raw) }, fewer);
    expect(faultsOf(report)).toEqual([]);
  });
});

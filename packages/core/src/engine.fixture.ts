import { type ContextEnginePlugin, defineContextEngine, type EngineServices } from '@hermes-context/contract';

/** The smallest plug-in that keeps the contract, under a name of choice. */
export function smallEngine(name: string): ContextEnginePlugin {
  return defineContextEngine({
    name,
    version: '1.0.0',
    contract: 1,
    description: `Small engine ${name}.`,
    parseOptions: (raw) => raw,
    create: () => ({
      updateFromResponse() {},
      shouldCompress: () => false,
      compress: async () => ({ kind: 'unchanged', reason: 'below-threshold' }),
    }),
  });
}

/** What a host lends: a small model, a flat count, a summarizer that refuses. */
export const services: EngineServices = {
  sessionId: 's1',
  model: { name: 'tiny', contextTokens: 2_000 },
  countTokens: () => 10,
  summarise: async () => ({ kind: 'failed', failure: 'other', detail: 'No summarizer in this test.', attempts: [] }),
  log: { debug() {}, info() {}, warn() {} },
  clock: { now: () => 0 },
  dataDir: '/nowhere',
  emit() {},
};

import { defineContextEngine } from '@hermes-context/contract';
import { type Options, parseOptions } from './options.ts';
import { SummarisingEngine } from './summarising-engine.ts';

/** What a host looks for. Name, version and description stand in plugin.yaml too, and must be the same there. */
export const contextEngine = defineContextEngine<Options>({
  name: 'minimal-engine',
  version: '0.1.0',
  contract: 1,
  description: 'Keeps the newest messages word for word, and a summary of everything before them.',
  parseOptions,
  create: (options, services) => new SummarisingEngine(options, services),
});

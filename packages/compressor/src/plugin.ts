import { defineContextEngine } from '@hermes-context/contract';
import { ContextCompressor } from './context-compressor.ts';
import { type CompressorSettings, parseSettings } from './settings.ts';

/**
 * The built-in engine, offered the way any engine is offered. Prunes old tool output, then replaces
 * the middle of a conversation with a structured summary. Its options are the `compression` section.
 */
export const contextEngine = defineContextEngine<CompressorSettings>({
  name: 'compressor',
  version: '0.1.0',
  contract: 1,
  description: 'Built in: prunes old tool output and summarises the middle of the conversation.',
  parseOptions: parseSettings,
  create: (settings, services) => new ContextCompressor(settings, services),
});

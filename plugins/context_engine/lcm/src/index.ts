import { defineContextEngine } from '@hermes-context/contract';
import { commands } from './commands/commands.ts';
import { LcmEngine } from './engine/lcm-engine.ts';
import { type LcmOptions, parseOptions } from './engine/options.ts';
import { exploreText } from './explore/explore-text.ts';
import { createTools } from './tools/create-tools.ts';

/**
 * An engine that loses nothing: every message stays in a log of its own, summaries stand over it and take its place in
 * the window, and tools let the model search the log and unfold what a summary stands for.
 */
export const contextEngine = defineContextEngine<LcmOptions>({
  name: 'lcm',
  version: '0.1.0',
  contract: 1,
  description:
    'Loses nothing: every message stays in a log, summaries stand over it, and the model can search and unfold them.',
  parseOptions,
  commands,
  create: (options, services) =>
    new LcmEngine(options, services, {
      explore,
      makeTools: (engine, log) =>
        createTools({
          store: () => log.ready(),
          get sessionId() {
            return log.sessionId;
          },
          family: () => log.family,
          summarise: services.summarise,
          countTokens: services.countTokens,
          headroomTokens: () => engine.headroomTokens(),
          describeState: () => engine.describe(),
          explore,
        }),
    }),
});

function explore(text: string, tool?: string): string {
  return exploreText(text, tool === undefined ? {} : { tool }).note;
}

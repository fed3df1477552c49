import { type ContextEngine, defineContextEngine } from '@hermes-context/contract';
import { echoSummarizer } from '@hermes-context/testing';
import { configOf } from './config.fixture.ts';
import { createHost } from './create-host.ts';
import type { Host, HostEngine, HostOptions, HostSession, HostTool, TurnResult } from './host-types.ts';
import { type ScriptedModel, scriptedModel } from './scripted-model.fixture.ts';

/** A compression that acts in short conversations. */
const EAGER = { protect_first_n: 1, protect_last_n: 2, threshold: 0.5 } as const;

/** A host over a store in memory, with a summarizer that says what it was given. */
export async function hostWith(options: Partial<HostOptions> & { readonly compression?: object } = {}): Promise<Host> {
  const { compression, ...given } = options;
  return createHost({
    config: await configOf({ compression: { ...EAGER, ...compression } }),
    model: scriptedModel(),
    summarise: echoSummarizer(),
    ...given,
  });
}

/** A host's engine out of its methods. */
export function engineOf(methods: Partial<ContextEngine>): HostEngine {
  const plugin = defineContextEngine({
    name: 'toy',
    version: '1.0.0',
    contract: 1,
    description: 'Does as a test says.',
    parseOptions: () => ({}),
    create: (): ContextEngine => ({
      updateFromResponse: () => undefined,
      shouldCompress: () => false,
      compress: async () => ({ kind: 'unchanged', reason: 'nothing-to-compress' }),
      ...methods,
    }),
  });
  return { plugin, options: {} };
}

/** Some 120 tokens of text that is nowhere else. */
export function wordsOf(name: string): string {
  return Array.from({ length: 60 }, (_, index) => `${name}${index}`).join(' ');
}

/** Turns of some 250 tokens each. */
export async function talk(session: HostSession, turns: number): Promise<readonly TurnResult[]> {
  const results: TurnResult[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    results.push(await session.runTurn(`Question ${turn}: ${wordsOf(`q${turn}_`)}`));
  }
  return results;
}

/** A model whose answers fill the window. */
export function verboseModel(): ScriptedModel {
  return scriptedModel({ answer: (_, index) => `Answer ${index}: ${wordsOf(`a${index}_`)}` });
}

export const readFile: HostTool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: {} },
  execute: async () => 'the file',
};

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HermesConfig, loadConfig } from '@hermes-context/config';
import { type ContextEngine, defineContextEngine } from '@hermes-context/contract';
import { echoSummarizer } from '@hermes-context/testing';
import { createHost } from './create-host.ts';
import type { Host, HostEngine, HostOptions, HostSession, HostTool, TurnResult } from './host-types.ts';
import { type ScriptedModel, scriptedModel } from './scripted-model.fixture.ts';

/** The settings of a config file with this in it. */
async function configOf(settings: object = {}): Promise<HermesConfig> {
  const home = await mkdtemp(join(tmpdir(), 'hermes-host-'));
  await writeFile(join(home, 'config.yaml'), JSON.stringify(settings));
  const loaded = await loadConfig({ home, cwd: home, env: { HERMES_HOME: home } });
  await rm(home, { recursive: true });
  if (loaded.kind === 'invalid') throw new Error(loaded.problems.map(({ what }) => what).join('\n'));
  return loaded.config;
}

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

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for one test, links followed, gone when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes core ü-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Write files below a folder, by relative path. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Text of a right `plugin.yaml`, with some lines changed; `undefined` leaves a line out. */
export function manifestText(name: string, changes: Readonly<Record<string, string | undefined>> = {}): string {
  const lines = { name, version: '1.0.0', description: 'Keeps the last messages.', contract: '1', main: 'index.ts' };
  return Object.entries({ ...lines, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

/** Source of a small engine that works, in TypeScript as a stranger writes it: nothing installed beside it. */
export function engineSource(name: string): string {
  return `
import type { ContextEngine, EngineServices, TokenUsage } from '@hermes-context/contract';
import { defineContextEngine, InvalidOptionError } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';

interface Options { readonly keep: number }

export const contextEngine = defineContextEngine<Options>({
  name: '${name}',
  version: '1.0.0',
  contract: 1,
  description: 'Keeps the last messages.',
  parseOptions({ keep = 2 }) {
    if (typeof keep === 'number' && Number.isInteger(keep) && keep > 0) return { keep };
    throw new InvalidOptionError({ option: 'context.options.keep', received: keep, expected: 'a whole number above 0', example: 2 });
  },
  create({ keep }: Options, { model }: EngineServices): ContextEngine {
    let promptTokens = 0;
    return {
      updateFromResponse(usage: TokenUsage) { promptTokens = usage.promptTokens; },
      shouldCompress: (tokens) => tokens >= model.contextTokens / 2,
      async compress({ messages }) {
        const kept = messages.filter((message, index) => index >= messages.length - keep || contentText(message.content).startsWith('KEEP'));
        if (kept.length === messages.length) return { kind: 'unchanged', reason: 'nothing-to-compress' };
        return { kind: 'compressed', messages: kept };
      },
      status: () => ({ thresholdTokens: model.contextTokens / 2, compressionCount: 0, counters: { promptTokens } }),
    };
  },
});
`;
}

/** Source of an engine in plain JavaScript without an import. `marker` becomes its description. */
export function plainSource(name: string, marker = 'Plain.'): string {
  return `
export const contextEngine = {
  name: '${name}', version: '1.0.0', contract: 1, description: '${marker}',
  parseOptions: (raw) => raw,
  create: () => ({ updateFromResponse() {}, shouldCompress: () => false, async compress() { return { kind: 'unchanged', reason: 'below-threshold' }; } }),
};
`;
}

/** Write one plug-in's folder below a root; its path. The entry is the engine above unless the files say otherwise. */
export async function writePlugin(
  root: string,
  name: string,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = join(root, name);
  await writeFiles(folder, { 'plugin.yaml': manifestText(name), 'index.ts': engineSource(name), ...files });
  return folder;
}

import { basename } from 'node:path';
import { PluginLoadError, probePluginFolder } from '@hermes-context/core';
import { RefusedEngineError } from './refused-engine-error.ts';

/**
 * Make sure that the plug-in of a folder can be loaded at all.
 *
 * @throws ContextHostError that says why it cannot: what, why, and how to mend it.
 */
export async function checkFolder(folder: string): Promise<void> {
  const probe = await probePluginFolder(folder);
  if (probe.kind === 'sound') return;
  const { error } = probe;
  if (!(error instanceof PluginLoadError) || error.reason !== 'misplaced') throw error;
  throw new RefusedEngineError({
    code: error.code,
    what: `${folder} holds no engine to test.`,
    why: 'Its plugin.yaml says kind: general: it is a general plug-in, which registers what it has when it is run.',
    fix: `Give the folder of the engine itself. An engine that only ${basename(folder)} has is proven in its own tests, with describeContextEngine.`,
  });
}

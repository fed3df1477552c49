import { sep } from 'node:path';
import { loadPluginFolder, type PluginLoad, probePluginFolder } from '@hermes-context/core';

/** What is wrong with a plug-in. */
type Fault = Extract<PluginLoad, { kind: 'failed' }>['error'];

/** Tries the code of one folder where it can do no harm. Nothing for a sound one, and for what came with the command. */
export type Probe = (folder: string, kind: 'general' | 'context_engine') => Promise<Fault | undefined>;

/** Tries what may loop for ever or end the process, before it can do so here. */
export function strangersProbe(bundled: string | undefined, timeoutMs?: number): Probe {
  return async (folder, kind) => {
    if (bundled !== undefined && folder.startsWith(`${bundled}${sep}`)) return undefined;
    const probed = await probePluginFolder(folder, { kind, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    return probed.kind === 'faulty' ? probed.error : undefined;
  };
}

/** Load one engine's folder, once it was tried. */
export function probedLoad(probe: Probe): (folder: string) => Promise<PluginLoad> {
  return async (folder) => {
    const error = await probe(folder, 'context_engine');
    return error === undefined ? loadPluginFolder(folder) : { kind: 'failed', error };
  };
}

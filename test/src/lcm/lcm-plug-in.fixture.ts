import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Message } from '@hermes-context/contract';
import { loadPluginFolder } from '@hermes-context/core';
import type { HostEngine } from '@hermes-context/host';
import { onTestFinished } from 'vitest';
import { LCM_FOLDER } from './create-lcm.fixture.ts';

/** What a test reads of a stored message. */
export interface LoggedEntry {
  readonly id: number;
  /** Its number on its path, from 1. */
  readonly depth: number;
  readonly hostId?: string;
  readonly role: Message['role'];
  readonly message: Message;
}

/** What a test reads of a stored summary. */
export interface LoggedSummary {
  readonly id: string;
  readonly firstDepth: number;
  readonly lastDepth: number;
  readonly firstEntry: number;
  readonly lastEntry: number;
  readonly entryCount: number;
}

/** The part of the engine's store that tests look at. */
export interface EngineStore {
  path(sessionId: string): Promise<readonly LoggedEntry[]>;
  roots(sessionId: string): Promise<readonly LoggedSummary[]>;
  stats(sessionId?: string): Promise<{
    readonly entries: number;
    readonly ambiguousEntries: number;
    readonly leaves: number;
    readonly condensed: number;
  }>;
  summaryEntries(
    id: string,
    page: { readonly after?: number; readonly limit: number },
  ): Promise<readonly LoggedEntry[]>;
  verify(): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface StoreModule {
  readonly openLcmStore: (options: { readonly file: string; readonly now: () => number }) => Promise<EngineStore>;
}

/** The engine out of its folder, as a host gets it, with these options of its section. */
export async function lcmEngine(section: Readonly<Record<string, unknown>> = {}): Promise<HostEngine> {
  const loaded = await loadPluginFolder(LCM_FOLDER);
  if (loaded.kind === 'failed') throw loaded.error;
  return { plugin: loaded.plugin, options: loaded.plugin.parseOptions(section) };
}

/** Another hold of the store of a host's data folder, for as long as the test runs. */
export async function openEngineStore(dataDir: string): Promise<EngineStore> {
  const store = await openStoreIn(join(dataDir, 'engines', 'lcm'));
  onTestFinished(() => store.close());
  return store;
}

/** The store of an engine's own folder. Nobody imports a plug-in by name, so its module is found by its path. */
export async function openStoreIn(engineDir: string): Promise<EngineStore> {
  const path = join(LCM_FOLDER, 'src', 'store', 'open-lcm-store.ts');
  const { openLcmStore } = (await import(pathToFileURL(path).href)) as StoreModule;
  return openLcmStore({ file: join(engineDir, 'lcm.db'), now: () => Date.now() });
}

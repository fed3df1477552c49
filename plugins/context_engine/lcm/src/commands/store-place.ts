import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineCommandServices } from '@hermes-context/contract';
import type { LcmStore } from '../store/lcm-store.ts';
import { openLcmStore } from '../store/open-lcm-store.ts';

/** The store's file in the engine's folder, as its sessions have it. */
export function storeFile({ dataDir }: Pick<EngineCommandServices, 'dataDir'>): string {
  return join(dataDir, 'lcm.db');
}

/** Whether there is a store. An empty file is the beginning of one, and nothing is in it yet. */
export function hasStore(services: Pick<EngineCommandServices, 'dataDir'>): boolean {
  const file = storeFile(services);
  return existsSync(file) && statSync(file).size > 0;
}

/** That there is none, in a sentence for a person. */
export function noStoreText(services: Pick<EngineCommandServices, 'dataDir'>): string {
  return `There is no store yet; it would be ${storeFile(services)}. A session with context.engine: lcm makes it, or hermes lcm import.`;
}

/** Work with the store, which is made if there is none, and close it afterwards. @throws LcmStoreError */
export async function withStore<Result>(
  services: Pick<EngineCommandServices, 'dataDir' | 'clock'>,
  work: (store: LcmStore) => Promise<Result>,
): Promise<Result> {
  const store = await openLcmStore({ file: storeFile(services), now: () => services.clock.now() });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

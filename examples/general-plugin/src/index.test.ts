import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { RegisterPlugin } from '@hermes-context/contract';
import {
  createEngineRegistry,
  createEventBus,
  discoverGeneralPlugins,
  type HostEvents,
  loadGeneralPlugins,
} from '@hermes-context/core';
import { describeContextEngine } from '@hermes-context/testing';
import { expect, it, onTestFinished } from 'vitest';
import { register } from './index.ts';
import { recentTurns } from './recent-turns.ts';

describeContextEngine('recent-turns', (services) => recentTurns.create({}, services));

it('exports what the contract calls register', () => {
  const typed: RegisterPlugin = register;
  expect(typed).toBeTypeOf('function');
});

const folder = dirname(import.meta.dirname);

/** What a host does with the plug-in's folder. */
async function load() {
  const dataRoot = mkdtempSync(join(tmpdir(), 'general-plugin-'));
  onTestFinished(() => rmSync(dataRoot, { recursive: true, force: true }));
  const events = createEventBus<HostEvents>({
    onListenerError: ({ cause }) => {
      throw cause;
    },
  });
  const registry = createEngineRegistry({ builtIn: { ...recentTurns, name: 'compressor' } });
  const folders = await discoverGeneralPlugins({ roots: [{ kind: 'configured', path: dirname(folder) }] });
  const general = await loadGeneralPlugins({ folders, enabled: [basename(folder)], registry, events, dataRoot });
  return { registry, events, general };
}

it('registers an engine, a command and a listener', async () => {
  const { registry, general } = await load();
  expect(general.notices).toEqual([]);
  expect(registry.find('recent-turns')?.source).toMatchObject({ plugin: 'general-plugin' });
  expect(general.commands.map(({ name }) => name)).toEqual(['compactions']);
});

it('counts compactions by session', async () => {
  const { events, general } = await load();
  const [command] = general.commands;
  const signal = AbortSignal.timeout(10_000);
  events.emit('session:compress', { in_place: true, old_session_id: '', session_id: 's1', compression_count: 3 });
  expect(await command?.run('', { signal, sessionId: 's1' })).toBe('Compacted 3 times.');
  expect(await command?.run('', { signal, sessionId: 's2' })).toBe('This conversation was not compacted yet.');
});

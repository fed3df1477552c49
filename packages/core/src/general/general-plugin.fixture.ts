import { join } from 'node:path';
import { createEngineRegistry } from '../create-engine-registry.ts';
import { smallEngine } from '../engine.fixture.ts';
import { createEventBus, type ListenerFailure } from '../event-bus.ts';
import type { PluginRoot } from '../list-plugin-folders.ts';
import { manifestText, temporaryFolder, writePlugin } from '../plugin-folder.fixture.ts';
import { discoverGeneralPlugins, generalPluginRoots } from './discover-general-plugins.ts';
import { type GeneralPluginParts, loadGeneralPlugins } from './load-general-plugins.ts';

/** Events by any name, for tests. */
export interface AnyEvents {
  readonly [name: string]: Readonly<Record<string, unknown>>;
}

/** Source of an engine, as an expression in plain JavaScript. */
export function engineText(name: string, changes = ''): string {
  return `{ name: '${name}', version: '1.0.0', contract: 1, description: 'Small.', parseOptions: (raw) => raw,
    create: () => ({ updateFromResponse() {}, shouldCompress: () => false, async compress() { return { kind: 'unchanged', reason: 'declined' }; } }), ${changes} }`;
}

/** Write a general plug-in whose `register` has this body. */
export async function writeGeneral(root: string, name: string, body: string, files = {}): Promise<string> {
  return writeEntry(root, name, `export async function register(context) { ${body} }`, files);
}

/** Write a general plug-in whose entry has this text. */
export async function writeEntry(root: string, name: string, text: string, files = {}): Promise<string> {
  const own = { 'plugin.yaml': manifestText(name, { main: 'index.mjs' }), 'index.mjs': text };
  return writePlugin(root, name, { ...own, ...files });
}

/** A home on the disk; `load` finds and loads its general plug-ins into a registry, as a host does. */
export async function home() {
  const path = await temporaryFolder();
  const load = async (enabled: readonly string[], parts: Partial<GeneralPluginParts> & Places = {}) => {
    const failures: ListenerFailure[] = [];
    const events = createEventBus<AnyEvents>({ onListenerError: (failure) => failures.push(failure) });
    const registry = createEngineRegistry({ builtIn: smallEngine('compressor') });
    const { configured = [], ...rest } = parts;
    const roots: readonly PluginRoot[] = generalPluginRoots({ home: path, configured });
    const folders = await discoverGeneralPlugins({ roots });
    const dataRoot = join(path, 'context', 'plugins');
    const general = await loadGeneralPlugins({ folders, enabled, registry, events, dataRoot, ...rest });
    const stateOf = (name: string) => general.records.find((record) => record.name === name)?.state;
    return { general, registry: rest.registry ?? registry, events, failures, stateOf };
  };
  return { path, plugins: join(path, 'plugins'), load };
}

interface Places {
  readonly configured?: readonly string[];
}

/** A `register` that does all there is to do, told by {@link heard}. */
export const GOOD = `
  context.registerContextEngine(${engineText('notes-engine')});
  context.registerCommand({ name: '/Show Notes', description: 'Shows the notes.', run: async (args) => 'notes ' + args });
  context.on('session:compress', ({ session_id }) => { (globalThis.hermesHeard ??= []).push(context.name + ' ' + session_id); });`;

/** What listeners of {@link GOOD} heard since the last call. */
export const heard = (): readonly string[] => {
  const all: readonly string[] = Reflect.get(globalThis, 'hermesHeard') ?? [];
  Reflect.deleteProperty(globalThis, 'hermesHeard');
  return all;
};

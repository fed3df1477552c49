import { join } from 'node:path';
import type { ContextHostError, Log } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';
import type { DuplicateEngineError } from '../duplicate-engine-error.ts';
import type { EngineRegistry } from '../engine-registry.ts';
import type { IncompatiblePluginError } from '../incompatible-plugin-error.ts';
import { PluginLoadError } from '../plugin-load-error.ts';
import { guardRejections } from '../watch-rejections.ts';
import { type ChosenPlugin, choosePlugins, findMissing, type PluginChoice } from './choose-plugins.ts';
import { connectListeners, type PluginEventSource } from './connect-listeners.ts';
import type { DuplicateCommandError } from './duplicate-command-error.ts';
import type { GeneralPluginRecord, GeneralPluginState, GeneralPlugins } from './general-plugin.ts';
import { PluginRejectionError } from './plugin-rejection-error.ts';
import { registerPlugin } from './register-plugin.ts';
import { settleCommands } from './settle-commands.ts';
import { originOf, type Registrations } from './stage-registrations.ts';

/** What it takes to load the general plug-ins of a host. */
export interface GeneralPluginParts extends PluginChoice {
  /** Takes the engines that they register. */
  readonly registry: EngineRegistry;
  /** Where their listeners hear: an event bus of the host. It keeps a listener's failure from all others. */
  readonly events: PluginEventSource;
  /** Holds a folder for the data of each plug-in; absolute. */
  readonly dataRoot: string;
  /** Where a plug-in logs to. Default: nowhere. */
  readonly logFor?: (plugin: string) => Log;
  /**
   * Told of promises that a loaded plug-in left rejected, and that nothing handled. Default: nobody, and then Node ends
   * the process for one, as it does for the host's own.
   */
  readonly onRejection?: (error: PluginRejectionError) => void;
  /** How long an import, and then a `register`, may take, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * Asked of each plug-in before it is imported into this process: why that must not be. Default: nobody is asked, and
   * a plug-in that loops for ever or ends the process takes the host along. `probePluginFolder` finds those.
   */
  readonly findFault?: (plugin: EnabledPlugin) => Promise<PluginFault | undefined>;
}

/** A plug-in that is about to be loaded. */
export type EnabledPlugin = Pick<GeneralPluginRecord, 'name' | 'folder' | 'root'>;

/** Why a plug-in cannot be used. */
export type PluginFault = PluginLoadError | IncompatiblePluginError;

/**
 * Load the general plug-ins that the config enables: import each, let it register, and put into force what was
 * registered without a fault. One that fails leaves nothing behind, and the others are loaded all the same. The
 * result does not depend on any order: a name that two of them want goes to neither. Never throws.
 */
export async function loadGeneralPlugins(parts: GeneralPluginParts): Promise<GeneralPlugins> {
  const chosen = choosePlugins(parts);
  const faults = await Promise.all(chosen.map((plugin) => findFault(plugin, parts)));
  const tried: TriedPlugin[] = [];
  // One after the other, so that a rejection which nobody handles is known to be this one's.
  for (const [index, plugin] of chosen.entries()) tried.push(await tryPlugin(plugin, faults[index], parts));

  const loaded = tried.flatMap((each) => (each.kind === 'registered' ? [each] : []));
  const stops = loaded.map((each) => putIntoForce(each, parts));
  const settled = settleCommands(loaded.map(toCommandBearer));
  const contested = findContested(loaded, parts.registry);
  const records = tried.map((each) => toRecord(each, [...contested, ...settled.conflicts]));
  return {
    records,
    commands: settled.commands,
    notices: [...findMissing(parts), ...records.flatMap(faultsToTell), ...contested, ...settled.conflicts],
    dispose() {
      for (const stop of stops) stop();
    },
  };
}

type TriedPlugin =
  | { readonly kind: 'settled'; readonly plugin: ChosenPlugin; readonly state: GeneralPluginState }
  | RegisteredPlugin;

interface RegisteredPlugin {
  readonly kind: 'registered';
  readonly plugin: ChosenPlugin;
  readonly registrations: Registrations;
  /** The folder, links followed. */
  readonly home: string;
}

async function findFault(plugin: ChosenPlugin, parts: GeneralPluginParts): Promise<PluginFault | undefined> {
  if (plugin.state !== undefined || parts.findFault === undefined) return undefined;
  try {
    return await parts.findFault(plugin);
  } catch (cause) {
    // Ours never throws; a host may have brought its own. What could not be examined is not imported.
    const { name, folder } = plugin;
    const problem = `The host's own check of it threw: ${describeCause(cause)}`;
    const fix = 'Correct the check that the host passed.';
    return new PluginLoadError({
      plugin: name,
      kind: 'general',
      location: folder,
      reason: 'import-threw',
      problem,
      fix,
      cause,
    });
  }
}

async function tryPlugin(
  plugin: ChosenPlugin,
  fault: PluginFault | undefined,
  { dataRoot, logFor = () => SILENT, timeoutMs }: GeneralPluginParts,
): Promise<TriedPlugin> {
  const { name, folder, state } = plugin;
  if (state !== undefined) return { kind: 'settled', plugin, state };
  if (fault !== undefined) return { kind: 'settled', plugin, state: { kind: 'broken', error: fault } };
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const done = await registerPlugin(folder, { ...limit, log: logFor(name), dataDir: join(dataRoot, name) });
  return done.kind === 'failed'
    ? { kind: 'settled', plugin, state: { kind: 'broken', error: done.error } }
    : { ...done, plugin };
}

const ignore = (): void => undefined;

const SILENT: Log = { debug: ignore, info: ignore, warn: ignore };

function putIntoForce({ plugin, registrations, home }: RegisteredPlugin, parts: GeneralPluginParts): () => void {
  for (const { plugin: engine } of registrations.engines) {
    // Checked when it was staged; what is left to refuse is a contested name, which the registry remembers.
    parts.registry.registerContextEngine(engine, originOf(plugin));
  }
  const stopListening = connectListeners(plugin.name, registrations.listeners, parts.events);
  const stopGuarding = guard(plugin.name, home, parts);
  return () => {
    stopListening();
    stopGuarding();
  };
}

function guard(plugin: string, home: string, { onRejection }: GeneralPluginParts): () => void {
  if (onRejection === undefined) return ignore;
  return guardRejections(home, (cause) => onRejection(new PluginRejectionError({ plugin, cause })));
}

const toCommandBearer = ({ plugin, registrations }: RegisteredPlugin) => ({
  name: plugin.name,
  folder: plugin.folder,
  commands: registrations.commands,
});

function findContested(loaded: readonly RegisteredPlugin[], registry: EngineRegistry): readonly DuplicateEngineError[] {
  const ours = new Set(loaded.flatMap(({ registrations }) => engineNames(registrations)));
  return registry.contested().flatMap(({ engine, error }) => (ours.has(engine) ? [error] : []));
}

const engineNames = ({ engines }: Registrations): readonly string[] => engines.map(({ plugin }) => plugin.name);

function toRecord(
  tried: TriedPlugin,
  conflicts: readonly (DuplicateEngineError | DuplicateCommandError)[],
): GeneralPluginRecord {
  const { state: _, ...place } = tried.plugin;
  if (tried.kind === 'settled') return { ...place, state: tried.state };
  const engines = engineNames(tried.registrations).toSorted();
  const commands = tried.registrations.commands.map(({ name }) => name).toSorted();
  const events = Array.from(new Set(tried.registrations.listeners.map(({ event }) => event))).toSorted();
  const own = conflicts.filter(({ facts }) =>
    'engine' in facts ? engines.includes(facts.engine) : commands.includes(facts.command),
  );
  return { ...place, state: { kind: 'loaded', engines, commands, events, conflicts: own } };
}

/** A broken plug-in that nobody enabled is for a list to show, not for each start. */
function faultsToTell({ isEnabled, state }: GeneralPluginRecord): readonly ContextHostError[] {
  return isEnabled && state.kind === 'broken' ? [state.error] : [];
}

import {
  BUILT_IN_ENGINE_NAME,
  EngineNameError,
  EngineNotFoundError,
  type EngineRegistry,
  type EngineSource,
  isEngineName,
  PIPELINE_ENGINE_NAME,
  type PluginDiscovery,
  type PluginFolder,
  type RegisteredEngine,
} from '@hermes-context/core';
import { plainText } from '../terminal/plain-text.ts';
import { findStageFaults } from './find-stage-faults.ts';
import { type Problem, toProblem } from './problem.ts';

/** How an engine is, as far as can be told without running its code. */
export type EngineHealth =
  | 'ok'
  /** It is there and cannot be used; `problem` says why. */
  | 'broken'
  /** The same name in a place before this one is used instead: `shadowedBy`. */
  | 'shadowed'
  /** Several plug-ins registered the name, so it means none of them. */
  | 'contested'
  /** It belongs to the Python agent, which shares the home. */
  | 'python'
  /** It comes with this project, and only the project's own file names it: its code does not run. */
  | 'untrusted'
  /** `context.engine` names it, and it is nowhere. */
  | 'not-found';

/** One engine in one place. A name may occur several times. All texts are one line, fit for a terminal. */
export interface EngineEntry {
  readonly name: string;
  /** `null` for one that is nowhere. */
  readonly source: EngineSource | null;
  /** As its manifest says; `null` where that cannot be read. */
  readonly version: string | null;
  readonly description: string | null;
  /** Whether `context.engine` leads here. */
  readonly isCurrent: boolean;
  readonly health: EngineHealth;
  /** `null` unless `broken`, `contested` or `not-found`. */
  readonly problem: Problem | null;
  readonly shadowedBy: EngineSource | null;
}

/** What the list of engines is made from. */
export interface EngineParts {
  /** The value of `context.engine`. */
  readonly requested: string;
  /** Engines that the project's own file names, and nobody else: if they lie in the project, their code does not run. */
  readonly untrusted: readonly string[];
  /** `context.stages`. */
  readonly stages: readonly string[];
  readonly registry: Pick<EngineRegistry, 'builtIn' | 'list' | 'contested'>;
  readonly folders: PluginDiscovery;
}

/**
 * Every engine there is: the built-in one, folders by precedence of their root, registered ones, then `pipeline` where
 * it is set up, then what is asked for and nowhere. Pure.
 */
export function listEngines(parts: EngineParts): readonly EngineEntry[] {
  const found = [builtInEntry(parts), ...folderEntries(parts), ...registeredEntries(parts), ...contestedEntries(parts)];
  const composed = [...found, ...stagesEntry(parts, found)];
  const entries = composed.some(({ name }) => name === parts.requested)
    ? composed
    : [...composed, absentEntry(parts, composed)];
  const current = findCurrent(entries, parts.requested);
  return entries.map((entry) => ({ ...entry, name: plainText(entry.name), isCurrent: entry === current }));
}

/** The entry that a name leads to: one that works, else the first that does not. */
function findCurrent(entries: readonly EngineEntry[], name: string): EngineEntry | undefined {
  const named = entries.filter((entry) => entry.name === name);
  return named.find(({ health }) => health === 'ok') ?? named.find(({ health }) => health !== 'shadowed') ?? named[0];
}

const NOTHING_WRONG = { isCurrent: false, health: 'ok', problem: null, shadowedBy: null } as const;

const BUILT_IN: EngineSource = { kind: 'built-in' };

function builtInEntry({ registry: { builtIn } }: EngineParts): EngineEntry {
  const { name, version, description } = builtIn;
  return { name, source: BUILT_IN, version, description, ...NOTHING_WRONG };
}

function folderEntries(parts: EngineParts): readonly EngineEntry[] {
  return parts.folders.folders.map((folder) => ({
    ...describe(folder),
    ...NOTHING_WRONG,
    ...standingOf(folder, parts),
    source: sourceOf(folder),
  }));
}

function standingOf(folder: PluginFolder, parts: EngineParts): Standing {
  const host = hostsOwn(folder.name, parts);
  if (host !== undefined) return shadowed(host);
  if (isUntrusted(folder, parts)) return { ...NOTHING_WRONG, health: 'untrusted' };
  const { folders } = parts.folders;
  const first = firstUsable(folder.name, parts);
  const isLate = first !== undefined && folders.indexOf(first) < folders.indexOf(folder);
  return isLate ? shadowed(sourceOf(first)) : judge(folder);
}

/** Two names are the host's, whatever else carries them. */
function hostsOwn(name: string, { stages }: EngineParts): EngineSource | undefined {
  if (name === BUILT_IN_ENGINE_NAME) return BUILT_IN;
  return name === PIPELINE_ENGINE_NAME ? { kind: 'stages', stages: stages.map(plainText) } : undefined;
}

/** A checkout that brings an engine and names it too would run code that nobody asked for. */
function isUntrusted({ name, root, state }: PluginFolder, { untrusted }: EngineParts): boolean {
  return root.kind === 'project' && state.kind === 'described' && untrusted.includes(name);
}

function firstUsable(name: string, parts: EngineParts): PluginFolder | undefined {
  return parts.folders.folders.find(
    (each) => each.name === name && each.state.kind === 'described' && !isUntrusted(each, parts),
  );
}

function sourceOf({ folder, root }: PluginFolder): EngineSource {
  return { kind: 'folder', folder, root: root.kind };
}

function describe({ name, state }: PluginFolder): Pick<EngineEntry, 'name' | 'version' | 'description'> {
  if (state.kind !== 'described') return { name, version: null, description: null };
  const { version, description } = state.manifest;
  return { name, version: plainText(version), description: plainText(description) };
}

type Standing = Pick<EngineEntry, 'health' | 'problem' | 'shadowedBy'>;

function shadowed(by: EngineSource): Standing {
  return { health: 'shadowed', problem: null, shadowedBy: by };
}

function judge({ state }: PluginFolder): Standing {
  switch (state.kind) {
    case 'described':
      return NOTHING_WRONG;
    case 'python':
      return { ...NOTHING_WRONG, health: 'python' };
    case 'broken':
      return { ...NOTHING_WRONG, health: 'broken', problem: toProblem(state.error) };
  }
}

function registeredEntries(parts: EngineParts): readonly EngineEntry[] {
  return parts.registry
    .list()
    .filter(({ source }) => source.kind === 'registered')
    .map((engine) => ({ ...registered(engine), ...NOTHING_WRONG, ...behindFolder(engine, parts) }));
}

function contestedEntries(parts: EngineParts): readonly EngineEntry[] {
  return parts.registry.contested().flatMap(({ claims, error }) => {
    const standing: Standing = { ...NOTHING_WRONG, health: 'contested', problem: toProblem(error) };
    return claims.map((claim) => ({
      ...registered(claim),
      ...NOTHING_WRONG,
      ...standing,
      ...behindFolder(claim, parts),
    }));
  });
}

function registered({ plugin, source }: RegisteredEngine): Omit<EngineEntry, keyof typeof NOTHING_WRONG> {
  const { name, version, description } = plugin;
  return { name, source, version: plainText(version), description: plainText(description) };
}

/** A folder of the same name comes first, so that nobody asks the registry. */
function behindFolder({ plugin }: RegisteredEngine, parts: EngineParts): Standing | undefined {
  const host = hostsOwn(plugin.name, parts);
  if (host !== undefined) return shadowed(host);
  const first = firstUsable(plugin.name, parts);
  return first === undefined ? undefined : shadowed(sourceOf(first));
}

/** The engines of `context.stages` as one. Shown once there are some, or `pipeline` is asked for. */
function stagesEntry(parts: EngineParts, found: readonly EngineEntry[]): readonly EngineEntry[] {
  const { requested, stages } = parts;
  if (stages.length === 0 && requested !== PIPELINE_ENGINE_NAME) return [];
  const [fault] = findStageFaults(stages, usableNames(found));
  const description = 'The engines of context.stages, one after another.';
  const standing = fault === undefined ? NOTHING_WRONG : ({ health: 'broken', problem: toProblem(fault) } as const);
  const source: EngineSource = { kind: 'stages', stages: stages.map(plainText) };
  return [{ ...NOTHING_WRONG, name: PIPELINE_ENGINE_NAME, source, version: null, description, ...standing }];
}

function absentEntry({ requested, folders }: EngineParts, found: readonly EngineEntry[]): EngineEntry {
  const available = usableNames(found);
  const searched = folders.roots.map(({ path }) => path);
  const error = isEngineName(requested)
    ? new EngineNotFoundError({ requested, available, searched })
    : new EngineNameError({ requested, available });
  const nothing = { source: null, version: null, description: null } as const;
  return { ...NOTHING_WRONG, ...nothing, name: requested, health: 'not-found', problem: toProblem(error) };
}

/** The names that lead to an engine, each once, in the order of the list. */
export function usableNames(entries: readonly EngineEntry[]): readonly string[] {
  return Array.from(new Set(entries.filter(({ health }) => health === 'ok').map(({ name }) => name)));
}

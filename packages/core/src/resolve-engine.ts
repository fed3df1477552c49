import type { ContextEnginePlugin } from '@hermes-context/contract';
import { findCandidates, sourcesOf, tryCandidate } from './engine-candidates.ts';
import type { EngineCreateError } from './engine-create-error.ts';
import type { EngineFallbackNotice } from './engine-fallback-notice.ts';
import { BUILT_IN_ENGINE_NAME, isEngineName } from './engine-name.ts';
import { EngineNameError } from './engine-name-error.ts';
import { EngineNotFoundError } from './engine-not-found-error.ts';
import type { EngineRegistry } from './engine-registry.ts';
import type { EngineSource } from './engine-source.ts';
import type { PluginDiscovery } from './list-plugin-folders.ts';
import { loadPluginFolder, type PluginLoad } from './load-plugin-folder.ts';
import type { ResolutionAttempt, ResolutionReport } from './resolution-report.ts';

/** The engine to use, and how it was found. */
export interface EngineResolution {
  readonly plugin: ContextEnginePlugin;
  readonly engineName: string;
  readonly source: EngineSource;
  readonly report: ResolutionReport;
  /** Set whenever something was wrong on the way. Never swallow it. */
  readonly notice?: EngineFallbackNotice;
}

/** What resolution looks at. */
export interface ResolveEngineRequest {
  /** The value of `context.engine`. Default: `compressor`, the built-in engine. */
  readonly requested?: string | undefined;
  readonly registry: EngineRegistry;
  /** What lies in the plug-in folders: see `discoverPluginFolders`. */
  readonly folders: PluginDiscovery;
  /** Imports one folder. Called only for folders of the requested name. Default: `loadPluginFolder`. */
  readonly load?: (folder: string) => Promise<PluginLoad>;
}

/**
 * Choose the engine of a session by name: a plug-in's folder (project, home, configured, bundled), then a
 * registered engine, then the built-in one. `compressor` is the built-in one, whoever else carries that name.
 * What is broken is passed over with a notice. Runs the code of no plug-in but those of the requested name,
 * and always ends at an engine: never throws.
 */
export async function resolveEngine(request: ResolveEngineRequest): Promise<EngineResolution> {
  const { requested = BUILT_IN_ENGINE_NAME, registry, folders, load = loadPluginFolder } = request;
  if (requested === BUILT_IN_ENGINE_NAME) return builtIn(registry, { requested, attempts: [] });
  const available = availableNames(registry, folders);
  if (!isEngineName(requested)) {
    return builtIn(registry, { requested, attempts: [], notice: new EngineNameError({ requested, available }) });
  }

  const attempts: ResolutionAttempt[] = [];
  const candidates = findCandidates(requested, registry, folders);
  for (const [index, candidate] of candidates.entries()) {
    const { attempt, plugin } = await tryCandidate(candidate, load);
    attempts.push(attempt);
    if (attempt.outcome !== 'found' || plugin === undefined) continue;
    const shadowed = candidates.slice(index + 1).flatMap(sourcesOf);
    const report = { requested, used: requested, attempts, shadowed };
    return { plugin, engineName: requested, source: attempt.place, report, ...noticed(firstFailure(attempts)) };
  }
  const notice =
    firstFailure(attempts) ?? new EngineNotFoundError({ requested, available, searched: searched(folders) });
  return builtIn(registry, { requested, attempts, notice });
}

/**
 * Replace a resolution whose engine proved unusable later on, when it was created: the built-in engine,
 * with the failure as notice and in the report.
 */
export function fallBackToBuiltIn(
  resolution: EngineResolution,
  registry: EngineRegistry,
  error: EngineCreateError,
): EngineResolution {
  const { report, source } = resolution;
  const attempts = report.attempts.filter(({ outcome }) => outcome !== 'found');
  const failed: ResolutionAttempt = { place: source, outcome: 'broken', error };
  return builtIn(registry, { requested: report.requested, attempts: [...attempts, failed], notice: error });
}

interface FallbackFacts {
  readonly requested: string;
  readonly attempts: readonly ResolutionAttempt[];
  readonly notice?: EngineFallbackNotice;
}

function builtIn(registry: EngineRegistry, { requested, attempts, notice }: FallbackFacts): EngineResolution {
  const source: EngineSource = { kind: 'built-in' };
  const engineName = registry.builtIn.name;
  const found: ResolutionAttempt = { place: source, outcome: 'found' };
  const report = { requested, used: engineName, attempts: [...attempts, found], shadowed: [] };
  return { plugin: registry.builtIn, engineName, source, report, ...noticed(notice) };
}

const noticed = (notice: EngineFallbackNotice | undefined) => (notice === undefined ? {} : { notice });

/** The failure nearest to what the user wanted: that of the place with the highest precedence. */
function firstFailure(attempts: readonly ResolutionAttempt[]): EngineFallbackNotice | undefined {
  for (const attempt of attempts) if (attempt.outcome === 'broken') return attempt.error;
  return undefined;
}

function availableNames(registry: EngineRegistry, { folders }: PluginDiscovery): readonly string[] {
  const registered = registry.list().map(({ plugin }) => plugin.name);
  const described = folders.flatMap(({ name, state }) => (state.kind === 'described' ? [name] : []));
  return Array.from(new Set([...registered, ...described]));
}

function searched({ roots }: PluginDiscovery): readonly string[] {
  return roots.map(({ path, problem }) => (problem === undefined ? path : `${path} (unreadable: ${problem})`));
}

import 'reflect-metadata'; // tsyringe does not load without it
import type { ContextEnginePlugin } from '@hermes-context/contract';
import { type DependencyContainer, container as root } from 'tsyringe';
import { checkForRegistration } from './check-for-registration.ts';
import { DuplicateEngineError } from './duplicate-engine-error.ts';
import { BUILT_IN_ENGINE_NAME } from './engine-name.ts';
import type { ContestedEngine, EngineRegistry, RegisteredEngine, RegistrationResult } from './engine-registry.ts';
import { describeEngineSource, type EngineSource } from './engine-source.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import { BuiltInEngineToken, EngineRegistryToken, RegisteredEngineToken } from './tokens.ts';

/** What a registry starts from. */
export interface RegistryParts {
  /** The engine of last resort. Must be named `compressor`. */
  readonly builtIn: ContextEnginePlugin;
  /** The host's own container, whose tokens stay visible. Default: none; the registry then stands alone. */
  readonly parent?: DependencyContainer;
}

/**
 * Make a registry in a container of its own. The process-wide container of tsyringe only
 * lends its `createChildContainer`; nothing is ever registered in it, nor in `parent`.
 *
 * @throws PluginLoadError or IncompatiblePluginError when `builtIn` is not a usable plug-in: a bug of the host.
 */
export function createEngineRegistry({ builtIn, parent = root }: RegistryParts): EngineRegistry {
  refuseUnusable(builtIn);
  const container = parent.createChildContainer();
  container.register(BuiltInEngineToken, { useValue: builtIn });

  const claims = (): readonly RegisteredEngine[] =>
    container.isRegistered(RegisteredEngineToken) ? container.resolveAll(RegisteredEngineToken) : [];
  const claimsOf = (name: string) => claims().filter(({ plugin }) => plugin.name === name);
  const builtInEngine: RegisteredEngine = { plugin: builtIn, source: { kind: 'built-in' } };

  const registry: EngineRegistry = {
    builtIn,
    container,
    find(name) {
      const [only, ...others] = claimsOf(name);
      return others.length === 0 ? only : undefined;
    },
    list() {
      const lost = new Set(findContested(claims()).map(({ engine }) => engine));
      return [builtInEngine, ...claims().filter(({ plugin }) => !lost.has(plugin.name))];
    },
    contested: () => findContested(claims()),
    registerContextEngine(plugin, origin) {
      const source: EngineSource = { kind: 'registered', ...origin };
      const checked = checkForRegistration(plugin, source);
      if (checked.kind === 'refused') return checked;
      const engine = checked.engine.plugin.name;
      container.register(RegisteredEngineToken, { useValue: checked.engine });
      const claimants = claimsOf(engine);
      return claimants.length === 1 ? checked : refused(engine, claimants);
    },
  };
  container.register(EngineRegistryToken, { useValue: registry });
  return registry;
}

function findContested(claims: readonly RegisteredEngine[]): readonly ContestedEngine[] {
  const byName = Map.groupBy(claims, ({ plugin }) => plugin.name);
  return Array.from(byName)
    .filter(([, each]) => each.length > 1)
    .map(([engine, each]) => ({ engine, claims: each, error: duplicateOf(engine, each) }))
    .toSorted((one, other) => (one.engine < other.engine ? -1 : 1));
}

function refused(engine: string, claims: readonly RegisteredEngine[]): RegistrationResult {
  return { kind: 'refused', error: duplicateOf(engine, claims) };
}

function duplicateOf(engine: string, claims: readonly RegisteredEngine[]): DuplicateEngineError {
  return new DuplicateEngineError({ engine, sources: claims.map(({ source }) => source) });
}

function refuseUnusable(builtIn: ContextEnginePlugin): void {
  const checked = checkForRegistration(builtIn, { kind: 'built-in' });
  if (checked.kind === 'refused') throw checked.error;
  if (builtIn.name === BUILT_IN_ENGINE_NAME) return;
  throw new PluginLoadError({
    plugin: builtIn.name,
    location: describeEngineSource({ kind: 'built-in' }),
    reason: 'export-invalid',
    problem: `The built-in engine must be named "${BUILT_IN_ENGINE_NAME}": that is what context.engine falls back to.`,
    fix: 'Register the plug-in with registerContextEngine, or name it so.',
  });
}

import 'reflect-metadata'; // tsyringe does not load without it
import type { ContextEnginePlugin } from '@hermes-context/contract';
import { type DependencyContainer, container as root } from 'tsyringe';
import { checkPlugin } from './check-plugin.ts';
import { DuplicateEngineError } from './duplicate-engine-error.ts';
import { BUILT_IN_ENGINE_NAME, isEngineName } from './engine-name.ts';
import type { EngineRegistry, RegisteredEngine, RegistrationResult } from './engine-registry.ts';
import { describeEngineSource, type EngineSource } from './engine-source.ts';
import { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import { readField } from './read-field.ts';
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

  const registered = (): readonly RegisteredEngine[] =>
    container.isRegistered(RegisteredEngineToken) ? container.resolveAll(RegisteredEngineToken) : [];
  const builtInEngine: RegisteredEngine = { plugin: builtIn, source: { kind: 'built-in' } };
  const find = (name: string): RegisteredEngine | undefined =>
    registered().find((engine) => engine.plugin.name === name);

  const registry: EngineRegistry = {
    builtIn,
    container,
    find,
    list: () => [builtInEngine, ...registered()],
    registerContextEngine(plugin, origin) {
      const source: EngineSource = { kind: 'registered', source: origin.source };
      const checked = checkForRegistration(plugin, source);
      if (checked.kind === 'refused') return checked;
      const engine = checked.engine.plugin.name;
      const existing = engine === BUILT_IN_ENGINE_NAME ? builtInEngine : find(engine);
      if (existing !== undefined) {
        return {
          kind: 'refused',
          error: new DuplicateEngineError({ engine, existing: existing.source, refused: source }),
        };
      }
      container.register(RegisteredEngineToken, { useValue: checked.engine });
      return checked;
    },
  };
  container.register(EngineRegistryToken, { useValue: registry });
  return registry;
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

function checkForRegistration(value: unknown, source: EngineSource): RegistrationResult {
  const verdict = checkPlugin(value);
  if (verdict.kind === 'plugin') return { kind: 'registered', engine: { plugin: verdict.plugin, source } };
  const plugin = nameOf(value);
  const location = describeEngineSource(source);
  if (verdict.kind === 'incompatible') {
    return {
      kind: 'refused',
      error: new IncompatiblePluginError({ plugin, location, declared: verdict.declared }),
    };
  }
  return {
    kind: 'refused',
    error: new PluginLoadError({
      plugin,
      location,
      reason: 'export-invalid',
      problem: verdict.problems.join(' '),
      fix: 'Register what defineContextEngine({ … }) of @hermes-context/contract returns.',
    }),
  };
}

function nameOf(value: unknown): string {
  const name = readField(value, 'name');
  return isEngineName(name) ? name : 'without a name';
}

import { checkPlugin } from './check-plugin.ts';
import { DuplicateEngineError } from './duplicate-engine-error.ts';
import { BUILT_IN_ENGINE_NAME, isEngineName, reservedMeaning } from './engine-name.ts';
import type { RegistrationResult } from './engine-registry.ts';
import { describeEngineSource, type EngineSource } from './engine-source.ts';
import { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import { readField } from './read-field.ts';

/** Check an engine that somebody wants to register: what it is, and that its name is free to be claimed. */
export function checkForRegistration(value: unknown, source: EngineSource): RegistrationResult {
  const verdict = checkPlugin(value);
  if (verdict.kind === 'plugin') {
    const { name } = verdict.plugin;
    return source.kind === 'registered' && reservedMeaning(name) !== undefined
      ? { kind: 'refused', error: new DuplicateEngineError({ engine: name, sources: [...ownersOf(name), source] }) }
      : { kind: 'registered', engine: { plugin: verdict.plugin, source } };
  }
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

function ownersOf(name: string): readonly EngineSource[] {
  return name === BUILT_IN_ENGINE_NAME ? [{ kind: 'built-in' }] : [];
}

function nameOf(value: unknown): string {
  const name = readField(value, 'name');
  return isEngineName(name) ? name : 'without a name';
}

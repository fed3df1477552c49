import { checkPlugin } from './check-plugin.ts';
import { isEngineName } from './engine-name.ts';
import type { RegistrationResult } from './engine-registry.ts';
import { describeEngineSource, type EngineSource } from './engine-source.ts';
import { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import { readField } from './read-field.ts';

/** Check an engine that somebody wants to register, whatever its name. */
export function checkForRegistration(value: unknown, source: EngineSource): RegistrationResult {
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

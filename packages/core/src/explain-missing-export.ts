import type { ImportFailure } from './explain-import-failure.ts';
import { whereItBelongs } from './explain-misplaced.ts';
import { EXPORT_NAMES } from './plugin-kind.ts';
import type { PluginManifest } from './plugin-manifest.ts';
import { readField } from './read-field.ts';

const HOW_TO_EXPORT = {
  context_engine: 'Write: export const contextEngine = defineContextEngine({ … });',
  general: 'Write: export function register(context) { … }',
} as const;

/** Say what is missing in a module that lacks the export of its kind, and where it belongs if it has the other's. Pure. */
export function explainMissingExport(module: unknown, { name, main, kind }: PluginManifest): ImportFailure {
  const [wanted, other] =
    kind === 'general' ? (['general', 'context_engine'] as const) : (['context_engine', 'general'] as const);
  const missing = `${main} has no export named ${EXPORT_NAMES[wanted]}`;
  if (readField(module, EXPORT_NAMES[other]) !== undefined) {
    const nature = other === 'general' ? 'a general plug-in' : 'a context engine';
    const problem = `${missing}, but one named ${EXPORT_NAMES[other]}: it is ${nature}, in the wrong place.`;
    return { reason: 'export-missing', problem, fix: `${whereItBelongs(name, other)}.` };
  }
  const hasDefault = readField(module, 'default') !== undefined;
  const problem = hasDefault
    ? `${main} has a default export, but no export named ${EXPORT_NAMES[wanted]}; only the named one is used.`
    : `${missing}.`;
  return { reason: 'export-missing', problem, fix: HOW_TO_EXPORT[wanted] };
}

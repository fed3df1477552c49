import { basename } from 'node:path';
import type { ContextEnginePlugin } from '@hermes-context/contract';
import { checkPlugin } from './check-plugin.ts';
import type { ImportFailure } from './explain-import-failure.ts';
import { explainMissingExport } from './explain-missing-export.ts';
import { type ImportedEntry, importPluginEntry, type LoadOptions } from './import-plugin-entry.ts';
import { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import { EXPORT_NAMES } from './plugin-kind.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import type { PluginManifest } from './plugin-manifest.ts';
import { readField } from './read-field.ts';

/** What came of loading a folder. Narrow on `kind`. */
export type PluginLoad =
  | { readonly kind: 'loaded'; readonly plugin: ContextEnginePlugin; readonly manifest: PluginManifest }
  | { readonly kind: 'failed'; readonly error: PluginLoadError | IncompatiblePluginError };

/**
 * Load the engine of one folder: manifest first, then the entry's path, and only then its code,
 * in this process and with its rights. Every failure is a value; only code that ends the process
 * (`process.exit`) or never yields (an endless loop) is beyond reach: `probePluginFolder` finds those first.
 *
 * An entry that changed since the last call is imported anew, so that a fix shows without a restart.
 * Node keeps the old modules until the process ends, and reads the files that the entry imports once:
 * meant for a check or a reload, not for a loop.
 *
 * @param folder - The plug-in's own folder. Its last part must be the plug-in's name.
 */
export async function loadPluginFolder(folder: string, options: LoadOptions = {}): Promise<PluginLoad> {
  const imported = await importPluginEntry(folder, { ...options, kind: 'context_engine' });
  if (imported.kind === 'failed') return imported;
  return checkExport(imported);
}

const EXPORT_NAME = EXPORT_NAMES.context_engine;

function checkExport({ module, folder, manifest }: ImportedEntry): PluginLoad {
  const exported = readField(module, EXPORT_NAME);
  if (exported === undefined) return failed(folder, explainMissingExport(module, manifest));
  const verdict = checkPlugin(exported);
  switch (verdict.kind) {
    case 'plugin':
      if (verdict.plugin.name === manifest.name) return { kind: 'loaded', plugin: verdict.plugin, manifest };
      return failed(folder, {
        reason: 'export-invalid',
        problem: `${EXPORT_NAME} is named "${verdict.plugin.name}", but plugin.yaml and the folder say "${manifest.name}".`,
        fix: 'Give all three the same name.',
      });
    case 'incompatible': {
      const facts = { plugin: manifest.name, location: folder, declared: verdict.declared };
      return { kind: 'failed', error: new IncompatiblePluginError(facts) };
    }
    case 'invalid':
      return failed(folder, {
        reason: 'export-invalid',
        problem: `The export ${EXPORT_NAME} is not a plug-in. ${verdict.problems.join(' ')}`,
        fix: `Export what defineContextEngine({ … }) of @hermes-context/contract returns.`,
      });
  }
}

function failed(folder: string, failure: ImportFailure): PluginLoad {
  const facts = { plugin: basename(folder), location: folder, ...failure };
  return { kind: 'failed', error: new PluginLoadError(facts) };
}

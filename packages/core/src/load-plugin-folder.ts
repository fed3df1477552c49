import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContextEnginePlugin } from '@hermes-context/contract';
import { checkPlugin } from './check-plugin.ts';
import { explainImportFailure, explainRejection, type ImportFailure } from './explain-import-failure.ts';
import { importNatively } from './import-natively.ts';
import { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import { lendHostPackages } from './lend-host-packages.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import type { PluginManifest } from './plugin-manifest.ts';
import { readField } from './read-field.ts';
import { findPluginEntry, type PluginEntryState } from './read-plugin-folder.ts';
import { watchRejections } from './watch-rejections.ts';
import { withDeadline } from './with-deadline.ts';

/** Time for a plug-in's files to load. Generous: only a top-level await that never settles needs all of it. */
const IMPORT_TIMEOUT_MS = 10_000;

/** The export that a plug-in's entry must have. */
const EXPORT_NAME = 'contextEngine';

/** What came of loading a folder. Narrow on `kind`. */
export type PluginLoad =
  | { readonly kind: 'loaded'; readonly plugin: ContextEnginePlugin; readonly manifest: PluginManifest }
  | { readonly kind: 'failed'; readonly error: PluginLoadError | IncompatiblePluginError };

/** How to load. */
export interface LoadOptions {
  /** How long the import may take, in milliseconds. Default 10,000. Code that never yields cannot be stopped by it. */
  readonly timeoutMs?: number;
}

/**
 * Load the plug-in of one folder: manifest first, then the entry's path, and only then its code,
 * in this process and with its rights. Every failure is a value; only code that ends the process
 * (`process.exit`) or never yields (an endless loop) is beyond reach.
 *
 * An entry that changed since the last call is imported anew, so that a fix shows without a restart.
 * Node keeps the old modules until the process ends, and reads the files that the entry imports once:
 * meant for a check or a reload, not for a loop.
 *
 * @param folder - The plug-in's own folder. Its last part must be the plug-in's name.
 */
export async function loadPluginFolder(folder: string, options: LoadOptions = {}): Promise<PluginLoad> {
  const place = resolve(folder);
  const entry = await findPluginEntry(place);
  if (entry.kind === 'broken') return { kind: 'failed', error: entry.error };
  lendHostPackages(entry.home);

  const imported = await importEntry(entry, options.timeoutMs ?? IMPORT_TIMEOUT_MS);
  if (imported.kind === 'failure') return failed(place, imported.failure, imported.cause);
  return checkExport(imported.module, place, entry.manifest);
}

type Imported =
  | { readonly kind: 'module'; readonly module: unknown }
  | { readonly kind: 'failure'; readonly failure: ImportFailure; readonly cause?: unknown };

type Entry = Extract<PluginEntryState, { kind: 'entry' }>;

async function importEntry({ path, revision, home }: Entry, timeoutMs: number): Promise<Imported> {
  const url = pathToFileURL(path);
  url.search = `revision=${revision}`; // Node knows modules by their URL
  Reflect.deleteProperty(createRequire(import.meta.url).cache, path); // and CommonJS ones by their path
  try {
    const { value, rejections } = await watchRejections(home, () => withDeadline(importNatively(url.href), timeoutMs));
    if (value.kind === 'timed-out') return { kind: 'failure', failure: tooSlow(path, timeoutMs) };
    if (rejections.length === 0) return { kind: 'module', module: value.value };
    return { kind: 'failure', failure: explainRejection(rejections[0], path), cause: rejections[0] };
  } catch (cause) {
    return { kind: 'failure', failure: explainImportFailure(cause, path, home), cause };
  }
}

function tooSlow(path: string, timeoutMs: number): ImportFailure {
  return {
    reason: 'import-timeout',
    problem: `Importing ${path} did not end within ${timeoutMs} ms: most likely it awaits something, at its top level, that never comes.`,
    fix: 'Move the waiting into create.',
  };
}

function checkExport(module: unknown, folder: string, manifest: PluginManifest): PluginLoad {
  const exported = readField(module, EXPORT_NAME);
  if (exported === undefined) return failed(folder, missingExport(module, manifest));
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

function missingExport(module: unknown, { main }: PluginManifest): ImportFailure {
  const hasDefault = readField(module, 'default') !== undefined;
  return {
    reason: 'export-missing',
    problem: hasDefault
      ? `${main} has a default export, but no export named ${EXPORT_NAME}; only the named one is used.`
      : `${main} has no export named ${EXPORT_NAME}.`,
    fix: `Write: export const ${EXPORT_NAME} = defineContextEngine({ … });`,
  };
}

function failed(folder: string, failure: ImportFailure, cause?: unknown): PluginLoad {
  const facts = { plugin: basename(folder), location: folder, ...failure, cause };
  return { kind: 'failed', error: new PluginLoadError(facts) };
}

import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explainImportFailure, explainRejection, type ImportFailure } from './explain-import-failure.ts';
import { importNatively } from './import-natively.ts';
import type { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import { lendHostPackages } from './lend-host-packages.ts';
import type { PluginKind } from './plugin-kind.ts';
import { PluginLoadError } from './plugin-load-error.ts';
import type { PluginManifest } from './plugin-manifest.ts';
import { findPluginEntry, type PluginEntryState } from './read-plugin-folder.ts';
import { watchRejections } from './watch-rejections.ts';
import { withDeadline } from './with-deadline.ts';

/** Time for a plug-in's files to load. Generous: only a top-level await that never settles needs all of it. */
const IMPORT_TIMEOUT_MS = 10_000;

/** How to load. */
export interface LoadOptions {
  /** How long the import may take, in milliseconds. Default 10,000. Code that never yields cannot be stopped by it. */
  readonly timeoutMs?: number;
}

/** The entry of a plug-in's folder, after it ran. */
export interface ImportedEntry {
  readonly kind: 'imported';
  /** The module's namespace. */
  readonly module: unknown;
  readonly manifest: PluginManifest;
  /** Absolute, as it was given. */
  readonly folder: string;
  /** The same, links followed. */
  readonly home: string;
}

/**
 * Import the entry of a plug-in's folder: manifest first, then the entry's path, and only then its code, in this
 * process and with its rights. What it exports was not looked at.
 *
 * @param folder - The plug-in's own folder. Its last part must be the plug-in's name.
 */
export async function importPluginEntry(
  folder: string,
  { kind, timeoutMs = IMPORT_TIMEOUT_MS }: LoadOptions & { readonly kind: PluginKind },
): Promise<ImportedEntry | { readonly kind: 'failed'; readonly error: PluginLoadError | IncompatiblePluginError }> {
  const place = resolve(folder);
  const entry = await findPluginEntry(place, kind);
  if (entry.kind === 'broken') return { kind: 'failed', error: entry.error };
  lendHostPackages(entry.home);

  const imported = await importEntry(entry, timeoutMs);
  if (imported.kind === 'module') {
    return { kind: 'imported', module: imported.module, manifest: entry.manifest, folder: place, home: entry.home };
  }
  const facts = { plugin: basename(place), kind, location: place, ...imported.failure, cause: imported.cause };
  return { kind: 'failed', error: new PluginLoadError(facts) };
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
    fix: 'Move the waiting into create, or into register for a general plug-in.',
  };
}

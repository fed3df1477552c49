import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { describeCause } from './describe-cause.ts';
import { findInsideFolder } from './find-inside-folder.ts';
import { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import { PluginLoadError, type PluginLoadReason } from './plugin-load-error.ts';
import { type PluginManifest, parsePluginManifest } from './plugin-manifest.ts';

/** The one file that describes a plug-in. */
const MANIFEST_FILE = 'plugin.yaml';

/** Five short lines need far less, and reading odd YAML takes long: 64 KiB of it several seconds. */
const MAX_MANIFEST_BYTES = 8_192;

/** What Node runs as it is. */
const ENTRY_EXTENSIONS: readonly string[] = ['.ts', '.mjs', '.js'];

/** The manifest of a folder, or why there is none that can be used. Narrow on `kind`. */
export type PluginFolderState =
  | { readonly kind: 'described'; readonly manifest: PluginManifest }
  | { readonly kind: 'broken'; readonly error: PluginLoadError | IncompatiblePluginError };

/** A folder that may be imported, or why not. Narrow on `kind`. */
export type PluginEntryState =
  | {
      readonly kind: 'entry';
      readonly manifest: PluginManifest;
      /** The file to import, links followed, absolute. */
      readonly path: string;
      /** The plug-in's folder, links followed, absolute. */
      readonly home: string;
      /** Changes when the file does. */
      readonly revision: string;
    }
  | Extract<PluginFolderState, { kind: 'broken' }>;

/** Read and check `plugin.yaml` of one plug-in's folder. Runs no code of the plug-in. */
export async function readPluginManifest(folder: string): Promise<PluginFolderState> {
  const found = await findInsideFolder(folder, MANIFEST_FILE);
  if (found.kind !== 'file') {
    const reason = found.kind === 'missing' ? 'manifest-missing' : 'manifest-invalid';
    return broken(folder, {
      reason,
      problem: found.problem,
      fix: `Add a ${MANIFEST_FILE} with name, version, description, contract and main.`,
    });
  }
  if (found.bytes > MAX_MANIFEST_BYTES) {
    const problem = `${MANIFEST_FILE} has ${found.bytes} bytes; at most ${MAX_MANIFEST_BYTES} are read.`;
    return broken(folder, { reason: 'manifest-invalid', problem, fix: `Keep ${MANIFEST_FILE} to its five keys.` });
  }
  let text: string;
  try {
    text = await readFile(found.path, 'utf8');
  } catch (cause) {
    const problem = `${MANIFEST_FILE} cannot be read: ${describeCause(cause)}.`;
    return broken(folder, { reason: 'manifest-missing', problem, fix: `Make ${found.path} readable.` });
  }
  return judgeManifest(folder, text);
}

function judgeManifest(folder: string, text: string): PluginFolderState {
  const verdict = parsePluginManifest(text, basename(folder));
  switch (verdict.kind) {
    case 'manifest':
      return { kind: 'described', manifest: verdict.manifest };
    case 'incompatible': {
      const facts = { plugin: basename(folder), location: folder, declared: verdict.declared };
      return { kind: 'broken', error: new IncompatiblePluginError(facts) };
    }
    case 'invalid':
      return broken(folder, {
        reason: 'manifest-invalid',
        problem: `${MANIFEST_FILE} is not right. ${verdict.problems.join(' ')}`,
        fix: `Correct ${join(folder, MANIFEST_FILE)}.`,
      });
  }
}

/** Check a plug-in's folder up to the point where its code would run: manifest, then the file that `main` names. */
export async function findPluginEntry(folder: string): Promise<PluginEntryState> {
  const state = await readPluginManifest(folder);
  if (state.kind === 'broken') return state;
  const { manifest } = state;
  const fix = `Let main in ${MANIFEST_FILE} name a ${ENTRY_EXTENSIONS.join(', ')} file in the plug-in's folder.`;
  if (!isRunnable(manifest.main)) {
    const problem = `main is ${JSON.stringify(manifest.main)}, which is none of ${ENTRY_EXTENSIONS.join(', ')}.`;
    return broken(folder, { reason: 'entry-invalid', problem, fix });
  }
  const found = await findInsideFolder(folder, manifest.main);
  if (found.kind !== 'file') return broken(folder, { reason: 'entry-invalid', problem: `main: ${found.problem}`, fix });
  // The link's target is what runs, so its name counts too.
  if (!isRunnable(found.path))
    return broken(folder, { reason: 'entry-invalid', problem: `main leads to ${found.path}.`, fix });
  return { kind: 'entry', manifest, path: found.path, home: found.home, revision: found.revision };
}

function isRunnable(path: string): boolean {
  return ENTRY_EXTENSIONS.includes(extname(path)) && !path.endsWith('.d.ts');
}

function broken(
  folder: string,
  failure: { readonly reason: PluginLoadReason; readonly problem: string; readonly fix: string },
): Extract<PluginFolderState, { kind: 'broken' }> {
  return { kind: 'broken', error: new PluginLoadError({ plugin: basename(folder), location: folder, ...failure }) };
}

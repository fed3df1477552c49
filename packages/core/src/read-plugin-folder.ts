import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { describeCause } from './describe-cause.ts';
import { explainMisplaced } from './explain-misplaced.ts';
import { findInsideFolder } from './find-inside-folder.ts';
import { IncompatiblePluginError } from './incompatible-plugin-error.ts';
import type { PluginKind } from './plugin-kind.ts';
import { PluginLoadError, type PluginLoadFailure } from './plugin-load-error.ts';
import { type PluginManifest, parsePluginManifest } from './plugin-manifest.ts';

/** The one file that describes a plug-in. */
const MANIFEST_FILE = 'plugin.yaml';

/** A few short lines need far less, and reading odd YAML takes long: 64 KiB of it several seconds. */
const MAX_MANIFEST_BYTES = 8_192;

/** What Node runs as it is. */
const ENTRY_EXTENSIONS: readonly string[] = ['.ts', '.mjs', '.js'];

/** Marks a folder that belongs to the Python agent, which shares `$HERMES_HOME`. */
const PYTHON_FILE = '__init__.py';

/** The manifest of a folder, or why there is none that can be used. Narrow on `kind`. */
export type PluginFolderState =
  | { readonly kind: 'described'; readonly manifest: PluginManifest }
  | {
      readonly kind: 'broken';
      readonly error: PluginLoadError | IncompatiblePluginError;
      /** What it is for, as far as that could be read; else what its place makes it. */
      readonly pluginKind: PluginKind;
    }
  /** It belongs to the Python agent: an `__init__.py`, and no `main`. Not ours to run, and nothing is wrong with it. */
  | { readonly kind: 'python' };

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
  | Broken;

type Broken = Extract<PluginFolderState, { kind: 'broken' }>;

/** One folder, and what it is for unless its manifest says so. */
interface Place {
  readonly folder: string;
  readonly pluginKind: PluginKind;
}

/**
 * Read and check `plugin.yaml` of one plug-in's folder. Runs no code of the plug-in.
 *
 * @param defaultKind - What a folder in that place is for unless it says so. Default `context_engine`.
 */
export async function readPluginManifest(
  folder: string,
  defaultKind: PluginKind = 'context_engine',
): Promise<PluginFolderState> {
  const { state, hasMain } = await judgeFolder({ folder, pluginKind: defaultKind });
  if (hasMain || !(await isPythonPlugin(folder))) return state;
  return { kind: 'python' };
}

interface JudgedFolder {
  readonly state: PluginFolderState;
  readonly hasMain: boolean;
}

async function judgeFolder(place: Place): Promise<JudgedFolder> {
  const found = await findInsideFolder(place.folder, MANIFEST_FILE);
  if (found.kind !== 'file') {
    const reason = found.kind === 'missing' ? 'manifest-missing' : 'manifest-invalid';
    const fix = `Add a ${MANIFEST_FILE} with name, version, description, contract and main.`;
    return { state: broken(place, { reason, problem: found.problem, fix }), hasMain: false };
  }
  if (found.bytes > MAX_MANIFEST_BYTES) {
    const problem = `${MANIFEST_FILE} has ${found.bytes} bytes; at most ${MAX_MANIFEST_BYTES} are read.`;
    const fix = `Keep ${MANIFEST_FILE} to the keys that describe the plug-in.`;
    return { state: broken(place, { reason: 'manifest-invalid', problem, fix }), hasMain: false };
  }
  let text: string;
  try {
    text = await readFile(found.path, 'utf8');
  } catch (cause) {
    const problem = `${MANIFEST_FILE} cannot be read: ${describeCause(cause)}.`;
    const fix = `Make ${found.path} readable.`;
    return { state: broken(place, { reason: 'manifest-missing', problem, fix }), hasMain: false };
  }
  return judgeManifest(place, text);
}

async function isPythonPlugin(folder: string): Promise<boolean> {
  const facts = await stat(join(folder, PYTHON_FILE)).catch(() => undefined);
  return facts?.isFile() === true;
}

function judgeManifest({ folder, pluginKind: defaultKind }: Place, text: string): JudgedFolder {
  const verdict = parsePluginManifest(text, { folderName: basename(folder), defaultKind });
  const { hasMain, pluginKind } = verdict;
  switch (verdict.kind) {
    case 'manifest':
      return { state: { kind: 'described', manifest: verdict.manifest }, hasMain };
    case 'incompatible': {
      const facts = { plugin: basename(folder), kind: pluginKind, location: folder, declared: verdict.declared };
      return { state: { kind: 'broken', error: new IncompatiblePluginError(facts), pluginKind }, hasMain };
    }
    case 'invalid': {
      const problem = `${MANIFEST_FILE} is not right. ${verdict.problems.join(' ')}`;
      const fix = `Correct ${join(folder, MANIFEST_FILE)}.`;
      return { state: broken({ folder, pluginKind }, { reason: 'manifest-invalid', problem, fix }), hasMain };
    }
  }
}

/**
 * Check a plug-in's folder up to the point where its code would run: manifest, then the file that `main` names.
 *
 * @param pluginKind - What it must be.
 */
export async function findPluginEntry(folder: string, pluginKind: PluginKind): Promise<PluginEntryState> {
  const place = { folder, pluginKind };
  const state = await readPluginManifest(folder, pluginKind);
  if (state.kind === 'broken') return state;
  if (state.kind === 'python') return broken(place, pythonPlugin());
  const { manifest } = state;
  if (manifest.kind !== pluginKind) return broken(place, explainMisplaced(manifest.name, manifest.kind));
  const fix = `Let main in ${MANIFEST_FILE} name a ${ENTRY_EXTENSIONS.join(', ')} file in the plug-in's folder.`;
  if (!isRunnable(manifest.main)) {
    const problem = `main is ${JSON.stringify(manifest.main)}, which is none of ${ENTRY_EXTENSIONS.join(', ')}.`;
    return broken(place, { reason: 'entry-invalid', problem, fix });
  }
  const found = await findInsideFolder(folder, manifest.main);
  if (found.kind !== 'file') return broken(place, { reason: 'entry-invalid', problem: `main: ${found.problem}`, fix });
  // The link's target is what runs, so its name counts too.
  if (!isRunnable(found.path))
    return broken(place, { reason: 'entry-invalid', problem: `main leads to ${found.path}.`, fix });
  return { kind: 'entry', manifest, path: found.path, home: found.home, revision: found.revision };
}

function pythonPlugin(): Failure {
  return {
    reason: 'python',
    problem: `It is a plug-in of the Python agent: it has an ${PYTHON_FILE}, and no main in its ${MANIFEST_FILE}.`,
    fix: 'Choose another one: hermes plugins list. This host runs plug-ins in TypeScript and JavaScript.',
  };
}

function isRunnable(path: string): boolean {
  return ENTRY_EXTENSIONS.includes(extname(path)) && !path.endsWith('.d.ts');
}

type Failure = Pick<PluginLoadFailure, 'reason' | 'problem' | 'fix'>;

function broken({ folder, pluginKind }: Place, failure: Failure): Broken {
  const facts = { plugin: basename(folder), kind: pluginKind, location: folder, ...failure };
  return { kind: 'broken', error: new PluginLoadError(facts), pluginKind };
}

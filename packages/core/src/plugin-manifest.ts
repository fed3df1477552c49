import { parseDocument } from 'yaml';
import { HOST_CONTRACT_VERSIONS } from './contract-version.ts';
import { describeCause } from './describe-cause.ts';
import { ENGINE_NAME_RULE, isEngineName } from './engine-name.ts';
import { isPluginKind, type PluginKind } from './plugin-kind.ts';
import { readField } from './read-field.ts';

/** Anchors a manifest may repeat: it has six scalars, and a nest of aliases can fill the memory. */
const MAX_ALIASES = 10;

/** What `plugin.yaml` says of the plug-in beside it. Further keys are left to later versions. */
export interface PluginManifest {
  /** The same as the folder's name and the plug-in's own. */
  readonly name: string;
  readonly version: string;
  /** One sentence for the menu of `hermes plugins`. */
  readonly description: string;
  /** Version of the engine contract that the plug-in speaks. */
  readonly contract: number;
  /** The file to import, relative to the folder: `.ts`, `.mjs` or `.js`. */
  readonly main: string;
  /** What the folder is for. Where it does not say: by the place where it stands. */
  readonly kind: PluginKind;
}

/** What a manifest turned out to be. Narrow on `kind`. */
export type ManifestVerdict = JudgedManifest & {
  /** What it is for, as far as that can be read; else what its place makes it. */
  readonly pluginKind: PluginKind;
  /** Whether it names a file to import at all. */
  readonly hasMain: boolean;
};

type JudgedManifest =
  | { readonly kind: 'manifest'; readonly manifest: PluginManifest }
  /** Speaks a contract that this host does not; the rest of it was not judged. */
  | { readonly kind: 'incompatible'; readonly declared: number }
  /** Everything that is wrong with it, one sentence each. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Where a manifest stands. */
export interface ManifestPlace {
  /** Name of the folder that holds it. */
  readonly folderName: string;
  /** What a folder there is for unless it says so. Default `context_engine`. */
  readonly defaultKind?: PluginKind;
}

/** Check the text of a `plugin.yaml`. Pure; never throws. */
export function parsePluginManifest(text: string, place: ManifestPlace): ManifestVerdict {
  const { defaultKind: pluginKind = 'context_engine' } = place;
  const parsed = parseYaml(text);
  if (parsed.kind === 'invalid') return { ...parsed, pluginKind, hasMain: false };
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const problems = ['It must be a map of name, version, description, contract and main.'];
    return { kind: 'invalid', problems, pluginKind, hasMain: false };
  }
  const declared = readField(value, 'kind');
  const kind = isPluginKind(declared) ? declared : pluginKind;
  return { ...judge(value, { ...place, kind }), pluginKind: kind, hasMain: readField(value, 'main') !== undefined };
}

function judge(value: object, { folderName, kind }: ManifestPlace & { readonly kind: PluginKind }): JudgedManifest {
  const contract = readField(value, 'contract');
  if (typeof contract === 'number' && !HOST_CONTRACT_VERSIONS.includes(contract)) {
    return { kind: 'incompatible', declared: contract };
  }
  const problems: string[] = [];
  const name = textOf(value, 'name', problems);
  const version = textOf(value, 'version', problems);
  const description = textOf(value, 'description', problems);
  const main = textOf(value, 'main', problems);
  problems.push(...nameProblems(name, folderName), ...kindProblems(readField(value, 'kind')));
  if (typeof contract !== 'number') problems.push('contract must be the number 1.');
  if (problems.length > 0 || typeof contract !== 'number') return { kind: 'invalid', problems };
  return { kind: 'manifest', manifest: { name, version, description, contract, main, kind } };
}

function kindProblems(declared: unknown): readonly string[] {
  if (declared === undefined || isPluginKind(declared)) return [];
  return ['kind must be general or context_engine; leave it out where the place says it.'];
}

type ParsedYaml = { readonly kind: 'value'; readonly value: unknown } | Extract<JudgedManifest, { kind: 'invalid' }>;

function parseYaml(text: string): ParsedYaml {
  try {
    return readYaml(text);
  } catch (cause) {
    // A nest of aliases, or of brackets deeper than the stack.
    return { kind: 'invalid', problems: [`It cannot be read: ${describeCause(cause)}.`] };
  }
}

function readYaml(text: string): ParsedYaml {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error === undefined) return { kind: 'value', value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  const line = error.linePos?.[0].line;
  return { kind: 'invalid', problems: [`It is not YAML${line === undefined ? '' : `, line ${line}`}: ${error.code}.`] };
}

/** The text under `key`; what is wrong with it goes to `problems`. */
function textOf(value: object, key: string, problems: string[]): string {
  const text = readField(value, key);
  if (typeof text === 'string' && text.trim() !== '') return text;
  if (typeof text === 'number') problems.push(`${key} must be a text: put ${text} in quotes.`);
  else problems.push(`${key} must be a text that is not empty.`);
  return '';
}

function nameProblems(name: string, folderName: string): readonly string[] {
  if (name === '') return []; // said already
  if (!isEngineName(name)) return [`name must be ${ENGINE_NAME_RULE}.`];
  if (name === folderName) return [];
  return [`name is "${name}", but the folder is "${folderName}"; the two must be the same.`];
}

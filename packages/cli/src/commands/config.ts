import {
  configJsonSchema,
  getValue,
  type LoadedConfig,
  listSources,
  parseKeyPath,
  type ValueLookup,
  type ValueSource,
} from '@hermes-context/config';
import { stringify } from 'yaml';
import { hideSecrets } from '../hide-secrets.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { EXIT_OK } from '../print-error.ts';
import { UsageError } from '../usage-error.ts';

/** The flags that all `hermes config` commands share. */
export interface ConfigFlags {
  readonly json?: boolean;
}

/** `hermes config path`: where the files are, whether they exist or not. */
export async function runConfigPath({ json }: ConfigFlags, io: Io): Promise<number> {
  const { files } = await openConfig(io);
  const { user, project, hasUserFile } = files;
  if (json === true) return print(io, { user, userExists: hasUserFile, project: project ?? null });
  io.out(`${user}${hasUserFile ? '' : '  (does not exist yet; the defaults hold)'}\n`);
  if (project !== undefined) io.out(`${project}  (project)\n`);
  return EXIT_OK;
}

/** `hermes config show`: every setting in force, and who decided those that are not defaults. */
export async function runConfigShow({ json }: ConfigFlags, io: Io): Promise<number> {
  const loaded = await openConfig(io);
  const config = hideSecrets(loaded.shown);
  warn(loaded, io);
  if (json === true) return print(io, { config, sources: sourcesOf(loaded), warnings: loaded.warnings });
  io.out(stringify(config, { lineWidth: 0 }));
  const sources = Object.entries(sourcesOf(loaded));
  io.out(sources.length === 0 ? '# All of these are defaults.\n' : '# Not defaults:\n');
  for (const [path, source] of sources) io.out(`#   ${path}: ${describeSource(source)}\n`);
  return EXIT_OK;
}

/** `hermes config get KEY`: one value, or a section. */
export async function runConfigGet(path: string, { json }: ConfigFlags, io: Io): Promise<number> {
  const loaded = await openConfig(io);
  const found = lookUp(loaded, path);
  const parsed = parseKeyPath(found.path);
  const value = hideSecrets(found.shown, parsed.kind === 'parsed' ? parsed.segments : [found.path]);
  if (json === true) return print(io, { path: found.path, value, source: found.source });
  io.out(typeof value === 'object' && value !== null ? stringify(value, { lineWidth: 0 }) : `${String(value)}\n`);
  io.err(`# ${describeSource(found.source)}\n`);
  return EXIT_OK;
}

/** `hermes config schema`: JSON Schema for editors. */
export async function runConfigSchema(io: Io): Promise<number> {
  return print(io, configJsonSchema());
}

function print(io: Io, value: unknown): number {
  io.out(`${JSON.stringify(value, null, 2)}\n`);
  return EXIT_OK;
}

function warn({ warnings }: LoadedConfig, io: Io): void {
  for (const { what, fix } of warnings) io.err(`hermes: ${what} ${fix}\n`);
}

function lookUp(loaded: LoadedConfig, path: string): Extract<ValueLookup, { kind: 'value' }> {
  const found = getValue(loaded, path);
  switch (found.kind) {
    case 'value':
      return found;
    case 'unknown-key':
      throw new UsageError({
        what: `There is no setting "${path}".`,
        why: found.reason,
        fix:
          found.suggestion === undefined
            ? 'hermes config show lists all settings.'
            : `Did you mean ${found.suggestion}?`,
      });
    case 'invalid-path':
      throw new UsageError({
        what: `"${path}" is no path of a setting.`,
        why: found.problem.reason,
        fix: 'Write keys with dots between them, and in quotes where they hold a dot: compression.model_thresholds."glm-5.2"',
      });
  }
}

/** Only what somebody set: a list of all defaults tells nobody anything. */
function sourcesOf(loaded: LoadedConfig): Readonly<Record<string, ValueSource>> {
  return Object.fromEntries(
    listSources(loaded)
      .filter(({ source }) => source.kind !== 'default')
      .map(({ path, source }) => [path, source]),
  );
}

function describeSource(source: ValueSource): string {
  switch (source.kind) {
    case 'default':
      return 'the default';
    case 'user':
      return `${source.file}:${source.line}`;
    case 'project':
      return `${source.file}:${source.line} (project)`;
    case 'environment':
      return `the environment variable ${source.name}`;
  }
}

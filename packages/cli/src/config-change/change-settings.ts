import { type ConfigEdit, type ConfigEditResult, editConfigFile, parseKeyPath } from '@hermes-context/config';
import { hideSecrets } from '../hide-secrets.ts';
import type { Io } from '../io.ts';
import { readConfig } from '../open-config.ts';
import { UsageError } from '../usage-error.ts';

/** What `hermes config set` and `unset` print with `--json`. */
export interface SettingChangeJson {
  /** The key, with quotes where it needs them. */
  readonly key: string;
  /** What the file said, secrets hidden; absent when it said nothing. */
  readonly before?: unknown;
  /** What the file says now, secrets hidden; absent when it says nothing. */
  readonly after?: unknown;
  /** Whether the file was written. */
  readonly changed: boolean;
  /** The file, symbolic links followed. */
  readonly file: string;
  /** Where the key stands now, from 1; null when it is gone. */
  readonly line: number | null;
  /** Further keys that changed with it, since they repeat its value. */
  readonly alsoChanged: readonly string[];
  /** What the user should know: an unknown key, a project that overrides the value, faults elsewhere in the file. */
  readonly warnings: readonly string[];
}

/** The keys of a path from the command line. @throws UsageError when it is none. */
export function segmentsOf(path: string): readonly string[] {
  const parsed = parseKeyPath(path);
  if (parsed.kind === 'parsed') return parsed.segments;
  throw new UsageError({
    what: `"${path}" is no path of a setting.`,
    why: parsed.reason,
    fix: `${parsed.fix} A key with a dot in it goes in quotes: compression.model_thresholds."glm-5.2"`,
  });
}

/**
 * Make one edit in the user's config file.
 *
 * @throws ContextHostError when it cannot be made; the file is as it was.
 */
export async function changeSetting(edit: ConfigEdit, io: Io): Promise<SettingChangeJson> {
  const { files } = await readConfig(io);
  const result = await editConfigFile({ file: files.user, edits: [edit], env: io.env });
  const [change] = result.changes;
  if (change === undefined) throw new TypeError('An edit was made, and none is reported.');
  const { before, after, line, alsoChanged, path } = change;
  return {
    key: path,
    ...(before === undefined ? {} : { before: hideSecrets(before, edit.path) }),
    ...(after === undefined ? {} : { after: hideSecrets(after, edit.path) }),
    changed: result.kind === 'written',
    file: result.file,
    line: line ?? null,
    alsoChanged,
    warnings: [...warningsOf(result), ...(await overridesOf(edit, io))],
  };
}

/** A change as a person reads it: what was, what is, and where it stands. Warnings go beside it. */
export function printChange(
  change: SettingChangeJson,
  { json, io }: { readonly json: boolean; readonly io: Io },
): void {
  if (json) {
    io.out(`${JSON.stringify(change, null, 2)}\n`);
    return;
  }
  io.out(`${describeChange(change)}\n`);
  for (const key of change.alsoChanged) io.err(`hermes: ${key} changed with it, since it repeats the value.\n`);
  for (const warning of change.warnings) io.err(`hermes: ${warning}\n`);
}

function describeChange({ key, before, after, changed, file, line }: SettingChangeJson): string {
  const place = line === null ? file : `${file}:${line}`;
  if (!changed) {
    return after === undefined
      ? `${key} is not set in ${place}; nothing was changed.`
      : `${key} is ${show(after)} already, in ${place}; nothing was changed.`;
  }
  const was = before === undefined ? '(not set)' : show(before);
  return `${key}: ${was} → ${after === undefined ? '(not set)' : show(after)} in ${place}`;
}

/** JSON shows the type too: "5" is a text, 5 a number. */
function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function warningsOf({ warnings, problems }: ConfigEditResult): readonly string[] {
  return [
    ...warnings.map(({ what, fix }) => `${what} ${fix}`),
    ...problems.map(
      ({ what, fix }) => `The file has a fault elsewhere, and cannot be used until it is corrected: ${what} ${fix}`,
    ),
  ];
}

/** A value of the user that a project's file overrides has no effect here, which would be hard to find out. */
async function overridesOf({ path }: ConfigEdit, io: Io): Promise<readonly string[]> {
  const loaded = await readConfig(io);
  if (loaded.kind === 'invalid') return [];
  const source = loaded.sourceOf(path);
  if (source.kind !== 'project') return [];
  return [`This project decides it otherwise, so the change has no effect here: ${source.file}:${source.line}`];
}

import { checkConfigText } from '../check-config-text.ts';
import type { MapNode } from '../config-node.ts';
import { entryAt } from '../config-node.ts';
import type { ConfigProblem, ConfigWarning } from '../config-problem.ts';
import type { Environment } from '../expand-references.ts';
import { keySchema } from '../json-schema.ts';
import { formatKeyPath, parseKeyPath } from '../key-path.ts';
import { childSchema, typesOf } from '../key-schema.ts';
import { type ConfigSource, parseConfigText } from '../parse-config-text.ts';
import { misspelling } from '../suggest-key.ts';
import type { EditedText, TextChange } from './edit-config-text.ts';
import { invalidSetting, UnknownSettingError } from './setting-errors.ts';

type Keys = readonly string[];

/** What to know of a file after an edit. */
export interface CheckedEdit {
  /** About the settings that were edited. */
  readonly warnings: readonly ConfigWarning[];
  /** Faults elsewhere in the file, which it had before. */
  readonly problems: readonly ConfigProblem[];
}

/** A text before and after its edits. */
export interface EditToCheck {
  readonly before: string;
  readonly edited: EditedText;
  readonly source: ConfigSource;
  /** What references in the file stand for. */
  readonly env: Environment;
}

/**
 * Hold an edit to the schema. A file that has a fault may be edited, or it could not be corrected; an edit may not
 * add one.
 *
 * @throws UnknownSettingError for a new key that is a misspelt setting.
 * @throws InvalidSettingError for a value that its setting cannot have.
 */
export function checkEdit({ before, edited, source, env }: EditToCheck): CheckedEdit {
  const old = parseConfigText(before, source);
  const set = edited.changes.filter(({ after }) => after !== undefined);
  if (old.kind === 'parsed') for (const { path } of set) refuseMisspelt(old.root, path);

  const known = new Set(checkConfigText(before, source, { userFile: source.file, env }).problems.map(identityOf));
  const now = checkConfigText(edited.text, source, { userFile: source.file, env });
  // A variable may be set where the file is used, and not here.
  const isFault = (problem: ConfigProblem): boolean =>
    problem.code !== 'unknown-variable' &&
    (!known.has(identityOf(problem)) || set.some(({ path }) => startsWith(pathOf(problem), path)));
  const fault = now.problems.find(isFault);
  if (fault !== undefined) throw invalidSetting(fault);
  return { warnings: now.warnings.filter((warning) => concerns(warning, edited.changes)), problems: now.problems };
}

/** Two problems with the same identity are one, in another line maybe. */
function identityOf({ code, path, rule, value }: ConfigProblem): string {
  return JSON.stringify([code, path, rule, String(value)]);
}

function pathOf({ path }: { readonly path: string }): Keys {
  const parsed = parseKeyPath(path);
  return parsed.kind === 'parsed' ? parsed.segments : [];
}

function concerns(warning: ConfigWarning, changes: readonly TextChange[]): boolean {
  const path = pathOf(warning);
  return path.length > 0 && changes.some((change) => startsWith(path, change.path) || startsWith(change.path, path));
}

function startsWith(path: Keys, start: Keys): boolean {
  return start.every((key, index) => path[index] === key);
}

/** A key that is in the file already is somebody's, and so is what comes below it. */
function refuseMisspelt(root: MapNode, path: Keys): void {
  const unknown = unknownPart(path);
  if (unknown === undefined || entryAt(root, unknown) !== undefined) return;
  const suggestion = misspelling(path);
  if (suggestion !== undefined) throw new UnknownSettingError({ path: formatKeyPath(path), suggestion });
}

/** A path up to the first key that the schema does not know; `undefined` when it knows all, or has no opinion. */
function unknownPart(path: Keys): Keys | undefined {
  let schema = keySchema();
  for (const [index, key] of path.entries()) {
    const child = childSchema(schema, key);
    if (child === undefined) return path.slice(0, index + 1);
    if (typesOf(child).length === 0) return undefined;
    schema = child;
  }
  return undefined;
}

import type { MapNode } from './config-node.ts';
import type { ConfigProblem, ConfigWarning } from './config-problem.ts';
import type { Environment } from './expand-references.ts';
import { withoutUserKeys } from './keep-user-keys.ts';
import { type ConfigSource, parseConfigText } from './parse-config-text.ts';
import { settleModel } from './settle-model.ts';
import { settleValues } from './settle-values.ts';
import { valueProblems } from './value-problems.ts';

/** One file, checked. With problems, `root` is not to be used. */
export interface CheckedFile {
  /** What it sets, as the schema wants it; nothing for a file that could not be read. */
  readonly root: MapNode | undefined;
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigWarning[];
}

/** What the check of a file needs to know. */
export interface CheckOptions {
  /** Where a setting that a project may not make belongs. */
  readonly userFile: string;
  /** What references in the user's own file stand for. */
  readonly env: Environment;
}

/**
 * Check the text of one config file by itself, so that everything wrong with it carries its name.
 */
export function checkConfigText(text: string, source: ConfigSource, { userFile, env }: CheckOptions): CheckedFile {
  const parsed = parseConfigText(text, source);
  if (parsed.kind === 'broken') return { root: undefined, problems: parsed.problems, warnings: [] };
  const model = settleModel(parsed.root);
  const allowed =
    source.origin === 'project' ? withoutUserKeys(model.root, userFile) : { root: model.root, warnings: [] };
  const settled = settleValues(allowed.root, source.origin === 'user' ? env : undefined);
  const warnings = [...parsed.warnings, ...model.warnings, ...allowed.warnings, ...settled.warnings];
  return { root: settled.root, problems: [...settled.problems, ...valueProblems(settled.root)], warnings };
}

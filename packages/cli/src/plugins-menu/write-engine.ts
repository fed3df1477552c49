import { editConfigFile } from '@hermes-context/config';
import { BUILT_IN_ENGINE_NAME } from '@hermes-context/core';
import { plainText } from '../terminal/plain-text.ts';
import type { OpenInventory } from './open-inventory.ts';

/** A choice that was made. `hermes plugins use --json` prints it as it is: fields are added, never renamed. */
export interface EngineChoice {
  readonly engine: string;
  /** `unchanged`: it was chosen before, and no file was touched. */
  readonly outcome: 'written' | 'unchanged';
  /** The user's file. */
  readonly file: string;
  /** Where `context.engine` stands in it, from 1; `null` where it does not, since the default says the same. */
  readonly line: number | null;
  /** What `context.engine` was for the user before; `null` where a project's file hides it. */
  readonly previous: string | null;
  /** A project's file that says otherwise and wins there; `null` when nothing does. */
  readonly overriddenBy: { readonly file: string; readonly line: number; readonly engine: string } | null;
  /** What the user should know, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Write an engine's name as `context.engine` into the user's file. Check it first: {@link checkEngine}.
 *
 * @throws ContextHostError when the file cannot be edited; it is as it was then.
 */
export async function writeEngine(
  engine: string,
  { loaded }: OpenInventory,
  warnings: readonly string[] = [],
): Promise<EngineChoice> {
  const { config, files, sourceOf } = loaded;
  const source = sourceOf('context.engine');
  const before = config.context.engine;
  if (source.kind === 'default' && engine === BUILT_IN_ENGINE_NAME) {
    const file = files.user;
    return { engine, outcome: 'unchanged', file, line: null, previous: before, overriddenBy: null, warnings };
  }
  const edit = { kind: 'set', path: ['context', 'engine'], value: engine } as const;
  const edited = await editConfigFile({ file: files.user, edits: [edit] });
  const line = edited.changes[0]?.line ?? (source.kind === 'user' ? source.line : null);
  const isHidden = source.kind === 'project';
  return {
    engine,
    outcome: edited.kind,
    file: edited.file,
    line,
    previous: isHidden ? null : before,
    overriddenBy:
      isHidden && before !== engine ? { file: source.file, line: source.line, engine: plainText(before) } : null,
    warnings,
  };
}

/** The choice in sentences: what was written where, and why it may have no effect. Pure. */
export function describeChoice({
  engine,
  outcome,
  file,
  line,
  previous,
  overriddenBy,
}: EngineChoice): readonly string[] {
  const place = line === null ? file : `${file}:${line}`;
  const before = previous === null || outcome === 'unchanged' ? '' : ` It was ${plainText(previous)}.`;
  const done = outcome === 'written' ? `Written to ${place}.` : `As before; ${file} was not touched.`;
  const override =
    overriddenBy === null
      ? []
      : [
          `It has no effect in this project: ${overriddenBy.file}:${overriddenBy.line} says ${overriddenBy.engine}, and a project's file wins.`,
        ];
  return [`Context engine: ${engine}. ${done}${before}`, ...override];
}

import type { ContextHostError } from '@hermes-context/contract';
import {
  type ContextEngineResolution,
  ENGINE_NAME_RULE,
  isEngineName,
  PIPELINE_ENGINE_NAME,
  parseEngineOptions,
  resolveContextEngine,
  StageLeftOutError,
} from '@hermes-context/core';
import { closestName } from '@hermes-context/messages';
import { engineSection } from '../plug-ins/engine-section.ts';
import { trustProject } from '../plug-ins/trust-project.ts';
import { clipText, SHOWN_COLUMNS } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';
import { usableNames } from './engine-entries.ts';
import type { OpenInventory } from './open-inventory.ts';

/** Whether an engine may be chosen. Narrow on `kind`. */
export type EngineCheck =
  | {
      readonly kind: 'sound';
      /** What the user should know all the same, one sentence each. */
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'refused'; readonly error: ContextHostError };

/**
 * Check an engine as a session would: find it by its name, load it (a stranger's in a process of its own first), compare
 * the contract version, and let it parse its options. Of a pipeline, each stage. Not made: `create` may open what only
 * a session needs. Writes nothing, never throws.
 */
export async function checkEngine(name: string, opened: OpenInventory): Promise<EngineCheck> {
  if (!isEngineName(name)) return refused(notAName(name, opened));
  const { open, loaded } = opened;
  const { registry, load } = open;
  const { stages } = loaded.config.context;
  const trust = trustProject(open.folders, { engine: name, loaded });
  const resolution = await resolveContextEngine({ requested: name, stages, registry, folders: trust.folders, load });
  const fault = findFault(name, resolution, opened);
  if (fault !== undefined) return refused(fault);
  const parsed = parseEngineOptions(resolution, engineSection(resolution, loaded.config));
  return parsed.kind === 'invalid'
    ? refused(parsed.problem)
    : { kind: 'sound', warnings: [...trust.warnings.map(plainText), ...warningsOf(name, resolution)] };
}

/** A stage that is left out is no fault of a run, but one of a choice: whoever makes it is here to mend it. */
function findFault(
  name: string,
  { engineName, notice, notices }: ContextEngineResolution,
  opened: OpenInventory,
): ContextHostError | undefined {
  const leftOut = notices.find((each) => each instanceof StageLeftOutError);
  if (leftOut !== undefined) return leftOut;
  if (engineName === name) return undefined;
  const isThere = opened.inventory.engines.some((entry) => entry.name === name && entry.health !== 'not-found');
  const isPipeline = name === PIPELINE_ENGINE_NAME;
  return notice === undefined || !(isThere || isPipeline) ? notFound(name, opened) : notice;
}

function warningsOf(name: string, { notices, source }: ContextEngineResolution): readonly string[] {
  const isProjects = source.kind === 'folder' && source.root === 'project';
  return [
    ...notices.map(({ explanation }) => plainText(`${explanation.what} ${explanation.fix}`)),
    ...(isProjects
      ? [`"${name}" comes with this project: elsewhere the name leads nowhere, and compressor runs.`]
      : []),
  ];
}

const refused = (error: ContextHostError): EngineCheck => ({ kind: 'refused', error });

function notAName(name: string, opened: OpenInventory): UsageError {
  return new UsageError({
    what: `"${clipText(plainText(name), SHOWN_COLUMNS)}" cannot name a context engine.`,
    why: `A name is ${ENGINE_NAME_RULE}. No folder was looked at.`,
    fix: suggest(name, opened),
  });
}

function notFound(name: string, opened: OpenInventory): UsageError {
  const places = opened.inventory.searched.map(({ path }) => plainText(path)).join(', ');
  return new UsageError({
    what: `There is no context engine "${name}".`,
    why: `These can be used: ${usableNames(opened.inventory.engines).join(', ')}. Looked in: ${places}.`,
    fix: suggest(name, opened),
  });
}

function suggest(name: string, { inventory }: OpenInventory): string {
  const meant = closestName(name, usableNames(inventory.engines));
  return meant === undefined
    ? 'Run hermes plugins list to see them all, or put the plug-in into one of those folders.'
    : `Did you mean "${meant}"? Run: hermes plugins use ${meant}`;
}

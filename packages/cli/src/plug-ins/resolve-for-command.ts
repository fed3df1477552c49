import type { ContextHostError } from '@hermes-context/contract';
import {
  BUILT_IN_ENGINE_NAME,
  type ContextEngineResolution,
  type EngineResolution,
  resolveContextEngine,
} from '@hermes-context/core';
import { noticeText } from './notice-text.ts';
import type { OpenPlugins } from './open-plugins.ts';
import { type EngineDemand, trustProject } from './trust-project.ts';

/** The engine of a command, before it is made. */
export interface CommandEngine {
  readonly resolution: ContextEngineResolution;
  /** Folders that were left alone, one line each. */
  readonly trustWarnings: readonly string[];
}

/** Find the engine that the command line names, or else the configuration; what is broken gives way to the built-in (S-006). */
export async function resolveForCommand(plugins: OpenPlugins, demand: EngineDemand): Promise<CommandEngine> {
  const { registry, load, folders } = plugins;
  const { engine, stages } = demand.loaded.config.context;
  const trust = trustProject(folders, demand);
  const requested = demand.engine ?? engine;
  const resolution = await resolveContextEngine({ requested, stages, registry, folders: trust.folders, load });
  return { resolution, trustWarnings: trust.warnings };
}

/** Tell the general plug-ins that another engine runs than was asked for. */
export function tellFallback({ engineName, notice, report }: EngineResolution, { events }: OpenPlugins): void {
  if (notice === undefined) return;
  const { requested } = report;
  events.emit('engine:fallback', { requested, used: engineName, code: notice.code, message: notice.message });
}

/**
 * What the user should know about how this engine came to run, one line each: what is wrong with the plug-ins, folders
 * that were left alone, and what was wrong on the way.
 *
 * @param settled - The engine that runs: the resolution itself, or what took its place when it could not be made.
 */
export function engineWarnings(
  { resolution, trustWarnings }: CommandEngine,
  { settled, plugins }: { readonly settled: EngineResolution; readonly plugins: Pick<OpenPlugins, 'warnings'> },
): readonly string[] {
  const isNotice = (notice: ContextHostError | undefined): notice is ContextHostError => notice !== undefined;
  const notices = new Set([...resolution.notices, settled.notice].filter(isNotice));
  const isBuiltIn = settled.engineName === BUILT_IN_ENGINE_NAME;
  const told = Array.from(notices, (notice) =>
    noticeText(notice, isBuiltIn && notice === settled.notice ? 'The built-in compressor is used instead.' : undefined),
  );
  // A contested name is told of twice: as a fault of the plug-ins, and with what was done about it.
  const plain = settled.notice === undefined ? undefined : noticeText(settled.notice);
  return [...plugins.warnings.filter((warning) => warning !== plain), ...trustWarnings, ...told];
}

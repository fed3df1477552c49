import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextEngine as compressor } from '@hermes-context/compressor';
import type { HermesConfig, LoadedConfig } from '@hermes-context/config';
import type { ContextEngine, EngineServices, ModelInfo, Summarise } from '@hermes-context/contract';
import {
  createEngine,
  createEngineRegistry,
  discoverPluginFolders,
  type EngineResolution,
  fallBackToBuiltIn,
  isEngineName,
  type PluginPlaces,
  parseEngineOptions,
  pluginRoots,
  resolveEngine,
} from '@hermes-context/core';
import { estimateTokens } from '@hermes-context/messages';
import { resolveModel } from '@hermes-context/models';
import type { Io } from '../io.ts';
import type { CompressOptions } from './options.ts';

/** The engines that come with the command, beside its own folder in a checkout and in it when installed. */
const BUNDLED_PLUGINS = ['../../../../plugins/context_engine', '../../plugins/context_engine'];

/** An engine ready to run, and what the user should know about how it came to be this one. */
export interface OpenEngine {
  readonly engine: ContextEngine;
  readonly name: string;
  readonly model: ModelInfo;
  /** Where the size of the window comes from, for a person. */
  readonly windowSource: string;
  readonly warnings: readonly string[];
}

/** The model that the conversation is for: named on the command line, in the configuration, or nowhere. */
function chooseModel(
  { model, contextTokens }: CompressOptions,
  config: HermesConfig,
): { readonly model: ModelInfo; readonly source: string } {
  const named = model ?? config.model.default ?? undefined;
  // A window in the configuration is that of the model in the configuration.
  const configured = model === undefined ? (config.model.context_length ?? undefined) : undefined;
  const window = contextTokens ?? configured;
  return resolveModel(named ?? 'unnamed', {
    ...(window === undefined ? {} : { contextTokens: window }),
    ...(config.model.provider === null ? {} : { provider: config.model.provider }),
  });
}

/**
 * Find, check and make the engine. Always ends at one: what is broken gives way to the built-in, with a warning (S-006).
 *
 * @throws ContextHostError when the engine refuses its options: a mistake in the configuration, not a broken engine.
 */
export async function openEngine(
  options: CompressOptions,
  loaded: LoadedConfig,
  parts: { readonly summarise: Summarise; readonly io: Io },
): Promise<OpenEngine> {
  const { config, files } = loaded;
  const registry = createEngineRegistry({ builtIn: compressor });
  const requested = options.engine ?? config.context.engine;
  const trust = trustProject(options, loaded, parts.io);
  const folders = await discoverPluginFolders({ roots: pluginRoots({ ...placesFor(loaded), ...trust.places }) });
  const resolution = await resolveEngine({ requested, registry, folders });

  const { model, source } = chooseModel(options, config);
  const services = servicesFor(resolution.engineName, {
    model,
    dataRoot: files.hermesHome,
    summarise: parts.summarise,
  });
  const open = { model, source, warnings: trust.warnings };
  const made = await makeEngine(resolution, { config, services });
  if (made.kind === 'created') return opened(resolution, { ...open, engine: made.engine });
  const fallback = fallBackToBuiltIn(resolution, registry, made.error);
  const builtIn = await makeEngine(fallback, { config, services });
  if (builtIn.kind === 'failed') throw builtIn.error;
  return opened(fallback, { ...open, engine: builtIn.engine });
}

function placesFor({ config, files }: LoadedConfig): PluginPlaces {
  const folders = BUNDLED_PLUGINS.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const bundled = folders.find((path) => existsSync(path));
  return {
    home: files.hermesHome,
    configured: config.plugins.paths,
    ...(bundled === undefined ? {} : { bundled }),
  };
}

interface ProjectTrust {
  readonly places: Pick<PluginPlaces, 'project'>;
  readonly warnings: readonly string[];
}

/**
 * A checkout may bring an engine, and a file that names it: together they would run code that the user
 * never asked for. So the project's own folder counts only where the user named the engine.
 */
function trustProject({ engine }: CompressOptions, { config, sourceOf }: LoadedConfig, { cwd }: Io): ProjectTrust {
  if (engine !== undefined || sourceOf('context.engine').kind !== 'project')
    return { places: { project: cwd }, warnings: [] };
  const name = config.context.engine;
  const folder = join(cwd, 'plugins', 'context_engine', name);
  if (!isEngineName(name) || !existsSync(folder)) return { places: {}, warnings: [] };
  const warning = `This project brings the engine "${name}" and its config names it, so its code was not run. To run it, name it yourself: --engine ${name}, or context.engine in your own config.yaml.`;
  return { places: {}, warnings: [warning] };
}

function opened(
  { engineName, notice }: EngineResolution,
  open: Pick<OpenEngine, 'engine' | 'model' | 'warnings'> & { readonly source: string },
): OpenEngine {
  const ending = engineName === 'compressor' ? ' The built-in compressor is used instead.' : '';
  const notices = notice === undefined ? [] : [`${noticeText(notice.explanation)}${ending}`];
  const { engine, model, source } = open;
  return { engine, name: engineName, model, windowSource: source, warnings: [...open.warnings, ...notices] };
}

function noticeText({ what, why, fix }: { readonly what: string; readonly why: string; readonly fix: string }): string {
  return `${what} ${why} ${fix}`;
}

async function makeEngine(
  resolution: EngineResolution,
  { config, services }: { readonly config: HermesConfig; readonly services: EngineServices },
): ReturnType<typeof createEngine> {
  const isBuiltIn = resolution.source.kind === 'built-in';
  const raw = isBuiltIn ? config.compression : (config.context.options[resolution.engineName] ?? {});
  const parsed = parseEngineOptions(resolution, raw);
  if (parsed.kind === 'invalid') throw parsed.problem;
  return createEngine({ plugin: resolution.plugin, options: parsed.options, services });
}

function servicesFor(
  engine: string,
  {
    model,
    dataRoot,
    summarise,
  }: { readonly model: ModelInfo; readonly dataRoot: string; readonly summarise: Summarise },
): EngineServices {
  const ignore = (): void => undefined;
  return {
    sessionId: 'compress',
    model,
    countTokens: estimateTokens,
    summarise,
    log: { debug: ignore, info: ignore, warn: ignore },
    clock: { now: () => Date.now() },
    dataDir: join(dataRoot, 'context', 'engines', engine),
    emit: ignore,
  };
}

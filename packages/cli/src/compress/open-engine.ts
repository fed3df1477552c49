import { join } from 'node:path';
import type { HermesConfig, LoadedConfig } from '@hermes-context/config';
import type { ContextEngine, EngineServices, ModelInfo, Summarise } from '@hermes-context/contract';
import {
  createEngine,
  disposeEngine,
  type EngineResolution,
  fallBackToBuiltIn,
  isEngineEventName,
  parseEngineOptions,
} from '@hermes-context/core';
import { estimateTokens } from '@hermes-context/messages';
import { resolveModel } from '@hermes-context/models';
import type { Io } from '../io.ts';
import { engineSection } from '../plug-ins/engine-section.ts';
import { type OpenPlugins, openPlugins } from '../plug-ins/open-plugins.ts';
import { engineWarnings, resolveForCommand, tellFallback } from '../plug-ins/resolve-for-command.ts';
import type { CompressOptions } from './options.ts';

/** An engine ready to run, and what the user should know about how it came to be this one. */
export interface OpenEngine {
  readonly engine: ContextEngine;
  readonly name: string;
  readonly model: ModelInfo;
  /** Where the size of the window comes from, for a person. */
  readonly windowSource: string;
  /** Grows while listeners fail, and when the engine cannot be closed. */
  readonly warnings: readonly string[];
  /** Let the engine release what it opened, and the general plug-ins hear nothing more. Never throws. */
  close(): Promise<void>;
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
 * Find, check and make the engine, with the general plug-ins that the user enabled around it. Always ends at one: what
 * is broken gives way to the built-in, with a warning (S-006). Close it when it is done.
 *
 * @throws ContextHostError when the engine refuses its options: a mistake in the configuration, not a broken engine.
 */
export async function openEngine(
  options: CompressOptions,
  loaded: LoadedConfig,
  parts: { readonly summarise: Summarise; readonly io: Io },
): Promise<OpenEngine> {
  const plugins = await openPlugins(loaded, parts.io);
  try {
    return await openWith(plugins, options, { ...parts, loaded });
  } catch (error) {
    plugins.dispose();
    throw error;
  }
}

interface EngineParts {
  readonly loaded: LoadedConfig;
  readonly summarise: Summarise;
  readonly io: Io;
}

async function openWith(plugins: OpenPlugins, options: CompressOptions, parts: EngineParts): Promise<OpenEngine> {
  const { config } = parts.loaded;
  const { registry } = plugins;
  const found = await resolveForCommand(plugins, { engine: options.engine, loaded: parts.loaded });
  const { resolution } = found;

  const { model, source: windowSource } = chooseModel(options, config);
  const make = (chosen: EngineResolution) => makeEngine(chosen, { plugins, parts, model });
  const made = await make(resolution);
  const settled = made.kind === 'created' ? resolution : fallBackToBuiltIn(resolution, registry, made.error);
  const last = made.kind === 'created' ? made : await make(settled);
  if (last.kind === 'failed') throw last.error;
  tellFallback(settled, plugins);
  const closing: string[] = [];
  return {
    engine: last.engine,
    name: settled.engineName,
    model,
    windowSource,
    get warnings() {
      return [...engineWarnings(found, { settled, plugins }), ...closing];
    },
    async close() {
      const disposal = await disposeEngine(last.engine);
      if (disposal.kind === 'failed')
        closing.push(`The engine "${settled.engineName}" was not closed. ${disposal.problem}`);
      plugins.dispose();
    },
  };
}

async function makeEngine(
  resolution: EngineResolution,
  { plugins, parts, model }: { readonly plugins: OpenPlugins; readonly parts: EngineParts; readonly model: ModelInfo },
): ReturnType<typeof createEngine> {
  const { config, files } = parts.loaded;
  const { engineName, plugin } = resolution;
  const parsed = parseEngineOptions(resolution, engineSection(resolution, config));
  if (parsed.kind === 'invalid') throw parsed.problem;
  const ignore = (): void => undefined;
  const services: EngineServices = {
    sessionId: 'compress',
    model,
    countTokens: estimateTokens,
    summarise: parts.summarise,
    log: { debug: ignore, info: ignore, warn: ignore },
    clock: { now: () => Date.now() },
    dataDir: join(files.hermesHome, 'context', 'engines', engineName),
    emit: (event, payload) => {
      if (isEngineEventName(event, engineName)) plugins.events.emit(event, payload);
    },
  };
  return createEngine({ plugin, options: parsed.options, services });
}

import { join } from 'node:path';
import type { LoadedConfig } from '@hermes-context/config';
import type { ModelInfo } from '@hermes-context/contract';
import { type PluginCommand, parseEngineOptions } from '@hermes-context/core';
import { createHost, type Host, type HostEngine, type HostLimits, type HostTool } from '@hermes-context/host';
import type { ChatModel } from '@hermes-context/providers';
import { openSqliteStore, type SqliteSessionStore } from '@hermes-context/sessions';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { engineSection } from '../plug-ins/engine-section.ts';
import { type OpenPlugins, openPlugins } from '../plug-ins/open-plugins.ts';
import {
  type CommandEngine,
  engineWarnings,
  resolveForCommand,
  tellFallback,
} from '../plug-ins/resolve-for-command.ts';
import { UsageError } from '../usage-error.ts';
import { chatModelOf, type ModelFlags } from './chat-model-of.ts';
import { codexNotice } from './codex-notice.ts';

/** What a command asks of its host. */
export interface HostFlags extends ModelFlags {
  readonly engine?: string | undefined;
  /** Where the conversations come from, for listeners, such as `cli`. */
  readonly platform: string;
  /** Used instead of what the flags and the configuration say, such as the demo model. */
  readonly chatModel?: ChatModel | undefined;
  readonly systemPrompt?: string | undefined;
  readonly tools?: readonly HostTool[] | undefined;
  readonly limits?: Partial<HostLimits> | undefined;
}

/** A host as the configuration of this home says, and the store of this home. */
export interface OpenHost {
  readonly host: Host;
  readonly store: SqliteSessionStore;
  readonly model: ChatModel;
  /** Where the size of the window comes from, for a person; absent for a model that was handed in. */
  readonly windowSource?: string;
  readonly loaded: LoadedConfig;
  /** Slash commands of the general plug-ins. */
  readonly commands: readonly PluginCommand[];
  /** What the user should know, one line each. Grows. */
  warnings(): readonly string[];
  /** Add to it. */
  warn(text: string): void;
  /** What the user is to be told, now that a session goes on with this model; `undefined` for nothing. */
  noticeOf(model: ModelInfo): Promise<string | undefined>;
  /** Close the sessions, the store and the plug-ins. */
  close(): Promise<void>;
}

/**
 * Make the host of a command, from the configuration and its flags.
 *
 * @throws InvalidConfigError, UsageError - For what must be corrected first: the configuration, or that no model can be reached.
 * @throws SessionStoreError - The store of the home cannot be used.
 */
export async function openHost(flags: HostFlags, io: Io): Promise<OpenHost> {
  const loaded = await openConfig(io);
  const told: string[] = [];
  const chosen = await chooseModel(flags, { loaded, io, told });
  const plugins = await openPlugins(loaded, io);
  try {
    return await openWith({ flags, io, loaded, plugins, told, ...chosen });
  } catch (error) {
    plugins.dispose();
    throw error;
  }
}

interface Parts {
  readonly flags: HostFlags;
  readonly io: Io;
  readonly loaded: LoadedConfig;
  readonly plugins: OpenPlugins;
  readonly model: ChatModel;
  readonly windowSource?: string;
  /** What the user should know, so far. */
  readonly told: string[];
}

async function chooseModel(
  flags: HostFlags,
  { loaded, io, told }: Pick<Parts, 'loaded' | 'io' | 'told'>,
): Promise<Pick<Parts, 'model' | 'windowSource'>> {
  if (flags.chatModel !== undefined) return { model: flags.chatModel };
  const { env, cwd } = io;
  const choice = await chatModelOf(flags, {
    config: loaded.config,
    env,
    cwd,
    onWarning: (text) => told.push(text),
  });
  if (choice.kind === 'model') return choice;
  throw new UsageError({
    what: 'There is no model to talk to.',
    why: choice.detail,
    fix: 'Give --base-url and --model, or set model.base_url and model.default with hermes config set; for a model of OpenAI set OPENAI_API_KEY.',
  });
}

async function openWith(parts: Parts): Promise<OpenHost> {
  const { flags, io, loaded, plugins, model, windowSource, told } = parts;
  const context = join(loaded.files.hermesHome, 'context');
  const found = await resolveForCommand(plugins, { engine: flags.engine, loaded });
  const engine = engineOf(found, loaded);
  tellFallback(found.resolution, plugins);
  const noticeOf = (info: ModelInfo) => codexNotice(info, { loaded, engineName: found.resolution.engineName });
  told.push(...noticesOf(await noticeOf(model.info)));
  const store = await openSqliteStore(join(context, 'state.db'));
  const host = await createHost({
    config: loaded.config,
    model,
    store,
    engine,
    env: io.env,
    events: plugins.events,
    platform: flags.platform,
    dataDir: context,
    onWarning: (warning) => told.push(warning),
    ...(flags.systemPrompt === undefined ? {} : { systemPrompt: flags.systemPrompt }),
    ...(flags.tools === undefined ? {} : { tools: flags.tools }),
    ...(flags.limits === undefined ? {} : { limits: flags.limits }),
  });
  return {
    host,
    store,
    model,
    loaded,
    commands: plugins.general.commands,
    noticeOf,
    warn: (text) => told.push(text),
    ...(windowSource === undefined ? {} : { windowSource }),
    warnings: () => [...new Set([...engineWarnings(found, { settled: found.resolution, plugins }), ...told])],
    async close() {
      await host.close();
      await model.close?.();
      await store.close();
      plugins.dispose();
    },
  };
}

function noticesOf(notice: string | undefined): readonly string[] {
  return notice === undefined ? [] : [notice];
}

/** The engine with its options. @throws InvalidOptionError - For options that it refuses: a mistake in the configuration. */
function engineOf({ resolution }: CommandEngine, { config }: LoadedConfig): HostEngine {
  const parsed = parseEngineOptions(resolution, engineSection(resolution, config));
  if (parsed.kind === 'invalid') throw parsed.problem;
  return { plugin: resolution.plugin, options: parsed.options };
}

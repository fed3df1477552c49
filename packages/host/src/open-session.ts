import { join } from 'node:path';
import { contextEngine as compressor } from '@hermes-context/compressor';
import type { ContextEngine, EngineServices, Summarise } from '@hermes-context/contract';
import { createEngine, type EventBus, type HostEvents, isEngineEventName } from '@hermes-context/core';
import { estimateTokens } from '@hermes-context/messages';
import type { ChatModel } from '@hermes-context/providers';
import { type Session, type SessionStore, sessionSearchTool } from '@hermes-context/sessions';
import { type DependencyContainer, instanceCachingFactory } from 'tsyringe';
import { meterSummaries } from './compaction/summary-meter.ts';
import { EngineDesk } from './engine-desk.ts';
import {
  ChatModelToken,
  ClockToken,
  EngineDeskToken,
  EventBusToken,
  HostLimitsToken,
  HostOptionsToken,
  LiveListToken,
  SessionCoreToken,
  SessionStoreToken,
  SummaryMeterToken,
} from './host-tokens.ts';
import type { HostEngine, HostOptions } from './host-types.ts';
import { readKept } from './kept-state.ts';
import { LiveList } from './live-list.ts';
import { CurrentPins } from './pins/current-pins.ts';
import { SessionCore } from './session-core.ts';
import { hostSummariser } from './summary-route/host-summariser.ts';
import { openToolDesk } from './turn/tool-desk.ts';

/** What is made for one session, by the container that it lives in. */
export interface SessionParts {
  readonly container: DependencyContainer;
  readonly session: Session;
  /** Who works on it, for the holders of leases. */
  readonly holder: string;
  readonly dataDir: string;
  readonly onWarning: (warning: string) => void;
}

/** Wire one session in a container of its own: its list, its engine, its tools, its state. */
export async function openSession(parts: SessionParts): Promise<SessionCore> {
  const { container, session } = parts;
  const store = container.resolve(SessionStoreToken);
  container.register(LiveListToken, { useValue: await LiveList.open(store, session.id) });
  // The core is made last, and the summarizer tells it how far it is.
  const meter = meterSummaries(summariserOf(container, () => container.resolve(SessionCoreToken)));
  container.register(SummaryMeterToken, { useValue: meter });
  const pins = new CurrentPins();
  const summarise = pins.tell(meter.summarise);
  container.register(EngineDeskToken, { useValue: await openDesk(parts, summarise) });
  container.register(SessionCoreToken, { useFactory: instanceCachingFactory((scope) => makeCore(scope, parts, pins)) });
  const core = container.resolve(SessionCoreToken);
  core.compactions = session.compactions;
  return core;
}

function summariserOf(container: DependencyContainer, core: () => SessionCore) {
  const { summarise, config, env = {} } = container.resolve(HostOptionsToken);
  if (summarise !== undefined) return summarise;
  return hostSummariser({
    config,
    env,
    model: () => core().model,
    now: () => container.resolve(ClockToken).now(),
    onProgress: (progress) => core().tellProgress({ type: 'compaction-progress', progress }),
  });
}

async function openDesk(parts: SessionParts, summarise: Summarise): Promise<EngineDesk> {
  const { container, onWarning } = parts;
  const options = container.resolve(HostOptionsToken);
  const chosen = options.engine ?? builtIn(options);
  const made = await make(chosen, parts, summarise);
  if (made.kind === 'created') return deskOf(chosen, made.engine, onWarning);
  const { error } = made;
  container.resolve(EventBusToken).emit('engine:fallback', {
    requested: chosen.plugin.name,
    used: compressor.name,
    code: error.code,
    message: error.message,
  });
  onWarning(`${error.message}\nThe built-in compressor is used instead.`);
  const fallback = builtIn(options);
  const second = await make(fallback, parts, summarise);
  if (second.kind === 'failed') throw second.error;
  return deskOf(fallback, second.engine, onWarning);
}

function builtIn({ config }: HostOptions): HostEngine {
  return { plugin: compressor, options: compressor.parseOptions(config.compression) };
}

function deskOf({ plugin }: HostEngine, engine: ContextEngine, onWarning: SessionParts['onWarning']): EngineDesk {
  return new EngineDesk({ engine, name: plugin.name, onWarning });
}

function make(
  { plugin, options }: HostEngine,
  parts: SessionParts,
  summarise: Summarise,
): ReturnType<typeof createEngine> {
  const { container, session, dataDir } = parts;
  const ignore = (): void => undefined;
  const services: EngineServices = {
    sessionId: session.id,
    model: container.resolve(ChatModelToken).info,
    countTokens: estimateTokens,
    summarise,
    log: { debug: ignore, info: ignore, warn: ignore },
    clock: container.resolve(ClockToken),
    dataDir: join(dataDir, 'engines', plugin.name),
    emit: engineVoice(container.resolve(EventBusToken), plugin.name),
  };
  return createEngine({ plugin, options, services });
}

/** An engine speaks under its own name, and under no other. */
function engineVoice(events: EventBus<HostEvents>, engine: string): EngineServices['emit'] {
  return (event, payload) => {
    if (isEngineEventName(event, engine)) events.emit(event, payload);
  };
}

function makeCore(
  container: DependencyContainer,
  { session, holder, onWarning }: SessionParts,
  pins: CurrentPins,
): SessionCore {
  const options = container.resolve(HostOptionsToken);
  const store = container.resolve(SessionStoreToken);
  const live = container.resolve(LiveListToken);
  const desk = container.resolve(EngineDeskToken);
  const limits = container.resolve(HostLimitsToken);
  const tools = openToolDesk({
    engineName: desk.name,
    engineTools: desk.tools,
    ownTools: options.sessionSearch === false ? [] : [searchTool(store, live)],
    hostTools: options.tools ?? [],
    timeoutMs: limits.toolTimeoutMs,
  });
  for (const warning of tools.warnings) onWarning(warning);
  const { compression, prompt_caching } = options.config;
  const core = new SessionCore({
    store,
    events: container.resolve(EventBusToken),
    clock: container.resolve(ClockToken),
    limits,
    live,
    desk,
    tools,
    meter: container.resolve(SummaryMeterToken),
    pins,
    model: modelOf(container),
    kept: readKept(session),
    isEnabled: compression.enabled,
    compression,
    inPlace: compression.in_place,
    pruneWhen: compression.prune_when,
    caching: prompt_caching,
    lastActiveAt: session.updatedAt,
    platform: options.platform,
    holder,
    systemPrompt: () => systemPromptOf(options),
    onWarning,
  });
  for (const warning of core.cache.warnings) onWarning(warning);
  return core;
}

function modelOf(container: DependencyContainer): ChatModel {
  return container.resolve(ChatModelToken);
}

/** Asks for the session's id at each call: a rotation changes it. */
function searchTool(store: SessionStore, live: LiveList) {
  const tool = sessionSearchTool({ store, sessionId: live.sessionId });
  return {
    ...tool,
    execute: (input: unknown, call: { readonly signal: AbortSignal }) =>
      sessionSearchTool({ store, sessionId: live.sessionId }).execute(input, call),
  };
}

/** The system prompt as it would be built now. */
export async function systemPromptOf({ systemPrompt }: Pick<HostOptions, 'systemPrompt'>): Promise<string | undefined> {
  return typeof systemPrompt === 'function' ? systemPrompt() : systemPrompt;
}

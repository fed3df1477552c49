export { checkPlugin, type PluginVerdict } from './check-plugin.ts';
export { HOST_CONTRACT_VERSIONS } from './contract-version.ts';
export { createEngine, type EngineCreation, type EngineParts } from './create-engine.ts';
export { createEngineRegistry, type RegistryParts } from './create-engine-registry.ts';
export {
  discoverPluginFolders,
  type PluginDiscovery,
  type PluginFolder,
  type PluginPlaces,
  type PluginRoot,
  pluginRoots,
  type SearchedRoot,
} from './discover-plugin-folders.ts';
export { type DuplicateEngine, DuplicateEngineError } from './duplicate-engine-error.ts';
export { EngineCreateError, type EngineCreateFailure } from './engine-create-error.ts';
export type { EngineFallbackNotice } from './engine-fallback-notice.ts';
export { BUILT_IN_ENGINE_NAME, ENGINE_NAME_RULE, isEngineName } from './engine-name.ts';
export { type BadEngineName, EngineNameError } from './engine-name-error.ts';
export { EngineNotFoundError, type MissingEngine } from './engine-not-found-error.ts';
export { EngineOptionsError } from './engine-options-error.ts';
export type { EngineRegistry, RegisteredEngine, RegistrationResult } from './engine-registry.ts';
export { describeEngineSource, type EngineSource, type PluginRootKind } from './engine-source.ts';
export { createEventBus, type EventBus, type ListenerFailure, type Unsubscribe } from './event-bus.ts';
export { type GateRequest, type GateVerdict, gateOutcome } from './gate-outcome.ts';
export {
  type EngineEventName,
  type EngineFallbackEvent,
  type HostEvents,
  isEngineEventName,
  type SessionCompressEvent,
} from './host-events.ts';
export { type Incompatibility, IncompatiblePluginError } from './incompatible-plugin-error.ts';
export { type LoadOptions, loadPluginFolder, type PluginLoad } from './load-plugin-folder.ts';
export { type EngineOptionsResult, parseEngineOptions } from './parse-engine-options.ts';
export { PluginLoadError, type PluginLoadFailure, type PluginLoadReason } from './plugin-load-error.ts';
export type { PluginManifest } from './plugin-manifest.ts';
export type { PluginFolderState } from './read-plugin-folder.ts';
export {
  type EnginePlace,
  formatResolutionReport,
  type ResolutionAttempt,
  type ResolutionReport,
} from './resolution-report.ts';
export {
  type EngineResolution,
  fallBackToBuiltIn,
  type ResolveEngineRequest,
  resolveEngine,
} from './resolve-engine.ts';
export { BuiltInEngineToken, EngineRegistryToken, RegisteredEngineToken } from './tokens.ts';

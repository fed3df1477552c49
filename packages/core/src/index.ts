export { checkPlugin, type PluginVerdict } from './check-plugin.ts';
export type { PromiseId } from './compose/breach.ts';
export { CompositionError } from './compose/composition-error.ts';
export type { CompositionServices } from './compose/composition-services.ts';
export { fallback } from './compose/fallback.ts';
export type { FallbackOptions } from './compose/fallback-pair.ts';

export { type ComposedEngine, type NamedEngine, named } from './compose/named-engine.ts';
export { NoStagesError } from './compose/no-stages-error.ts';
export { type FailedPart, PartsFailedError } from './compose/parts-failed-error.ts';
export { type PipelineOptions, pipeline, pipelineOf } from './compose/pipeline.ts';
export {
  definePipelinePlugin,
  type PipelineStage,
  type PipelineStageOptions,
} from './compose/pipeline-plugin.ts';
export {
  type ContextEngineResolution,
  type ResolveContextEngineRequest,
  resolveContextEngine,
} from './compose/resolve-context-engine.ts';
export { route } from './compose/route.ts';
export type {
  ChooseEngine,
  RouteByEngineOptions,
  RouteFacts,
  RouteOptions,
  RouteTable,
} from './compose/route-facts.ts';
export { shadow } from './compose/shadow.ts';
export type { ListFigures, ShadowReport, ShadowSide } from './compose/shadow-report.ts';
export type { ShadowOptions } from './compose/shadow-run.ts';
export { type StageFault, type StageLeftOut, StageLeftOutError } from './compose/stage-left-out-error.ts';
export { HOST_CONTRACT_VERSIONS } from './contract-version.ts';
export { createEngine, type EngineCreation, type EngineParts } from './create-engine.ts';
export { createEngineRegistry, type RegistryParts } from './create-engine-registry.ts';
export { describeCause } from './describe-cause.ts';
export { discoverPluginFolders, type PluginPlaces, pluginRoots } from './discover-plugin-folders.ts';
export { disposeEngine, type EngineDisposal } from './dispose-engine.ts';
export { type DuplicateEngine, DuplicateEngineError } from './duplicate-engine-error.ts';
export { EngineCreateError, type EngineCreateFailure } from './engine-create-error.ts';
export type { EngineFallbackNotice } from './engine-fallback-notice.ts';
export {
  BUILT_IN_ENGINE_NAME,
  ENGINE_NAME_RULE,
  isEngineName,
  PIPELINE_ENGINE_NAME,
  reservedMeaning,
} from './engine-name.ts';
export { type BadEngineName, EngineNameError } from './engine-name-error.ts';
export { EngineNotFoundError, type MissingEngine } from './engine-not-found-error.ts';
export { EngineOptionsError } from './engine-options-error.ts';
export type {
  ContestedEngine,
  EngineOrigin,
  EngineRegistry,
  RegisteredEngine,
  RegistrationResult,
} from './engine-registry.ts';
export { describeEngineSource, type EngineSource, type PluginRootKind } from './engine-source.ts';
export { createEventBus, type EventBus, type ListenerFailure, type Unsubscribe } from './event-bus.ts';
export { type GateRequest, type GateVerdict, gateOutcome } from './gate-outcome.ts';
export type { PluginChoice } from './general/choose-plugins.ts';
export { BUILT_IN_COMMAND_NAMES, COMMAND_NAME_RULE } from './general/command-name.ts';
export type { PluginEventSource } from './general/connect-listeners.ts';
export {
  discoverGeneralPlugins,
  type GeneralPluginPlaces,
  generalPluginRoots,
} from './general/discover-general-plugins.ts';
export { type CommandClaim, type DuplicateCommand, DuplicateCommandError } from './general/duplicate-command-error.ts';
export type {
  GeneralPluginRecord,
  GeneralPluginState,
  GeneralPlugins,
  PluginCommand,
} from './general/general-plugin.ts';
export {
  type EnabledPlugin,
  type GeneralPluginParts,
  loadGeneralPlugins,
  type PluginFault,
} from './general/load-general-plugins.ts';
export { PluginCommandError, type PluginCommandFailure } from './general/plugin-command-error.ts';
export { PluginContextClosedError } from './general/plugin-context-closed-error.ts';
export { PluginListenerError } from './general/plugin-listener-error.ts';
export { PluginNameError } from './general/plugin-name-error.ts';
export { type MissingPlugin, PluginNotFoundError } from './general/plugin-not-found-error.ts';
export { PluginRejectionError } from './general/plugin-rejection-error.ts';
export { RegistrationError } from './general/registration-error.ts';
export {
  type EngineEventName,
  type EngineFallbackEvent,
  type HostEvents,
  isEngineEventName,
  type SessionCompressEvent,
  type SessionModelEvent,
} from './host-events.ts';
export type { LoadOptions } from './import-plugin-entry.ts';
export { type Incompatibility, IncompatiblePluginError } from './incompatible-plugin-error.ts';
export type { FolderPlace, PluginDiscovery, PluginFolder, PluginRoot, SearchedRoot } from './list-plugin-folders.ts';
export { loadPluginFolder, type PluginLoad } from './load-plugin-folder.ts';
export { orAborted } from './or-aborted.ts';
export { type EngineOptionsResult, parseEngineOptions } from './parse-engine-options.ts';
export type { PluginKind } from './plugin-kind.ts';
export { PluginLoadError, type PluginLoadFailure, type PluginLoadReason } from './plugin-load-error.ts';
export type { PluginManifest } from './plugin-manifest.ts';
export type { ProbedNames } from './probe/probe-message.ts';
export { type PluginProbe, type ProbeOptions, probePluginFolder } from './probe/probe-plugin-folder.ts';
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
export type { JsonSchema } from './tools/read-engine-tools.ts';
export {
  createToolTable,
  type OfferedTool,
  type OpenAiTool,
  type ToolCallOptions,
  type ToolTable,
  type ToolTableParts,
  toOpenAiTools,
} from './tools/tool-table.ts';
export { type Deadline, withDeadline } from './with-deadline.ts';

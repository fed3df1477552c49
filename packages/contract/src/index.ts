export type {
  CompressOutcome,
  CompressReport,
  CompressRequest,
  PruneCounts,
  UnchangedReason,
} from './compress-request.ts';
export type { CommitReceipt, CompletedTurn, ContextEngine, EngineStatus, SelectRequest } from './context-engine.ts';
export { ContextHostError, type Explanation } from './context-host-error.ts';
export { type ContextEnginePlugin, defineContextEngine } from './define-context-engine.ts';
export type { EngineCommand, EngineCommandResult, EngineCommandServices, SessionMessage } from './engine-command.ts';
export type { Clock, EngineServices, Log, LogFacts } from './engine-services.ts';
export type { EngineTool } from './engine-tool.ts';
export { type InvalidOption, InvalidOptionError } from './invalid-option-error.ts';
export type {
  AssistantMessage,
  Content,
  ContentPart,
  ImagePart,
  Message,
  Messages,
  OpaquePart,
  SystemMessage,
  TextPart,
  ToolCall,
  ToolMessage,
  UserMessage,
} from './message.ts';
export type { MessageContext, MessageMark, SummaryMark, WireOrigin } from './message-context.ts';
export type { ModelInfo, ServerCompaction, TokenUsage } from './model-info.ts';
export type { PluginContext, RegisterPlugin, SlashCommand, SlashCommandCall } from './plugin-context.ts';
export type { Repair, RepairKind } from './repair.ts';
export type {
  GateCheck,
  GateCoverage,
  GateFinding,
  GateReport,
  Summarise,
  SummaryAttempt,
  SummaryFailureKind,
  SummaryRequest,
  SummaryResult,
} from './summarise.ts';
export { isUnchangedReason } from './unchanged-reasons.ts';

export { type AnthropicConversation, fromAnthropicMessages } from './anthropic/from-anthropic.ts';
export { type AnthropicRequestParts, toAnthropicMessages } from './anthropic/to-anthropic.ts';
export { type BedrockConverseParts, toBedrockConverse } from './bedrock/to-bedrock-converse.ts';
export { type AnthropicChatModelOptions, anthropicChatModel } from './chat/anthropic-chat-model.ts';
export type {
  ChatDelta,
  ChatEndpoint,
  ChatModel,
  ChatReply,
  ChatRequest,
  ChatTool,
  ChatWireShape,
  ServerCompactionReport,
  ServerCompactionRequest,
  ThreadCompaction,
  WirePromptParts,
} from './chat/chat-model.ts';
export { type ChatFailure, type ChatFailureFacts, ChatModelError } from './chat/chat-model-error.ts';
export { type OpenAiChatModelOptions, openAiChatModel } from './chat/openai-chat-model.ts';
export { type ResponsesChatModelOptions, responsesChatModel } from './chat/responses-chat-model.ts';
export type { CodexAppServer } from './codex-app-server/codex-app-server.ts';
export {
  CodexAppServerError,
  type CodexFailure,
  type CodexFailureFacts,
} from './codex-app-server/codex-app-server-error.ts';
export {
  type CodexChatModel,
  type CodexChatModelOptions,
  codexChatModel,
} from './codex-app-server/codex-chat-model.ts';
export type { CodexEvent, CodexWarning, CompactionOrigin, RetireReason } from './codex-app-server/codex-event.ts';
export type {
  CodexClientInfo,
  CodexErrorInfo,
  CodexItem,
  CodexThreadParams,
  CodexThreadUsage,
  CodexTokens,
  CodexTurnError,
} from './codex-app-server/codex-protocol.ts';
export type {
  CodexDecision,
  CodexRequest,
  CodexRequestKind,
  DecideCodexRequest,
} from './codex-app-server/codex-request.ts';
export type {
  CodexCall,
  CodexCompactionOutcome,
  CodexThread,
  CodexThreadState,
  CodexTurnCall,
} from './codex-app-server/codex-thread.ts';
export type { CodexTurnEvent, CodexTurnOutcome, CodexTurnRecord } from './codex-app-server/codex-turn.ts';
export {
  type CodexAppServerOptions,
  type CodexTiming,
  openCodexAppServer,
} from './codex-app-server/open-codex-app-server.ts';
export type { OverloadRetry } from './codex-app-server/retry-overload.ts';
export { dropUnboundThinking, type ThinkingDropped } from './drop-unbound-thinking.ts';
export { EmptyTranscriptError } from './empty-transcript-error.ts';
export { type CheckpointedList, checkpointsIn, fromCheckpoint } from './from-checkpoint.ts';
export { fromOpenAiChat, toOpenAiChat } from './openai-chat/openai-chat-format.ts';
export { fromResponsesItems, type ResponsesConversation } from './openai-responses/from-responses.ts';
export { type NativeGate, type NativeGateFacts, nativeCompactionGate } from './openai-responses/native-gate.ts';
export { type ResponsesRequestParts, toResponsesItems } from './openai-responses/to-responses.ts';
export { readTranscript } from './read-transcript.ts';
export type { Transcript, TranscriptContainer, TranscriptFormat } from './transcript.ts';
export { TranscriptShapeError, type TranscriptShapeProblem } from './transcript-shape-error.ts';
export { TranscriptSyntaxError, type TranscriptSyntaxProblem } from './transcript-syntax-error.ts';
export { WireMemo } from './wire-memo.ts';
export type { WireObject } from './wire-value.ts';
export { withoutReasoning } from './without-reasoning.ts';

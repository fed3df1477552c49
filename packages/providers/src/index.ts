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
  WirePromptParts,
} from './chat/chat-model.ts';
export { type ChatFailure, type ChatFailureFacts, ChatModelError } from './chat/chat-model-error.ts';
export { type OpenAiChatModelOptions, openAiChatModel } from './chat/openai-chat-model.ts';
export { dropUnboundThinking, type ThinkingDropped } from './drop-unbound-thinking.ts';
export { EmptyTranscriptError } from './empty-transcript-error.ts';
export { fromOpenAiChat, toOpenAiChat } from './openai-chat/openai-chat-format.ts';
export { fromResponsesItems, type ResponsesConversation } from './openai-responses/from-responses.ts';
export { type ResponsesRequestParts, toResponsesItems } from './openai-responses/to-responses.ts';
export { readTranscript } from './read-transcript.ts';
export type { Transcript, TranscriptContainer, TranscriptFormat } from './transcript.ts';
export { TranscriptShapeError, type TranscriptShapeProblem } from './transcript-shape-error.ts';
export { TranscriptSyntaxError, type TranscriptSyntaxProblem } from './transcript-syntax-error.ts';
export { WireMemo } from './wire-memo.ts';
export type { WireObject } from './wire-value.ts';
export { withoutReasoning } from './without-reasoning.ts';

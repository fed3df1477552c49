import type { AssistantMessage, ModelInfo, ToolCall } from '@hermes-context/contract';
import { estimateMessagesTokens, estimateToolTokens } from '@hermes-context/messages';
import { type ChatModel, type ChatReply, type ChatRequest, toOpenAiChat } from '@hermes-context/providers';

/** What the model says to one request; a throw is its failure. */
export type Answer = string | Partial<AssistantMessage> | Promise<ChatReply>;

/** A model that plays a script, and keeps what it was asked. */
export interface ScriptedModel extends ChatModel {
  readonly requests: readonly ChatRequest[];
}

export interface ScriptedModelOptions extends Pick<ChatModel, 'wire' | 'compactThread'> {
  /** What it says of its server beside each answer. */
  readonly extra?: (index: number, request: ChatRequest) => Pick<ChatReply, 'serverCompaction' | 'threadId'>;
  readonly info?: Partial<ModelInfo>;
  readonly route?: string;
  readonly answer?: (request: ChatRequest, index: number) => Answer;
  /** What it reports for one of our estimated tokens. Default 1; 0: it reports nothing. */
  readonly ratio?: number;
}

export function scriptedModel(options: ScriptedModelOptions = {}): ScriptedModel {
  const { info, route = 'test', answer = () => 'Done.', ratio = 1, extra = () => ({}), ...more } = options;
  const requests: ChatRequest[] = [];
  return {
    ...more,
    info: { name: 'scripted', contextTokens: 8_000, ...info },
    route,
    requests,
    async complete(request) {
      request.signal.throwIfAborted();
      request.prepareWire?.({ shape: 'openai-chat', messages: toOpenAiChat(request.messages) });
      const index = requests.push(request) - 1;
      const said = await answer(request, index);
      if (typeof said === 'object' && 'finish' in said) return said;
      const message: AssistantMessage = {
        role: 'assistant',
        content: '',
        ...(typeof said === 'string' ? { content: said } : said),
      };
      if (typeof message.content === 'string') request.onDelta?.({ kind: 'text', text: message.content });
      const size = estimateMessagesTokens(request.messages) + estimateToolTokens(request.tools);
      const usage = { promptTokens: Math.round(size * ratio), completionTokens: estimateMessagesTokens([message]) };
      const finish = message.tool_calls === undefined ? 'stop' : 'tool-calls';
      return { message, finish, ...extra(index, request), ...(ratio === 0 ? {} : { usage }) };
    },
  };
}

/** A call of a tool. */
export function callOf(name: string, input: unknown = {}, id = `call_${name}`): ToolCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

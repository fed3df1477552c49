import type { ModelMessage } from './model-messages.ts';

/** A processor of Mastra's that shapes the prompt right before the model is called; no answer means no change. */
export interface PromptProcessor {
  readonly processLLMRequest: (args: {
    readonly prompt: ModelMessage[];
    readonly state: Record<string, unknown>;
  }) => Promise<{ readonly prompt: ModelMessage[] } | undefined>;
}

/** The exports of `@mastra/core/processors` that the adapters use. */
export interface MastraProcessors {
  readonly TokenLimiterProcessor: new (options: number | object) => PromptProcessor;
  readonly ToolCallFilter: new (options?: object) => PromptProcessor;
}

/** Runs processors one after the other, as an agent does with its `inputProcessors`. */
export async function runProcessors(
  processors: readonly PromptProcessor[],
  list: ModelMessage[],
  state: Record<string, unknown> = {},
): Promise<ModelMessage[]> {
  let prompt = list;
  for (const processor of processors) prompt = (await processor.processLLMRequest({ prompt, state }))?.prompt ?? prompt;
  return prompt;
}

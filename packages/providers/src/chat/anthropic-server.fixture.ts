import { type FakeAnthropic, type FakeAnthropicOptions, startFakeAnthropic } from '@hermes-context/testing';
import { type AnthropicChatModelOptions, anthropicChatModel } from './anthropic-chat-model.ts';
import type { ChatModel } from './chat-model.ts';
import { type Asked, ask } from './chat-server.fixture.ts';

/** A model that does not wait in front of a retry. */
export function claudeAt(baseUrl: string, options: Partial<AnthropicChatModelOptions> = {}): ChatModel {
  const info = { name: 'claude-test', contextTokens: 200_000 };
  return anthropicChatModel({ model: 'claude-test', info, baseUrl, retryDelayMs: 0, retries: 0, ...options });
}

/** Ask a strict fake that answers so. */
export async function askClaude(
  script: FakeAnthropicOptions['script'] & object,
  options?: Partial<AnthropicChatModelOptions>,
): Promise<Asked & { readonly server: FakeAnthropic }> {
  await using server = await startFakeAnthropic({ script });
  return { ...(await ask(claudeAt(server.url, options))), server };
}

import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { createPromptCache, type PromptCache, type PromptCacheOptions } from './prompt-cache.ts';
import { anthropicRoute, promptOf } from './prompts.fixture.ts';

/** What most of these tests begin with. */
export const options: PromptCacheOptions = { strategy: 'peat', ttl: '5m', route: anthropicRoute };

/** A conversation whose messages are the same objects from request to request. */
export function conversation(settings: Partial<PromptCacheOptions> = {}): {
  readonly cache: PromptCache;
  readonly send: (messages: readonly WireObject[], nowMs?: number) => WirePrompt;
} {
  const cache = createPromptCache({ ...options, ...settings });
  let now = 0;
  return {
    cache,
    send(messages, nowMs = now + 1_000) {
      now = nowMs;
      return cache.prepare(promptOf(messages), nowMs);
    },
  };
}

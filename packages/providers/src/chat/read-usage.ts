import type { TokenUsage } from '@hermes-context/contract';
import { readCount, readField } from './read-field.ts';

/**
 * What a chunk or a body reports of tokens; `undefined` where it reports nothing, or a request of no tokens, as servers
 * do that count nothing. Spellings of OpenAI, OpenRouter (`cache_write_tokens`), DeepSeek (`prompt_cache_hit_tokens`),
 * LiteLLM (`cache_…_input_tokens`), Groq (`x_groq`) and Moonshot (in the choice), read 2026-11 in their documentation.
 */
export function readChunkUsage(chunk: unknown, choice: unknown): TokenUsage | undefined {
  return (
    usageOf(readField(chunk, 'usage')) ??
    usageOf(readField(readField(chunk, 'x_groq'), 'usage')) ??
    usageOf(readField(choice, 'usage'))
  );
}

function usageOf(usage: unknown): TokenUsage | undefined {
  const reportedTokens = readCount(usage, 'prompt_tokens') ?? 0;
  if (reportedTokens === 0) return undefined;
  const cacheReadTokens = cacheRead(usage);
  const cacheWriteTokens = cacheWrite(usage);
  const cachedTokens = (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
  return {
    // More from the cache than in all: this server counts the cached apart, as Anthropic's own API does.
    promptTokens: cachedTokens > reportedTokens ? reportedTokens + cachedTokens : reportedTokens,
    completionTokens: readCount(usage, 'completion_tokens') ?? 0,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
  };
}

function cacheRead(usage: unknown): number | undefined {
  return (
    readCount(readField(usage, 'prompt_tokens_details'), 'cached_tokens') ??
    readCount(usage, 'prompt_cache_hit_tokens') ??
    readCount(usage, 'cache_read_input_tokens')
  );
}

function cacheWrite(usage: unknown): number | undefined {
  const details = readField(usage, 'prompt_tokens_details');
  return (
    readCount(details, 'cache_write_tokens') ??
    readCount(details, 'cache_creation_tokens') ??
    readCount(usage, 'cache_creation_input_tokens')
  );
}

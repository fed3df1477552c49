import { findRequestParts, TOKENS, tokensOf } from './request-parts.ts';
import type { SaidError } from './said-error.ts';

/** What an answer states about sizes, in tokens. */
export interface StatedTokens {
  readonly statedContextTokens?: number;
  readonly statedPromptTokens?: number;
}

// Read 2026-11 in documentation and issue trackers; who says it stands behind each.
const CONTEXT_PATTERNS = patterns([
  'maximum (?:context|prompt|model) length (?:is|of) (?:only )?N', // OpenAI, vLLM, OpenRouter, DeepSeek, xAI
  'context (?:length|window|size) (?:is|of) (?:only )?N', // LM Studio, vLLM
  String.raw`context (?:length|window|size) \(N(?: tokens)?\)`, // llama.cpp, SGLang
  'tokens > N maximum', // Anthropic
  String.raw`exceed context limit: [\d,_]+ \+ [\d,_]+ > N`, // Anthropic
  String.raw`maximum number of tokens allowed(?: is|:)? \(?N`, // Gemini
  'with N maximum context length', // Mistral
  String.raw`max_new_tokens\W? must be <= N`, // TGI
  'exceeded model token limit: N', // Kimi
  'exceeds the limit of N', // GitHub Copilot
  'current length is [0-9,_]+ while limit is N', // Cerebras
]);

const PROMPT_PATTERNS = patterns([
  'messages resulted in N tokens', // OpenAI
  'prompt is too long: N tokens', // Anthropic
  String.raw`request \(N tokens\) exceeds`, // llama.cpp
  String.raw`token count (?:of )?\(?N\)? exceeds`, // Gemini, GitHub Copilot
  'prompt contains N tokens', // Mistral
  'request (?:has|contains) N (?:input )?tokens', // vLLM, xAI
  String.raw`input \(N tokens\) is longer`, // SGLang
  String.raw`prompt \(length N\) is longer`, // vLLM
  'keep the first N tokens when context', // LM Studio
  String.raw`\(requested: N\)`, // Kimi
  'current length is N while', // Cerebras
]);

/**
 * What an answer about a request that is too long says of sizes. A size that two patterns read differently is not
 * stated: a wrong window is worse than none.
 *
 * @param words - The message in lower case, with single spaces.
 */
export function findStatedTokens(said: SaidError, words: string): StatedTokens {
  const contextTokens = onlyOne([said.contextTokens, ...findAll(CONTEXT_PATTERNS, words)]);
  const parts = findRequestParts(words)?.inputTokens;
  const promptTokens = onlyOne([said.promptTokens, parts, ...findAll(PROMPT_PATTERNS, words)]);
  return {
    ...(contextTokens === undefined ? {} : { statedContextTokens: contextTokens }),
    ...(promptTokens === undefined ? {} : { statedPromptTokens: promptTokens }),
  };
}

function patterns(sources: readonly string[]): readonly RegExp[] {
  return sources.map((source) => new RegExp(source.replaceAll('N', TOKENS), 'g'));
}

function findAll(searched: readonly RegExp[], words: string): readonly (number | undefined)[] {
  return searched.flatMap((pattern) => Array.from(words.matchAll(pattern), ([, count]) => tokensOf(count)));
}

function onlyOne(found: readonly (number | undefined)[]): number | undefined {
  const distinct = new Set(found.filter((tokens) => tokens !== undefined && tokens > 0));
  return distinct.size === 1 ? distinct.values().next().value : undefined;
}

import type { ModelInfo } from '@hermes-context/contract';
import { findModelFacts } from './find-model-facts.ts';

/**
 * Window of a model that nobody knows, in tokens. Most models since 2025 have as much or more:
 * too small only means to compress early, too large would mean requests that the provider refuses.
 */
export const DEFAULT_CONTEXT_TOKENS = 200_000;

/** What the user or the host already knows of a model. */
export interface KnownOfModel {
  /** Size of the window, in tokens, where the user or the provider said so: it wins over the table. */
  readonly contextTokens?: number;
  /** The route, such as `openai-codex`: some cut the window. */
  readonly provider?: string;
}

/** A model with all that an engine needs, and where its window comes from. */
export interface ResolvedModel {
  readonly model: ModelInfo;
  /** For a person: `set explicitly`, the table's source and day, or that the window is assumed. */
  readonly source: string;
}

/** Complete a model's name to what an engine needs. The window: explicit, else from the table, else {@link DEFAULT_CONTEXT_TOKENS}. */
export function resolveModel(name: string, { contextTokens, provider }: KnownOfModel = {}): ResolvedModel {
  const facts = findModelFacts(name, provider);
  const model: ModelInfo = {
    name,
    contextTokens: contextTokens ?? facts?.contextTokens ?? DEFAULT_CONTEXT_TOKENS,
    ...(provider === undefined ? {} : { provider }),
    ...(facts?.maxOutputTokens === undefined ? {} : { maxOutputTokens: facts.maxOutputTokens }),
  };
  if (contextTokens !== undefined) return { model, source: 'set explicitly' };
  if (facts?.contextTokens !== undefined) return { model, source: `${facts.source}, read ${facts.asOf}` };
  return { model, source: `assumed: the window of "${name}" is not known; give the context length to set it` };
}

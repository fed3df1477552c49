import { ANTHROPIC_FACTS } from './facts/anthropic-facts.ts';
import { OPENAI_FACTS } from './facts/openai-facts.ts';
import { OTHER_FACTS } from './facts/other-facts.ts';
import type { ModelFacts } from './model-facts.ts';

/** All facts that this release knows. Prices and windows change: the config overrides, see `resolveModel`. */
export const MODEL_FACTS: readonly ModelFacts[] = [...ANTHROPIC_FACTS, ...OPENAI_FACTS, ...OTHER_FACTS];

import type { HermesConfig } from '@hermes-context/config';
import type { Summarise } from '@hermes-context/contract';
import type { ChatModel } from '@hermes-context/providers';
import { createSummarizer, type SummaryProgress } from '@hermes-context/summarizer';
import { chooseRoutes } from './choose-routes.ts';
import { listModels } from './list-models.ts';
import type { Env } from './route-endpoints.ts';

/** What decides about the summaries of a session. */
export interface SummariserParts {
  readonly config: HermesConfig;
  readonly env: Env;
  /** The model that holds the conversation right now. */
  readonly model: () => ChatModel;
  readonly now: () => number;
  readonly onProgress: (progress: SummaryProgress) => void;
}

/**
 * Summaries as the configuration says (S-031), by the model that the session has at that time. Nobody is asked for
 * anything before the first summary, so that a session starts without the network.
 */
export function hostSummariser({ config, env, model, now, onProgress }: SummariserParts): Summarise {
  return async (request) => {
    const main = model();
    const { routes, warnings } = await chooseRoutes({
      config: withMain(config, main),
      env,
      mainModel: main.info.name,
      listModels,
    });
    const idleTimeoutMs = config.auxiliary.compression.timeout * 1_000;
    const result = await createSummarizer({ routes, idleTimeoutMs, now, onProgress })(request);
    return result.kind === 'summary' ? { ...result, warnings: [...warnings, ...result.warnings] } : result;
  };
}

const OPENAI_URL = 'https://api.openai.com/v1';

/** The configuration with the model in use as its main model, where it can be reached like one. */
export function withMain(config: HermesConfig, { info, endpoint }: ChatModel): HermesConfig {
  if (endpoint === undefined) return config;
  const { baseUrl, apiKey } = endpoint();
  const model = {
    ...config.model,
    default: info.name,
    // Named: without an address, whoever there is a key for would come first.
    base_url: baseUrl ?? OPENAI_URL,
    api_key: apiKey === '' ? null : apiKey,
    context_length: info.contextTokens,
  };
  return { ...config, model };
}

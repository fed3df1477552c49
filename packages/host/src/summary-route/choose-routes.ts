import type { HermesConfig } from '@hermes-context/config';
import { resolveModel } from '@hermes-context/models';
import type { ModelRoute } from '@hermes-context/summarizer';
import { type Endpoint, type Env, isOpenAi, mainEndpoint, OPENROUTER_URL, summaryEndpoint } from './route-endpoints.ts';

export type { Endpoint } from './route-endpoints.ts';

/** What is known about who could write summaries. */
export interface RouteFacts {
  readonly config: HermesConfig;
  readonly env: Env;
  /** The model of the conversation, where the user named one. */
  readonly mainModel: string | undefined;
  /** Asks an endpoint for its models; the first answer names the model where nobody else did. */
  readonly listModels: (endpoint: Endpoint) => Promise<readonly string[]>;
}

/** The models to ask for a summary, in order, and what the user should know about the choice. */
export interface RouteChoice {
  readonly routes: readonly ModelRoute[];
  readonly warnings: readonly string[];
}

/** Cheap, and its window holds a whole conversation of the larger models. */
const OPENAI_SUMMARY_MODEL = 'gpt-5-mini';

/**
 * Who writes the summaries (S-031): what is configured, and the main model after it; where nothing is configured, the
 * main model at its own address, else whoever there is a key for. No route at all means the local extract.
 */
export async function chooseRoutes(facts: RouteFacts): Promise<RouteChoice> {
  const settings = facts.config.auxiliary.compression;
  const own = isLeftOpen(settings) && facts.config.model.base_url !== null ? mainRoute(facts) : undefined;
  // Nobody else then: who talks to a server of their own did not ask for a copy at a vendor's.
  if (own !== undefined) return { routes: [own], warnings: [] };

  const chosen = summaryEndpoint(facts);
  if (chosen.kind === 'none') return { routes: [], warnings: chosen.warning === undefined ? [] : [chosen.warning] };

  const model = await chooseModel(chosen.endpoint, facts);
  if (model === undefined) return { routes: [], warnings: [noModelName(chosen.endpoint)] };
  const auxiliary = routeOf('auxiliary', model, {
    ...chosen.endpoint,
    contextTokens: settings.context_length ?? undefined,
  });
  const main = mainRoute(facts, auxiliary);
  return { routes: main === undefined ? [auxiliary] : [auxiliary, main], warnings: [] };
}

type SummarySettings = RouteFacts['config']['auxiliary']['compression'];

/** Whether the user said nothing about who writes the summaries. */
function isLeftOpen({ provider, base_url, model, api_key }: SummarySettings): boolean {
  return provider === 'auto' && base_url === null && model === null && api_key === null;
}

async function chooseModel(
  endpoint: Endpoint,
  { config, mainModel, listModels }: RouteFacts,
): Promise<string | undefined> {
  const named = config.auxiliary.compression.model ?? undefined;
  if (named !== undefined) return named;
  if (endpoint.baseUrl === undefined) return isOpenAi(mainModel) ? mainModel : OPENAI_SUMMARY_MODEL;
  if (mainModel !== undefined) return mainModel;
  // A server that cannot list its models may still answer: let it say itself what it misses.
  return (await listModels(endpoint))[0] ?? (endpoint.baseUrl === OPENROUTER_URL ? undefined : 'default');
}

function mainRoute(facts: RouteFacts, auxiliary?: ModelRoute): ModelRoute | undefined {
  const { config, mainModel } = facts;
  const chosen = mainEndpoint(facts);
  if (mainModel === undefined || chosen.kind === 'none') return undefined;
  const main = routeOf('main', mainModel, {
    ...chosen.endpoint,
    contextTokens: config.model.context_length ?? undefined,
  });
  return main.model === auxiliary?.model && main.baseUrl === auxiliary.baseUrl ? undefined : main;
}

function routeOf(
  label: ModelRoute['label'],
  model: string,
  { baseUrl, apiKey, contextTokens }: Endpoint & { readonly contextTokens: number | undefined },
): ModelRoute {
  const known = contextTokens ?? knownWindow(model);
  return {
    label,
    model,
    apiKey,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(known === undefined ? {} : { contextTokens: known }),
  };
}

/** An assumed window would cut the material into parts for no reason. */
function knownWindow(model: string): number | undefined {
  const { model: info, source } = resolveModel(model);
  return source.startsWith('assumed') ? undefined : info.contextTokens;
}

function noModelName({ baseUrl }: Endpoint): string {
  return `No model is named for summaries, and ${baseUrl ?? 'the provider'} offers none to choose from. Set auxiliary.compression.model; this summary is made locally.`;
}

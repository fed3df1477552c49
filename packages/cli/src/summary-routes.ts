import type { HermesConfig } from '@hermes-context/config';
import { resolveModel } from '@hermes-context/models';
import type { ModelRoute } from '@hermes-context/summarizer';

type Env = Readonly<Record<string, string | undefined>>;

/** What is known about who could write summaries. */
export interface RouteFacts {
  readonly config: HermesConfig;
  readonly env: Env;
  /** The model of the conversation, where the user named one. */
  readonly mainModel: string | undefined;
  /** Asks an endpoint for its models; the first answer names the model where nobody else did. */
  readonly listModels: (endpoint: Endpoint) => Promise<readonly string[]>;
}

/** Where to send, and with which key. */
export interface Endpoint {
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
}

/** The models to ask for a summary, in order, and what the user should know about the choice. */
export interface RouteChoice {
  readonly routes: readonly ModelRoute[];
  readonly warnings: readonly string[];
}

const OPENROUTER_URL = 'https://openrouter.ai/api/v1';
/** Cheap, and its window holds a whole conversation of the larger models. */
const OPENAI_SUMMARY_MODEL = 'gpt-5-mini';

/**
 * Who writes the summaries (S-031): the configured endpoint, else whoever there is a key for, and
 * after it the main model. No route at all means the local extract.
 */
export async function chooseRoutes(facts: RouteFacts): Promise<RouteChoice> {
  const { config, env } = facts;
  const settings = config.auxiliary.compression;
  const chosen = chooseEndpoint(config, env);
  if (chosen.kind === 'none') return { routes: [], warnings: chosen.warnings };

  const model = await chooseModel(chosen.endpoint, facts);
  if (model === undefined) return { routes: [], warnings: [noModelName(chosen.endpoint)] };
  const auxiliary = routeOf('auxiliary', model, {
    ...chosen.endpoint,
    contextTokens: settings.context_length ?? undefined,
  });
  const main = mainRoute(facts, auxiliary);
  return { routes: main === undefined ? [auxiliary] : [auxiliary, main], warnings: [] };
}

type ChosenEndpoint =
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint }
  | { readonly kind: 'none'; readonly warnings: readonly string[] };

function chooseEndpoint(config: HermesConfig, env: Env): ChosenEndpoint {
  const { base_url: baseUrl, api_key: ownKey, provider } = config.auxiliary.compression;
  const openAi = ownKey ?? env['OPENAI_API_KEY'];
  const openRouter = ownKey ?? env['OPENROUTER_API_KEY'];
  const endpoint = (url: string | undefined, apiKey: string | undefined): ChosenEndpoint =>
    apiKey === undefined || apiKey === ''
      ? { kind: 'none', warnings: [] }
      : { kind: 'endpoint', endpoint: { baseUrl: url, apiKey } };
  if (baseUrl !== null) return { kind: 'endpoint', endpoint: { baseUrl, apiKey: openAi ?? openRouter ?? '' } };
  switch (provider) {
    case 'auto': {
      const first = endpoint(undefined, openAi);
      return first.kind === 'endpoint' ? first : endpoint(OPENROUTER_URL, openRouter);
    }
    case 'openai':
      return endpoint(undefined, openAi);
    case 'openrouter':
      return endpoint(OPENROUTER_URL, openRouter);
    case 'main':
      return endpoint(config.model.base_url ?? undefined, config.model.api_key ?? openAi);
    default:
      return {
        kind: 'none',
        warnings: [
          `auxiliary.compression.provider is "${provider}", which this version cannot reach by name. Set auxiliary.compression.base_url to its OpenAI-compatible address, or use auto, openai, openrouter or main.`,
        ],
      };
  }
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

function isOpenAi(model: string | undefined): model is string {
  return model !== undefined && /^(gpt-|o\d)/.test(model);
}

function mainRoute({ config, env, mainModel }: RouteFacts, auxiliary: ModelRoute): ModelRoute | undefined {
  const apiKey = config.model.api_key ?? env['OPENAI_API_KEY'];
  const baseUrl = config.model.base_url ?? undefined;
  // Without an address of its own, only a model of OpenAI can be reached at OpenAI's.
  if (mainModel === undefined || apiKey === undefined || (baseUrl === undefined && !isOpenAi(mainModel)))
    return undefined;
  const main = routeOf('main', mainModel, { baseUrl, apiKey, contextTokens: config.model.context_length ?? undefined });
  return main.model === auxiliary.model && main.baseUrl === auxiliary.baseUrl ? undefined : main;
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

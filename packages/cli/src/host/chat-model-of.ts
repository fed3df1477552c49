import type { HermesConfig } from '@hermes-context/config';
import type { ModelInfo } from '@hermes-context/contract';
import {
  customEndpoint,
  type Endpoint,
  type EndpointChoice,
  type Env,
  isAnthropicAddress,
  listModels,
  mainEndpoint,
} from '@hermes-context/host';
import { resolveModel } from '@hermes-context/models';
import {
  anthropicChatModel,
  type ChatModel,
  nativeCompactionGate,
  openAiChatModel,
  responsesChatModel,
} from '@hermes-context/providers';
import { UsageError } from '../usage-error.ts';
import { codexModelOf } from './codex-model-of.ts';
import type { ModelPlace } from './model-place.ts';

/** What the command line says about the model. */
export interface ModelFlags {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly contextTokens?: number | undefined;
}

/** A model that can be asked, or why there is none. Narrow on `kind`. */
export type ModelChoice =
  | {
      readonly kind: 'model';
      readonly model: ChatModel;
      /** Where the size of its window comes from, for a person. */
      readonly windowSource: string;
    }
  /** `detail` is one sentence for a person. */
  | { readonly kind: 'none'; readonly detail: string };

/**
 * The model that holds the conversation: the command line's, else the configuration's. An address on the command line
 * gets the key of the environment, since the user has just named both; one in the configuration gets the key beside it.
 *
 * @throws UsageError - If `baseUrl` is no address.
 */
export async function chatModelOf(flags: ModelFlags, place: ModelPlace): Promise<ModelChoice> {
  const { config, env } = place;
  refuseNoAddress(flags.baseUrl);
  const named = flags.model ?? config.model.default ?? undefined;
  if (config.model.api_mode === 'codex_app_server' && flags.baseUrl === undefined) {
    return { kind: 'model', ...codexModelOf(named, { ...place, contextTokens: windowOf(flags, config) }) };
  }
  const chosen = endpointFor(flags, { config, env, named });
  if (chosen.kind === 'none') return { kind: 'none', detail: chosen.warning ?? 'No model can be reached.' };
  const { endpoint } = chosen;
  const name = named ?? (await listModels(endpoint))[0] ?? 'default';
  const window = windowOf(flags, config);
  const provider = providerOf(flags, { config, endpoint });
  const { model: info, source } = resolveModel(name, {
    ...(window === undefined ? {} : { contextTokens: window }),
    ...(provider === undefined ? {} : { provider }),
  });
  return {
    kind: 'model',
    model: clientFor(endpoint, info, { config, isConfigured: isAsConfigured(flags, config) }),
    windowSource: source,
  };
}

/** The window that somebody stated for this model. */
function windowOf({ model, contextTokens }: ModelFlags, config: HermesConfig): number | undefined {
  return contextTokens ?? (model === undefined ? (config.model.context_length ?? undefined) : undefined);
}

/** Who serves the model: the configuration's word holds for the address that it names, and for no other. */
function providerOf(
  { baseUrl }: ModelFlags,
  { config, endpoint }: { readonly config: HermesConfig; readonly endpoint: Endpoint },
): string | undefined {
  const said = isAsConfigured({ baseUrl }, config) ? (config.model.provider ?? undefined) : undefined;
  return said ?? (isAnthropicAddress(endpoint.baseUrl) ? ANTHROPIC : undefined);
}

/** Whether the model is where the configuration says, so that what it says of the way there holds. */
function isAsConfigured({ baseUrl }: Pick<ModelFlags, 'baseUrl'>, { model }: HermesConfig): boolean {
  return baseUrl === undefined || baseUrl === model.base_url;
}

/** Names of providers that speak a protocol of their own. */
const ANTHROPIC = 'anthropic';
const CODEX = 'openai-codex';
const OPENAI_URL = 'https://api.openai.com/v1';

interface Configured {
  readonly config: HermesConfig;
  readonly isConfigured: boolean;
}

function clientFor({ baseUrl, apiKey }: Endpoint, info: ModelInfo, configured: Configured): ChatModel {
  const options = { model: info.name, info, apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) };
  switch (modeFor(baseUrl, info, configured)) {
    case 'anthropic_messages':
      return anthropicChatModel(options);
    case 'codex_responses':
      return responsesChatModel(options);
    case 'chat_completions':
      return openAiChatModel(options);
  }
}

type HttpMode = 'anthropic_messages' | 'codex_responses' | 'chat_completions';

/** The configuration's word, for the model that it is about; else who serves the model decides. */
function modeFor(
  baseUrl: string | undefined,
  { name, provider }: ModelInfo,
  { config: { model, compression }, isConfigured }: Configured,
): HttpMode {
  const { api_mode: mode } = model;
  if (isConfigured && mode !== 'auto' && mode !== 'codex_app_server') return mode;
  if (provider === ANTHROPIC) return 'anthropic_messages';
  if (provider === CODEX) return 'codex_responses';
  const isNative =
    compression.codex_responses_native &&
    nativeCompactionGate({ model: name, baseUrl: baseUrl ?? OPENAI_URL }).kind === 'open';
  return isNative ? 'codex_responses' : 'chat_completions';
}

function refuseNoAddress(baseUrl: string | undefined): void {
  if (baseUrl === undefined || /^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) return;
  throw new UsageError({
    what: `--base-url is ${JSON.stringify(baseUrl)}.`,
    why: 'It must be the address of an OpenAI-compatible server, with http:// or https:// in front.',
    fix: 'Write it in full, such as --base-url http://127.0.0.1:11434/v1.',
  });
}

function endpointFor(
  { baseUrl }: ModelFlags,
  { config, env, named }: { readonly config: HermesConfig; readonly env: Env; readonly named: string | undefined },
): EndpointChoice {
  if (baseUrl === undefined) return mainEndpoint({ config, env, mainModel: named });
  const ownKey = baseUrl === config.model.base_url ? config.model.api_key : null;
  return customEndpoint(baseUrl, ownKey, env);
}

import type { HermesConfig } from '@hermes-context/config';

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Where to send, and with which key. */
export interface Endpoint {
  /** Default: the API of OpenAI. */
  readonly baseUrl: string | undefined;
  /** Empty for a server that wants none. */
  readonly apiKey: string;
}

/** An endpoint, or why there is none: no `warning` where nobody asked for it by name. Narrow on `kind`. */
export type EndpointChoice =
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint }
  | { readonly kind: 'none'; readonly warning: string | undefined };

/** What decides about an endpoint. */
export interface EndpointFacts {
  readonly config: HermesConfig;
  readonly env: Env;
  /** The model of the conversation, where the user named one. */
  readonly mainModel: string | undefined;
}

/** The address that `auxiliary.compression.provider: openrouter` stands for. */
export const OPENROUTER_URL = 'https://openrouter.ai/api/v1';
/** Where Anthropic answers in its own form, and in that of OpenAI beside it. */
const ANTHROPIC_URL = 'https://api.anthropic.com/v1';
const OPENAI_HOST = 'api.openai.com';
const OPENROUTER_HOST = 'openrouter.ai';
const ANTHROPIC_HOST = 'api.anthropic.com';

/** Who writes the summaries: the address that the user set, else the provider. A key goes only to who gave it out. */
export function summaryEndpoint(facts: EndpointFacts): EndpointChoice {
  const { config, env } = facts;
  const { base_url: baseUrl, api_key: ownKey, provider } = config.auxiliary.compression;
  if (baseUrl !== null) return customEndpoint(baseUrl, ownKey, env);
  switch (provider) {
    case 'auto': {
      const first = endpointOf(undefined, keyOf(ownKey, env['OPENAI_API_KEY']));
      return first.kind === 'endpoint' ? first : endpointOf(OPENROUTER_URL, keyOf(env['OPENROUTER_API_KEY']));
    }
    case 'openai': {
      const missing = missingKey('auxiliary.compression.provider is openai', 'OPENAI_API_KEY');
      return endpointOf(undefined, keyOf(ownKey, env['OPENAI_API_KEY']), missing);
    }
    case 'openrouter': {
      const missing = missingKey('auxiliary.compression.provider is openrouter', 'OPENROUTER_API_KEY');
      return endpointOf(OPENROUTER_URL, keyOf(ownKey, env['OPENROUTER_API_KEY']), missing);
    }
    case 'main': {
      const main = mainEndpoint(facts);
      return main.kind === 'endpoint' ? main : { kind: 'none', warning: `${main.warning} ${MADE_LOCALLY}` };
    }
    default:
      return {
        kind: 'none',
        warning: `auxiliary.compression.provider is "${provider}", which this version cannot reach by name. Set auxiliary.compression.base_url to its OpenAI-compatible address, or use auto, openai, openrouter or main.`,
      };
  }
}

/**
 * Who holds the conversation. An address of its own gets `model.api_key` and never a key of the environment, which
 * belongs to somebody else; without an address only a model of OpenAI can be reached, at OpenAI's.
 */
export function mainEndpoint({ config, env, mainModel }: EndpointFacts): EndpointChoice {
  const { base_url: baseUrl, api_key: ownKey, provider } = config.model;
  if (baseUrl !== null) {
    const key = keyOf(ownKey) ?? (isLoopback(baseUrl) ? '' : undefined);
    return endpointOf(baseUrl, key, `model.base_url is ${hostOf(baseUrl)}, and its key is missing: set model.api_key.`);
  }
  if (provider === CODEX) return { kind: 'none', warning: NO_CODEX_ADDRESS };
  const vendor = vendorOf(provider, mainModel);
  if (vendor === undefined) {
    const warning =
      'The main model has no address that this version can reach: set model.base_url, and model.api_key with it.';
    return { kind: 'none', warning };
  }
  const { name, url, variable, ownKeyIsTheirs } = vendor;
  const key = keyOf(ownKeyIsTheirs ? ownKey : null, env[variable]);
  return endpointOf(url, key, `${name}, and its key is missing: set ${variable}.`);
}

/** The login of Codex is its own: no key of the environment opens it. */
const CODEX = 'openai-codex';
const NO_CODEX_ADDRESS =
  'model.provider is openai-codex, and nothing says how to reach it: set model.api_mode to codex_app_server, which logs in by itself, or model.base_url and model.api_key.';

/** Who serves a model that has no address of its own. */
interface Vendor {
  /** Begins the sentence that says what is missing. */
  readonly name: string;
  /** Absent: the API of OpenAI. */
  readonly url?: string;
  /** Where its key stands in the environment. */
  readonly variable: string;
  /** The model may be one of the vendor's, and `model.api_key` one of a reseller's. */
  readonly ownKeyIsTheirs: boolean;
}

function vendorOf(provider: string | null, model: string | undefined): Vendor | undefined {
  if (provider === 'openrouter') {
    const name = 'model.provider is openrouter';
    return { name, url: OPENROUTER_URL, variable: 'OPENROUTER_API_KEY', ownKeyIsTheirs: true };
  }
  if (provider === 'anthropic' || (provider === null && isAnthropic(model))) {
    const name = 'The main model is one of Anthropic';
    return { name, url: ANTHROPIC_URL, variable: 'ANTHROPIC_API_KEY', ownKeyIsTheirs: true };
  }
  if (!isOpenAi(model)) return undefined;
  const ownKeyIsTheirs = provider === null || provider === 'openai';
  return { name: 'The main model is one of OpenAI', variable: 'OPENAI_API_KEY', ownKeyIsTheirs };
}

/** Whether a model is served at api.openai.com, by its name. */
export function isOpenAi(model: string | undefined): model is string {
  return model !== undefined && /^(gpt-|o\d)/.test(model);
}

/** Whether a model is served at api.anthropic.com, by its name as it is spelt there. */
function isAnthropic(model: string | undefined): boolean {
  return model?.startsWith('claude-') === true;
}

/** Whether an address is Anthropic's own, where the Messages API is spoken. */
export function isAnthropicAddress(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && isHost(baseUrl, ANTHROPIC_HOST);
}

const MADE_LOCALLY = 'This summary is made locally.';

function missingKey(choice: string, variable: string): string {
  return `${choice}, and its key is missing: set ${variable} or auxiliary.compression.api_key. ${MADE_LOCALLY}`;
}

/** An address that the user named. A server of their own may want no key; the vendors that are known here always do. */
export function customEndpoint(baseUrl: string, ownKey: string | null, env: Env): EndpointChoice {
  const variable = keyVariable(baseUrl);
  const key = keyOf(ownKey, env[variable]);
  const isKeyNeeded = KNOWN_HOSTS.some((host) => isHost(baseUrl, host));
  const missing = missingKey(`auxiliary.compression.base_url is ${hostOf(baseUrl)}`, variable);
  return endpointOf(baseUrl, key ?? (isKeyNeeded ? undefined : ''), missing);
}

const KNOWN_HOSTS = [OPENROUTER_HOST, OPENAI_HOST, ANTHROPIC_HOST];

/** Whose key an address gets: a vendor's own goes to that vendor alone. */
function keyVariable(baseUrl: string): string {
  if (isHost(baseUrl, OPENROUTER_HOST)) return 'OPENROUTER_API_KEY';
  return isHost(baseUrl, ANTHROPIC_HOST) ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY';
}

function endpointOf(baseUrl: string | undefined, apiKey: string | undefined, warning?: string): EndpointChoice {
  return apiKey === undefined ? { kind: 'none', warning } : { kind: 'endpoint', endpoint: { baseUrl, apiKey } };
}

/** The first that is more than an empty variable. */
function keyOf(...keys: readonly (string | null | undefined)[]): string | undefined {
  return keys.find((key): key is string => typeof key === 'string' && key !== '');
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'no address';
}

/** The host itself or a name below it; `openrouter.ai.example.com` is somebody else. */
function isHost(baseUrl: string, host: string): boolean {
  const name = hostOf(baseUrl).replace(/\.$/, '');
  return name === host || name.endsWith(`.${host}`);
}

function isLoopback(baseUrl: string): boolean {
  // The parser has spelled every form of an IPv4 address out in four numbers.
  return isHost(baseUrl, 'localhost') || /^127(\.\d+){3}$|^\[::1\]$/.test(hostOf(baseUrl));
}

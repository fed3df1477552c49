/** Whether a server may be asked to compact. */
export type NativeGate =
  | { readonly kind: 'open' }
  /** Why not, in a sentence for a person. */
  | { readonly kind: 'closed'; readonly reason: string };

/** What decides it. */
export interface NativeGateFacts {
  /** As the provider spells it. */
  readonly model: string;
  readonly baseUrl: string;
  /** Names of hosts, without ports, that are taken for the API of OpenAI, without https too. Default: none. */
  readonly trustedHosts?: readonly string[];
}

/** Where the ChatGPT backend serves Codex. */
const CODEX_BACKEND = { host: 'chatgpt.com', path: '/backend-api/codex' };
const API_HOST = 'api.openai.com';

/**
 * The family whose servers compact, with its variants and dates: gpt-5.6, gpt-5.6-sol. Source: project description, and
 * provider reference, section 4, read 2026-12: gpt-5.1 and 5.2 answer HTTP 500 to the field, or stall.
 */
const CAPABLE_FAMILY = /^gpt-5\.6(?:-[a-z0-9]+)*$/;

/** Hosts that are asked for by name, and what they are. */
const KNOWN_OTHERS: readonly (readonly [host: string, what: string])[] = [
  ['x.ai', 'xAI'],
  ['githubcopilot.com', 'GitHub Copilot'],
  ['github.ai', 'GitHub Models'],
  ['openrouter.ai', 'OpenRouter'],
  ['azure.com', 'Azure'],
];

/** Whether a model of OpenAI at this address compacts by itself (S-088). Everybody else never sees the field. */
export function nativeCompactionGate({ model, baseUrl, trustedHosts = [] }: NativeGateFacts): NativeGate {
  const url = URL.parse(baseUrl);
  if (url === null) return closed('The address of the model is none, so that nobody can be asked to compact.');
  const isTrusted = trustedHosts.some((host) => host.toLowerCase() === url.hostname);
  const refusal = isTrusted ? undefined : hostRefusal(url);
  if (refusal !== undefined) return closed(refusal);
  if (CAPABLE_FAMILY.test(model.trim().toLowerCase())) return { kind: 'open' };
  return closed(`Only the gpt-5.6 family compacts on its server, and ${model} is none of it.`);
}

function hostRefusal({ protocol, hostname, pathname }: URL): string | undefined {
  const host = hostname.replace(/\.$/, '');
  const isBackend = host === CODEX_BACKEND.host && `${pathname}/`.startsWith(`${CODEX_BACKEND.path}/`);
  if (host === API_HOST || isBackend) return protocol === 'https:' ? undefined : UNENCRYPTED;
  const known = KNOWN_OTHERS.find(([name]) => host === name || host.endsWith(`.${name}`));
  if (known !== undefined) return `${known[1]} is never asked to compact: it would not know the field.`;
  if (isLocal(host)) return `A local server (${host}) is never asked to compact: it would not know the field.`;
  const place = host === CODEX_BACKEND.host ? `${host}${pathname}` : host; // of a relay, the path may hold a key
  return `Only ${API_HOST} and the Codex backend of ChatGPT are known to compact, and this model is served by ${place}.`;
}

const UNENCRYPTED = 'Who answers without https is not known to be OpenAI, so that nobody is asked to compact.';

function isLocal(host: string): boolean {
  return /(?:^|\.)localhost$|\.(?:local|internal|lan)$|^(?:0|10|127)\.|^169\.254\.|^192\.168\.|^\[(?:::1?\]|::ffff:|f[cde])|^172\.(?:1[6-9]|2\d|3[01])\./.test(
    host,
  );
}

function closed(reason: string): NativeGate {
  return { kind: 'closed', reason };
}

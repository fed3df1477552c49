import { type CachePrices, type CacheRoute, cachePrices, findModelFamily, findRoute } from '@hermes-context/caching';
import type { HermesConfig } from '@hermes-context/config';
import { UsageError } from '../usage-error.ts';

/** Whose cache a command speaks of, as the command line has it. */
export interface CacheTargetFlags {
  readonly model?: string;
  readonly provider?: string;
}

/** Whose cache it is: a model, who serves it, and what its tokens cost. */
export interface CacheTarget {
  readonly model: string;
  readonly provider: string | undefined;
  readonly route: CacheRoute;
  readonly prices: CachePrices;
}

/** Where nothing is configured. */
const USUAL_MODEL = 'claude-sonnet-5';
/** Who serves a family of models where nobody else is named. */
const OWN_PROVIDERS: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  gpt: 'openai',
  gemini: 'gemini',
  qwen: 'qwen',
};

/**
 * The command line's model and provider, else the configuration's, else a Claude model at Anthropic.
 *
 * @throws UsageError - For an empty name.
 */
export function cacheTarget(flags: CacheTargetFlags, { model: configured }: HermesConfig): CacheTarget {
  refuseEmpty('--model', flags.model);
  refuseEmpty('--provider', flags.provider);
  const model = flags.model ?? configured.default ?? USUAL_MODEL;
  const isConfigured = flags.model === undefined && flags.provider === undefined;
  const named = flags.provider ?? (isConfigured ? configured.provider : null);
  const provider = named ?? OWN_PROVIDERS[findModelFamily(model) ?? ''];
  const baseUrl = isConfigured ? (configured.base_url ?? undefined) : undefined;
  return { model, provider, route: findRoute({ model, provider, baseUrl }), prices: cachePrices(model, provider) };
}

function refuseEmpty(option: string, value: string | undefined): void {
  if (value === undefined || value.trim() !== '') return;
  throw new UsageError({
    what: `${option} is empty.`,
    why: 'It takes a name, as the provider spells it.',
    fix: `Write it as ${option} ${option === '--model' ? USUAL_MODEL : 'anthropic'}, or leave it out.`,
  });
}

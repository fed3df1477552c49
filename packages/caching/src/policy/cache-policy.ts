import { findModelFacts } from '@hermes-context/models';
import type { CacheTtl } from '../cache-plan.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import { findModelFamily, type ModelFamily } from '../routes/find-model-family.ts';

/** Where breakpoints go: as the description has it, or at prefix, epoch, anchor and tail; `none` sends none. */
export type CacheStrategy = 'system_and_3' | 'peat' | 'none';

/** What is asked for. */
export interface CachePolicyRequest {
  /** From `findRoute`, for the same model. */
  readonly route: CacheRoute;
  readonly model: string;
  /** Default `peat`. With `system_and_3` a step of more than ten parallel calls is not read from the cache again. */
  readonly strategy?: CacheStrategy | undefined;
  /** Default `5m`. `1h` costs more to write, and pays where a person takes breaks. */
  readonly ttl?: CacheTtl | undefined;
}

/** Whether markers are set, and how. */
export interface CachePolicy {
  readonly enabled: boolean;
  /** One sentence for a person. */
  readonly reason: string;
  readonly strategy: CacheStrategy;
  /** A lifetime that the route has. */
  readonly ttl: CacheTtl;
  /** The lifetime as a person should read it: the provider's own where it has but one. */
  readonly lifetime: string;
  /** Whose models by which route, such as `Claude via OpenRouter`. */
  readonly subject: string;
  /** Prefixes of fewer tokens are not cached. */
  readonly minTokens: number;
  /** What was set otherwise than asked for, or is not known; one sentence each. */
  readonly warnings: readonly string[];
}

const SWITCHED_OFF = 'prompt_caching.strategy is none.';

const FAMILY_NAMES: Readonly<Record<ModelFamily, string>> = {
  claude: 'Claude',
  gpt: 'GPT',
  gemini: 'Gemini',
  qwen: 'Qwen',
  deepseek: 'DeepSeek',
  grok: 'Grok',
  kimi: 'Kimi',
  glm: 'GLM',
};

/**
 * Whether to mark prompts for a model on a route: where the model is, by its name, one whose markers take effect there.
 * For Claude that is S-105; the same holds for other families on the routes whose rows name them.
 */
export function cachePolicy(request: CachePolicyRequest): CachePolicy {
  const { route, model, strategy = 'peat', ttl: wished = '5m' } = request;
  const family = findModelFamily(model);
  const reasonAgainst = strategy === 'none' ? SWITCHED_OFF : whyOff(route, model, family);
  const name = family === undefined ? model : FAMILY_NAMES[family];
  const ttl = route.ttls.includes(wished) ? wished : (route.ttls[0] ?? '5m');
  const lifetime = route.fixedLifetime ?? ttl;
  const knownMinimum = findModelFacts(model)?.cache?.minTokens;
  const minTokens = knownMinimum ?? route.minTokens;
  const warnings: string[] = [];
  if (ttl !== wished) warnings.push(`${route.title} has no lifetime of ${wished} for ${name}: it is ${lifetime}.`);
  if (family === 'claude' && knownMinimum === undefined) warnings.push(unknownMinimum(model, minTokens));
  const settled = { strategy, ttl, lifetime, subject: `${name} via ${route.title}`, minTokens };
  if (reasonAgainst !== undefined) return { ...settled, enabled: false, reason: reasonAgainst, warnings: [] };
  return {
    ...settled,
    enabled: true,
    reason: `${route.title} reads a marked prompt of ${name} from its cache.`,
    warnings,
  };
}

function whyOff(route: CacheRoute, model: string, family: ModelFamily | undefined): string | undefined {
  if (route.id === 'none') return `It is not known that this provider takes markers for ${model}.`;
  if (route.placement === 'none') return `${route.title} takes no markers for ${model}, and caches without them.`;
  if (family !== undefined && route.families?.includes(family) !== false) return undefined;
  const names = route.families?.map((each) => FAMILY_NAMES[each]).join(', ') ?? 'known';
  return `${model} is, by its name, none of the ${names} models whose markers ${route.title} heeds.`;
}

function unknownMinimum(model: string, minTokens: number): string {
  return `The smallest prompt that is cached for ${model} is not known: ${minTokens} tokens are assumed. Shorter prompts are sent with breakpoints all the same; /status shows whether anything is read.`;
}

import {
  type CachePrices,
  type CacheRoute,
  cachePrices,
  findModelFamily,
  findRoute,
  type ModelFamily,
} from '@hermes-context/caching';
import type { HermesConfig } from '@hermes-context/config';
import { plainText } from '../terminal/plain-text.ts';
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
const MAKERS: Readonly<Record<ModelFamily, string>> = {
  claude: 'anthropic',
  gpt: 'openai',
  gemini: 'gemini',
  qwen: 'qwen',
  deepseek: 'deepseek',
  grok: 'xai',
  kimi: 'kimi',
  glm: 'zai',
};

/**
 * The command line's model and provider, else the configuration's, else a Claude model at Anthropic. As in a chat, the
 * configured address and provider hold for another model too; without them its maker serves it.
 *
 * @throws UsageError - For an empty name.
 */
export function cacheTarget(flags: CacheTargetFlags, { model: configured }: HermesConfig): CacheTarget {
  refuseEmpty('--model', flags.model);
  refuseEmpty('--provider', flags.provider);
  const model = flags.model ?? configured.default ?? USUAL_MODEL;
  const baseUrl = flags.provider === undefined ? (configured.base_url ?? undefined) : undefined;
  const named = flags.provider ?? configured.provider ?? undefined;
  const provider = named ?? (baseUrl === undefined ? makerOf(model) : undefined);
  return { model, provider, route: findRoute({ model, provider, baseUrl }), prices: cachePrices(model, provider) };
}

/** Who serves it, for a person: ` via OpenRouter`; nothing where it is not known. */
export function servedBy({ route, provider }: CacheTarget): string {
  if (route.id !== 'none') return ` via ${route.title}`;
  return provider === undefined ? '' : ` via ${plainText(provider)}`;
}

function makerOf(model: string): string | undefined {
  const family = findModelFamily(model);
  return family === undefined ? undefined : MAKERS[family];
}

function refuseEmpty(option: string, value: string | undefined): void {
  if (value === undefined || value.trim() !== '') return;
  throw new UsageError({
    what: `${option} is empty.`,
    why: 'It takes a name, as the provider spells it.',
    fix: `Write it as ${option} ${option === '--model' ? USUAL_MODEL : 'anthropic'}, or leave it out.`,
  });
}

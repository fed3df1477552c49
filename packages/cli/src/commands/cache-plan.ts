import { applyPlan, blocksOf, type CachePlan, cachePolicy, planPeat, planSystemAnd3 } from '@hermes-context/caching';
import { type CacheTarget, type CacheTargetFlags, cacheTarget } from '../cache/cache-target.ts';
import { type RecordedPrompt, recordedPrompt } from '../cache/recorded-prompt.ts';
import { type PlannedPrompt, renderPlan } from '../cache/render-plan.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { EXIT_OK } from '../print-error.ts';
import { readTranscriptFile } from '../read-transcript-file.ts';
import { jsonText } from '../sessions/json-text.ts';
import { parseChoice } from '../sessions/parse-flags.ts';

/** The flags of `hermes cache plan` as the command line has them. */
export interface CachePlanFlags extends CacheTargetFlags {
  readonly strategy?: string;
  readonly ttl?: string;
  readonly json?: boolean;
}

/** `hermes cache plan`: where the breakpoints of the next request go, and why. @returns The exit code. */
export async function runCachePlan(file: string, flags: CachePlanFlags, io: Io): Promise<number> {
  const asked = flags.strategy === undefined ? undefined : parseChoice(flags.strategy, STRATEGY);
  const askedTtl = flags.ttl === undefined ? undefined : parseChoice(flags.ttl, TTL);
  const { config } = await openConfig(io);
  const target = cacheTarget(flags, config);
  const recorded = recordedPrompt(await readTranscriptFile(file, io), target.route, file);
  const strategy = asked ?? config.prompt_caching.strategy;
  const ttl = askedTtl ?? config.prompt_caching.cache_ttl;
  const policy = cachePolicy({ route: target.route, model: target.model, strategy, ttl });
  const plan = planBy(strategy, { recorded, target, ttl: policy.ttl });
  const planned: PlannedPrompt = {
    ...target,
    policy,
    plan,
    missing: recorded.missing,
    ...measured(recorded, plan, target),
  };
  for (const warning of policy.warnings) io.err(`hermes: ${warning}\n`);
  if (flags.json === true) io.out(jsonText(planJson(planned)));
  else io.out(renderPlan(planned));
  return EXIT_OK;
}

const STRATEGY = { option: '--strategy', choices: ['peat', 'system_and_3', 'none'] } as const;
const TTL = { option: '--ttl', choices: ['5m', '1h'] } as const;

const NO_MARKERS: CachePlan = { markers: [], skipped: [], notes: [] };

interface Planning {
  readonly recorded: RecordedPrompt;
  readonly target: CacheTarget;
  readonly ttl: '5m' | '1h';
}

function planBy(strategy: 'peat' | 'system_and_3' | 'none', { recorded, target, ttl }: Planning): CachePlan {
  const { prompt, epoch } = recorded;
  const { route } = target;
  switch (strategy) {
    case 'peat':
      return planPeat(prompt, { route, ttl: { prefix: ttl, rest: ttl }, epoch });
    case 'system_and_3':
      return planSystemAnd3(prompt, { route, ttl });
    case 'none':
      return NO_MARKERS;
  }
}

/** Sizes of the request, and up to each marker, in estimated tokens; and how many markers the caller's had. */
function measured(
  { prompt }: RecordedPrompt,
  plan: CachePlan,
  { route }: CacheTarget,
): Pick<PlannedPrompt, 'totalTokens' | 'tokensUpTo' | 'replaced'> {
  let totalTokens = 0;
  const tokensUpTo: number[] = [];
  for (const { tokens, mark } of blocksOf(applyPlan(prompt, plan, route))) {
    totalTokens += tokens;
    if (mark !== undefined) tokensUpTo.push(totalTokens);
  }
  const replaced = blocksOf(prompt).filter(({ mark }) => mark !== undefined).length;
  return { totalTokens, tokensUpTo, replaced };
}

function planJson({ model, provider, route, policy, plan, totalTokens, tokensUpTo, replaced }: PlannedPrompt): object {
  const { enabled, reason, strategy, ttl, minTokens } = policy;
  return {
    model,
    provider: provider ?? null,
    route: route.id,
    enabled,
    reason,
    strategy,
    ttl,
    minTokens,
    totalTokens,
    markers: plan.markers.map((marker, index) => ({ ...marker, tokensUpTo: tokensUpTo[index] ?? null })),
    skipped: plan.skipped,
    notes: plan.notes,
    replacedMarkers: replaced,
  };
}

import { cachePolicy } from '@hermes-context/caching';
import { type CacheTargetFlags, cacheTarget } from '../cache/cache-target.ts';
import { planNextRequest } from '../cache/plan-next-request.ts';
import { markerNotes, recordedPrompt } from '../cache/recorded-prompt.ts';
import { type PlannedPrompt, renderPlan } from '../cache/render-plan.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { EXIT_OK } from '../print-error.ts';
import { readTranscriptFile } from '../read-transcript-file.ts';
import { jsonText } from '../sessions/json-text.ts';
import { parseChoice } from '../sessions/parse-flags.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { plainText } from '../terminal/plain-text.ts';

/** The flags of `hermes cache plan` as the command line has them. */
export interface CachePlanFlags extends CacheTargetFlags {
  readonly strategy?: string;
  readonly ttl?: string;
  readonly json?: boolean;
}

const STRATEGY = { option: '--strategy', choices: ['peat', 'system_and_3', 'none'] } as const;
const TTL = { option: '--ttl', choices: ['5m', '1h'] } as const;

/** `hermes cache plan`: where the breakpoints of the next request go, and why. @returns The exit code. */
export async function runCachePlan(file: string, flags: CachePlanFlags, io: Io): Promise<number> {
  const asked = flags.strategy === undefined ? undefined : parseChoice(flags.strategy, STRATEGY);
  const askedTtl = flags.ttl === undefined ? undefined : parseChoice(flags.ttl, TTL);
  const { config, warnings } = await openConfig(io);
  const target = cacheTarget(flags, config);
  const transcript = await readTranscriptFile(file, io);
  const recorded = recordedPrompt(transcript, target.route, file);
  const settings = config.prompt_caching;
  const strategy = asked ?? settings.strategy;
  const policy = cachePolicy({ ...target, strategy, ttl: askedTtl ?? settings.cache_ttl });
  const remarks = [
    ...(settings.auto_ttl && askedTtl === undefined ? [LEARNED] : []),
    ...markerNotes(recorded),
    ...warnings.map(({ what, fix }) => `${what} ${fix}`),
    ...transcript.warnings,
  ];
  const plan = planNextRequest({ ...recorded, route: target.route, policy });
  const planned: PlannedPrompt = { ...target, ...plan, policy, missing: recorded.missing, remarks };
  for (const warning of policy.warnings) io.err(`hermes: ${plainText(warning)}\n`);
  if (flags.json === true) io.out(jsonText(planJson(planned, recorded.replacedMarkers)));
  else io.out(renderPlan(planned, terminalColumns(io)));
  return EXIT_OK;
}

const LEARNED = 'prompt_caching.auto_ttl is on: in a running session the pauses decide the lifetime.';

function planJson(planned: PlannedPrompt, replacedMarkers: number): object {
  const { model, provider, route, policy, totalTokens, markers, skipped, notes, missing, remarks } = planned;
  const { enabled, reason, strategy, ttl, lifetime, minTokens } = policy;
  return {
    model,
    provider: provider ?? null,
    route: route.id,
    enabled,
    reason,
    strategy,
    ttl,
    lifetime,
    minTokens,
    totalTokens,
    markers,
    skipped,
    notes: [...notes, ...(missing === undefined ? [] : [missing]), ...remarks],
    replacedMarkers,
  };
}

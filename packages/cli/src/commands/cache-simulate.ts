import {
  CACHE_STRATEGIES,
  type CacheStrategyName,
  cachePolicy,
  type Replay,
  recordedSteps,
  replay,
} from '@hermes-context/caching';
import { type CacheTarget, type CacheTargetFlags, cacheTarget } from '../cache/cache-target.ts';
import { markerNotes, nothingSaid, recordedPrompt } from '../cache/recorded-prompt.ts';
import { ofNone, renderSimulation, type Simulation } from '../cache/render-simulation.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { EXIT_OK } from '../print-error.ts';
import { readTranscriptFile } from '../read-transcript-file.ts';
import { jsonText } from '../sessions/json-text.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes cache simulate` as the command line has them. */
export interface CacheSimulateFlags extends CacheTargetFlags {
  readonly strategy?: string;
  readonly gap?: string;
  readonly json?: boolean;
}

const MINUTE_MS = 60_000;
const USUAL_GAP_MINUTES = 1;
/** From longer pauses on, a lifetime of an hour is worth a look. */
const LONG_GAP_MINUTES = 5;
const MAX_GAP_MINUTES = 10_080;

/**
 * `hermes cache simulate`: what a recorded conversation would have cost by each strategy. With `--json`
 * `{ model, requests, strategies }`, where `none` is always among the strategies. @returns The exit code.
 */
export async function runCacheSimulate(file: string, flags: CacheSimulateFlags, io: Io): Promise<number> {
  const gapMinutes = parseGap(flags.gap);
  const names = parseStrategies(flags.strategy, gapMinutes);
  const { config, warnings } = await openConfig(io);
  const target = cacheTarget(flags, config);
  const transcript = await readTranscriptFile(file, io);
  const recorded = recordedPrompt(transcript, target.route, file);
  const steps = [...recordedSteps(recorded.prompt, { gapMs: gapMinutes * MINUTE_MS })];
  if (steps.length === 0) throw nothingSaid(file);
  const replays = new Map(
    names.map((name): [CacheStrategyName, Replay] => [
      name,
      replay(steps, { ...target, strategy: CACHE_STRATEGIES[name] }),
    ]),
  );
  const notes = [
    ...routeNotes(target),
    ...markerNotes(recorded),
    ...warnings.map(({ what, fix }) => `${what} ${fix}`),
    ...transcript.warnings,
  ];
  const { missing } = recorded;
  const simulation: Simulation = { ...target, requests: steps.length, gapMinutes, replays, missing, notes };
  if (target.prices.warning !== undefined) io.err(`hermes: ${plainText(target.prices.warning)}\n`);
  if (flags.json === true) io.out(jsonText(simulationJson(simulation)));
  else io.out(renderSimulation(simulation, terminalColumns(io)));
  return EXIT_OK;
}

/** Why the strategies come to the same, where the provider is known and takes no markers. */
function routeNotes({ route, model }: CacheTarget): readonly string[] {
  const { enabled, reason } = cachePolicy({ route, model });
  return enabled || route.id === 'none' ? [] : [reason];
}

function simulationJson(simulation: Simulation): object {
  const { model, provider, route, prices, requests, gapMinutes, replays, missing, notes } = simulation;
  const strategies = [...replays].map(([name, each]) => [
    name,
    {
      readTokens: each.tokens.readTokens,
      writeTokens: each.tokens.write5mTokens + each.tokens.write1hTokens,
      uncachedTokens: each.tokens.uncachedTokens,
      cost: each.costUsd ?? each.costTokens,
      ofNone: ofNone(each, simulation),
    },
  ]);
  return {
    model,
    requests,
    strategies: Object.fromEntries(strategies),
    provider: provider ?? null,
    route: route.id,
    costUnit: prices.inputUsd === undefined ? 'input-tokens' : 'usd',
    priceSource: prices.source,
    gapMinutes,
    firstDivergence: replays.get('none')?.firstDivergence ?? null,
    notes: [...(missing === undefined ? [] : [missing]), ...notes],
  };
}

function parseStrategies(text: string | undefined, gapMinutes: number): readonly CacheStrategyName[] {
  if (text === undefined) {
    return [
      'none',
      'system_and_3',
      'peat',
      ...(gapMinutes >= LONG_GAP_MINUTES ? (['peat_1h', 'peat_auto'] as const) : []),
    ];
  }
  const names = text.split(',').map((name) => name.trim());
  return [...new Set<CacheStrategyName>(['none', ...names.map(strategyNamed)])];
}

function strategyNamed(name: string): CacheStrategyName {
  if (isStrategy(name)) return name;
  throw new UsageError({
    what: `--strategy names ${JSON.stringify(name)}.`,
    why: `There are ${Object.keys(CACHE_STRATEGIES).join(', ')}.`,
    fix: 'Write one or several of them with commas in between, such as --strategy system_and_3,peat.',
  });
}

function isStrategy(name: string): name is CacheStrategyName {
  return Object.hasOwn(CACHE_STRATEGIES, name);
}

function parseGap(text: string | undefined): number {
  if (text === undefined) return USUAL_GAP_MINUTES;
  const minutes = /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (minutes >= 0 && minutes <= MAX_GAP_MINUTES) return minutes;
  throw new UsageError({
    what: `--gap is ${JSON.stringify(text)}.`,
    why: `It is the time between an answer and the next message of the user, in minutes: a number from 0 to ${MAX_GAP_MINUTES.toLocaleString('en-US')}.`,
    fix: 'Write it as --gap 10, or leave it out for one minute.',
  });
}

import { CACHE_STRATEGIES, type CacheStrategyName, type Replay, recordedSteps, replay } from '@hermes-context/caching';
import { type CacheTargetFlags, cacheTarget } from '../cache/cache-target.ts';
import { recordedPrompt } from '../cache/recorded-prompt.ts';
import { renderSimulation, type Simulation } from '../cache/render-simulation.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { EXIT_OK } from '../print-error.ts';
import { readTranscriptFile } from '../read-transcript-file.ts';
import { jsonText } from '../sessions/json-text.ts';
import { terminalColumns } from '../sessions/terminal-columns.ts';
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
  const { config } = await openConfig(io);
  const target = cacheTarget(flags, config);
  const { prompt, missing } = recordedPrompt(await readTranscriptFile(file, io), target.route, file);
  const steps = [...recordedSteps(prompt, { gapMs: gapMinutes * MINUTE_MS })];
  const replays = new Map(
    names.map((name): [CacheStrategyName, Replay] => [
      name,
      replay(steps, { ...target, strategy: CACHE_STRATEGIES[name] }),
    ]),
  );
  const simulation: Simulation = { ...target, requests: steps.length, gapMinutes, replays, missing };
  if (target.prices.warning !== undefined) io.err(`hermes: ${target.prices.warning}\n`);
  if (flags.json === true) io.out(jsonText(simulationJson(simulation)));
  else io.out(renderSimulation(simulation, terminalColumns(io)));
  return EXIT_OK;
}

function simulationJson({ model, provider, route, prices, requests, gapMinutes, replays }: Simulation): object {
  const none = replays.get('none')?.costTokens ?? 0;
  const strategies = [...replays].map(([name, { tokens, costTokens, costUsd }]) => [
    name,
    {
      readTokens: tokens.readTokens,
      writeTokens: tokens.write5mTokens + tokens.write1hTokens,
      uncachedTokens: tokens.uncachedTokens,
      cost: costUsd ?? costTokens,
      ofNone: none === 0 ? 1 : costTokens / none,
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
  };
}

function parseStrategies(text: string | undefined, gapMinutes: number): readonly CacheStrategyName[] {
  if (text === undefined) {
    return [
      'none',
      'system_and_3',
      'peat',
      ...(gapMinutes > LONG_GAP_MINUTES ? (['peat_1h', 'peat_auto'] as const) : []),
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

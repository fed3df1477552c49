import type { HermesConfig } from '@hermes-context/config';
import type { RowSetup } from '@hermes-context/eval';

/** An engine of ours, or of the user, under its name in the tables. */
export interface RowEngine {
  /** As `context.engine` names it. */
  readonly engine: string;
  /** Stages of a pipeline. */
  readonly stages?: readonly string[];
}

/** Where an engine of its own option keys is told when to compact, as a share of the window. */
const THRESHOLD_OPTIONS: Readonly<Record<string, (ratio: number) => Readonly<Record<string, unknown>>>> = {
  lcm: (ratio) => ({ soft_threshold: Math.round(ratio * 80) / 100, hard_threshold: ratio }),
};

/** The settings of a user, with the window, the threshold and the summarizer of a measurement. Pure. */
export function evalConfig(
  config: HermesConfig,
  { engine, stages = [], setup }: RowEngine & { readonly setup: RowSetup },
): HermesConfig {
  const { windowTokens, thresholdTokens, summarizer } = setup;
  const ratio = thresholdTokens / windowTokens;
  const { options } = config.context;
  const thresholds = Object.entries(THRESHOLD_OPTIONS).map(([name, optionsFor]) => [
    name,
    { ...options[name], ...optionsFor(ratio) },
  ]);
  return {
    ...config,
    compression: { ...config.compression, threshold: ratio },
    context: {
      ...config.context,
      engine,
      stages: [...stages],
      options: { ...options, ...Object.fromEntries(thresholds) },
    },
    auxiliary: {
      ...config.auxiliary,
      compression: {
        ...config.auxiliary.compression,
        base_url: summarizer.baseUrl,
        model: summarizer.model,
        api_key: 'unused',
      },
    },
  };
}

import { join } from 'node:path';
import { claimNotice, type LoadedConfig } from '@hermes-context/config';
import type { ModelInfo } from '@hermes-context/contract';
import { BUILT_IN_ENGINE_NAME } from '@hermes-context/core';
import { resolveModelThreshold } from '@hermes-context/models';

/** In the home: which raise the user was told of. */
const MARKER = '.codex_gpt55_autoraise_notice';

/** Where a model is used. */
export interface CodexNoticePlace {
  readonly loaded: LoadedConfig;
  /** The engine that runs: only the built-in one goes by the threshold of the configuration. */
  readonly engineName: string;
}

/**
 * What the user is to be told of a threshold that was raised for gpt-5.5 on Codex OAuth, with the command that undoes it: once
 * for each home, and once more when another value was raised. `undefined` where nothing was raised, and when it was told.
 */
export async function codexNotice(model: ModelInfo, place: CodexNoticePlace): Promise<string | undefined> {
  const { config, files } = place.loaded;
  const { compression } = config;
  if (place.engineName !== BUILT_IN_ENGINE_NAME) return undefined;
  if (!compression.enabled || !compression.codex_gpt55_autoraise_notice) return undefined;
  const { ratio, raisedFrom } = resolveModelThreshold({
    model: model.name,
    contextTokens: model.contextTokens,
    threshold: compression.threshold,
    modelThresholds: compression.model_thresholds,
    smallContextFloor: compression.small_context_floor,
    codexAutoraise: compression.codex_gpt55_autoraise,
    ...(model.provider === undefined ? {} : { provider: model.provider }),
  });
  if (raisedFrom === undefined) return undefined;
  const [from, to] = [percent(raisedFrom), percent(ratio)];
  if (!(await claimNotice(join(files.hermesHome, MARKER), `gpt-5.5:${from}:${to}`))) return undefined;
  const tokens = (share: number) => Math.trunc(model.contextTokens * share).toLocaleString('en-US');
  return `${model.name} on Codex OAuth is compacted at ${to} % of its window, ${tokens(ratio)} tokens, not at ${from} %, ${tokens(raisedFrom)}: its window is smaller there. To keep ${from} %: hermes config set compression.codex_gpt55_autoraise false`;
}

function percent(ratio: number): number {
  return Number((ratio * 100).toFixed(1));
}

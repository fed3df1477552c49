import type { ContextHostError } from '@hermes-context/contract';
import { isEngineName, NoStagesError, PIPELINE_ENGINE_NAME, StageLeftOutError } from '@hermes-context/core';

/**
 * What is wrong with `context.stages`, as far as names tell: no stage at all, one that leads nowhere, comes twice, or is
 * the pipeline itself. Empty when all can run. Pure.
 *
 * @param usable - Names that lead to an engine.
 */
export function findStageFaults(stages: readonly string[], usable: readonly string[]): readonly ContextHostError[] {
  if (stages.length === 0) return [new NoStagesError(stages)];
  return stages.flatMap((stage, index) => {
    if (stage === PIPELINE_ENGINE_NAME) return [new StageLeftOutError({ stage, fault: 'nested' })];
    if (stages.indexOf(stage) < index) return [new StageLeftOutError({ stage, fault: 'repeated' })];
    const isKnown = isEngineName(stage) && usable.includes(stage);
    return isKnown ? [] : [new StageLeftOutError({ stage, fault: 'unknown', available: usable })];
  });
}

import type { ContextHostError } from '@hermes-context/contract';
import { PIPELINE_ENGINE_NAME } from '../engine-name.ts';
import { type EngineResolution, type ResolveEngineRequest, resolveEngine } from '../resolve-engine.ts';
import { NoStagesError } from './no-stages-error.ts';
import { definePipelinePlugin, type PipelineStage } from './pipeline-plugin.ts';
import { StageLeftOutError } from './stage-left-out-error.ts';

/** An engine by its name or made of stages, and all that was wrong on the way. */
export interface ContextEngineResolution extends EngineResolution {
  /** To be shown to the user, each once; `notice` is among them. */
  readonly notices: readonly ContextHostError[];
}

/** What resolution looks at. */
export interface ResolveContextEngineRequest extends ResolveEngineRequest {
  /** The value of `context.stages`, for `pipeline`. */
  readonly stages: readonly string[];
}

/**
 * {@link resolveEngine}, and for `pipeline` the engines of `context.stages` in a row. A stage that leads nowhere, is
 * broken, or comes twice is left out with a notice; where none is left, the built-in engine runs. The name `pipeline`
 * is the host's, like `compressor`: no folder and no registration is looked at for it. Never throws.
 */
export async function resolveContextEngine(request: ResolveContextEngineRequest): Promise<ContextEngineResolution> {
  const { stages: names, ...parts } = request;
  if (request.requested !== PIPELINE_ENGINE_NAME) return withNotices(await resolveEngine(parts));
  const notices: ContextHostError[] = [];
  const stages: PipelineStage[] = [];
  for (const [index, name] of names.entries()) {
    const found = await resolveStage(name, { parts, isRepeated: names.indexOf(name) < index });
    notices.push(...found.notices);
    if (found.stage !== undefined) stages.push(found.stage);
  }
  if (stages.length === 0) return builtInInstead(parts, notices, names);
  const source = { kind: 'stages', stages: stages.map(({ name }) => name) } as const;
  return {
    plugin: definePipelinePlugin(stages),
    engineName: PIPELINE_ENGINE_NAME,
    source,
    report: {
      requested: PIPELINE_ENGINE_NAME,
      used: PIPELINE_ENGINE_NAME,
      attempts: [{ place: source, outcome: 'found' }],
      shadowed: [],
    },
    notices,
  };
}

interface ResolvedStage {
  readonly stage?: PipelineStage;
  readonly notices: readonly ContextHostError[];
}

async function resolveStage(
  name: string,
  { parts, isRepeated }: { readonly parts: ResolveEngineRequest; readonly isRepeated: boolean },
): Promise<ResolvedStage> {
  if (name === PIPELINE_ENGINE_NAME) return leftOut(new StageLeftOutError({ stage: name, fault: 'nested' }));
  if (isRepeated) return leftOut(new StageLeftOutError({ stage: name, fault: 'repeated' }));
  const { plugin, engineName, notice } = await resolveEngine({ ...parts, requested: name });
  if (engineName !== name) return leftOut(StageLeftOutError.because(name, notice));
  return { stage: { name, plugin }, notices: notice === undefined ? [] : [notice] };
}

function leftOut(error: StageLeftOutError): ResolvedStage {
  return { notices: [error] };
}

async function builtInInstead(
  parts: ResolveEngineRequest,
  notices: readonly ContextHostError[],
  names: readonly string[],
): Promise<ContextEngineResolution> {
  const notice = new NoStagesError(names);
  const builtIn = await resolveEngine({ ...parts, requested: undefined });
  const source = { kind: 'stages', stages: names } as const;
  const attempts = [{ place: source, outcome: 'broken', error: notice } as const, ...builtIn.report.attempts];
  const report = { ...builtIn.report, requested: PIPELINE_ENGINE_NAME, attempts };
  return { ...builtIn, report, notice, notices: [...notices, notice] };
}

function withNotices(resolution: EngineResolution): ContextEngineResolution {
  return { ...resolution, notices: resolution.notice === undefined ? [] : [resolution.notice] };
}

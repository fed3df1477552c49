import { join } from 'node:path';
import {
  type ContextEngine,
  type ContextEnginePlugin,
  defineContextEngine,
  type EngineServices,
  type Log,
} from '@hermes-context/contract';
import { createEngine } from '../create-engine.ts';
import { PIPELINE_ENGINE_NAME } from '../engine-name.ts';
import { parseEngineOptions } from '../parse-engine-options.ts';
import { type NamedEngine, named } from './named-engine.ts';
import { NoStagesError } from './no-stages-error.ts';
import { pipelineOf } from './pipeline.ts';
import { StageLeftOutError } from './stage-left-out-error.ts';

/** Below the time that a host gives `create`, so that a stage which hangs is named instead of the whole pipeline. */
const STAGE_CREATE_TIMEOUT_MS = 8_000;

/** A stage by the name that `context.stages` gives it. */
export interface PipelineStage {
  readonly name: string;
  readonly plugin: ContextEnginePlugin;
}

/** Options of each stage, by its name, as its own `parseOptions` returned them. */
export type PipelineStageOptions = Readonly<Record<string, unknown>>;

/**
 * A plug-in `pipeline` that makes a pipeline of other plug-ins. Its options are a map from the name of a stage to the
 * section of that stage. Each stage gets a folder below the pipeline's, and its log lines and events carry its name.
 * A stage that cannot be created is left out, and every outcome says so; `create` throws when none is left.
 */
export function definePipelinePlugin(stages: readonly PipelineStage[]): ContextEnginePlugin<PipelineStageOptions> {
  return defineContextEngine({
    name: PIPELINE_ENGINE_NAME,
    version: '0.1.0',
    contract: 1,
    description: `Runs ${stages.map(({ name }) => name).join(', ')}, one after another.`,
    parseOptions: (raw) => Object.fromEntries(stages.map((stage) => [stage.name, parseStageOptions(stage, raw)])),
    create: (options, services) => createPipeline(stages, options, services),
  });
}

function parseStageOptions({ name, plugin }: PipelineStage, raw: Readonly<Record<string, unknown>>): unknown {
  const section = raw[name];
  const parsed = parseEngineOptions({ plugin, engineName: name }, isSection(section) ? section : {});
  if (parsed.kind === 'invalid') throw parsed.problem;
  return parsed.options;
}

async function createPipeline(
  stages: readonly PipelineStage[],
  options: PipelineStageOptions,
  services: EngineServices,
): Promise<ContextEngine> {
  const notices: string[] = [];
  const created = await Promise.all(
    stages.map(async ({ name, plugin }): Promise<readonly NamedEngine[]> => {
      const creation = await createEngine({
        plugin,
        options: options[name],
        services: servicesOf(name, services),
        timeoutMs: STAGE_CREATE_TIMEOUT_MS,
      });
      if (creation.kind === 'created') return [named(name, creation.engine)];
      const { what, why, fix } = StageLeftOutError.because(name, creation.error).explanation;
      notices.push(`${what} ${why} ${fix}`);
      return [];
    }),
  );
  const engines = created.flat();
  if (engines.length === 0) throw new NoStagesError(stages.map(({ name }) => name));
  const { log, emit, clock } = services;
  return pipelineOf({ stages: engines, notices: notices.toSorted(), log, emit, clock });
}

function servicesOf(stage: string, services: EngineServices): EngineServices {
  const prefix = `engine:${stage}:`;
  return {
    ...services,
    dataDir: join(services.dataDir, stage),
    log: prefixed(services.log, stage),
    // A host lets an engine speak under the name in `context.engine` alone.
    emit: (event, payload) => {
      const own = event.startsWith(prefix) ? event.slice(prefix.length) : event.replace(/^engine:/, '');
      services.emit(`engine:${PIPELINE_ENGINE_NAME}:${stage}:${own}`, payload);
    },
  };
}

function prefixed(log: Log, stage: string): Log {
  return {
    debug: (event, facts) => log.debug(`${stage}: ${event}`, facts),
    info: (event, facts) => log.info(`${stage}: ${event}`, facts),
    warn: (event, facts) => log.warn(`${stage}: ${event}`, facts),
  };
}

function isSection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { fileURLToPath } from 'node:url';
import { contextEngine as compressor } from '@hermes-context/compressor';
import type { ContextEngine, ContextEnginePlugin, EngineServices } from '@hermes-context/contract';
import { fallback, loadPluginFolder, named, pipeline, route, shadow } from '@hermes-context/core';
import { createSummarizer } from '@hermes-context/summarizer';
import fc from 'fast-check';
import { dropper, pruner, summariser } from './toy-engines.fixture.ts';

const LEAVES = ['compressor', 'keep-turns', 'pruner', 'dropper', 'summariser'] as const;

/** What a composition is made of, as data: so that fast-check can shrink it, and a failure shows it. */
export type Spec =
  | { readonly kind: (typeof LEAVES)[number] }
  | { readonly kind: 'pipeline'; readonly stages: readonly Spec[] }
  | { readonly kind: 'fallback' | 'shadow'; readonly first: Spec; readonly second: Spec }
  /** Chosen by the name of the model, which a compaction does not change. */
  | { readonly kind: 'route'; readonly small: Spec; readonly large: Spec; readonly isLazy: boolean };

const leaf: fc.Arbitrary<Spec> = fc.constantFrom(...LEAVES).map((kind) => ({ kind }));

/** One to four engines in a row. */
export const pipelines: fc.Arbitrary<Spec> = fc
  .array(leaf, { minLength: 1, maxLength: 4 })
  .map((stages): Spec => ({ kind: 'pipeline', stages }));

/** Compositions of compositions. */
export const nestings: fc.Arbitrary<Spec> = fc.letrec<{ readonly spec: Spec }>((tie) => ({
  spec: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.record({ kind: fc.constantFrom('fallback', 'shadow'), first: tie('spec'), second: tie('spec') }),
    fc.array(tie('spec'), { minLength: 1, maxLength: 3 }).map((stages) => ({ kind: 'pipeline' as const, stages })),
    fc.record({ kind: fc.constant('route'), small: tie('spec'), large: tie('spec'), isLazy: fc.boolean() }),
  ),
})).spec;

const loaded = await loadPluginFolder(
  fileURLToPath(new URL('../../plugins/context_engine/keep-turns', import.meta.url)),
);
if (loaded.kind === 'failed') throw loaded.error;
const keepTurns = loaded.plugin;
const localSummary = createSummarizer({ routes: [] });

/** The engine of a spec. */
export function build(spec: Spec, services: EngineServices): ContextEngine {
  switch (spec.kind) {
    case 'compressor':
      return make(compressor, { protect_last_n: 4, protect_first_n: 2 }, { ...services, summarise: localSummary });
    case 'keep-turns':
      return make(keepTurns, { keep_turns: 3 }, services);
    case 'pruner':
      return pruner(services);
    case 'dropper':
      return dropper(services);
    case 'summariser':
      return summariser(services);
    case 'pipeline':
      return pipeline(...spec.stages.map((stage) => build(stage, services)));
    case 'fallback':
      return fallback(build(spec.first, services), build(spec.second, services), services);
    case 'shadow':
      return shadow(named('main', build(spec.first, services)), build(spec.second, services), services);
    case 'route':
      return route({
        ...services,
        choose: ({ model }) => (model?.name === 'test-model' ? 'small' : 'large'),
        engines: {
          small: spec.isLazy ? () => build(spec.small, services) : build(spec.small, services),
          large: build(spec.large, services),
        },
        default: 'large',
      });
  }
}

/** The spec as a phrase, such as `pipeline(pruner, fallback(compressor, dropper))`. */
export function phrase(spec: Spec): string {
  switch (spec.kind) {
    case 'pipeline':
      return `pipeline(${spec.stages.map(phrase).join(', ')})`;
    case 'fallback':
    case 'shadow':
      return `${spec.kind}(${phrase(spec.first)}, ${phrase(spec.second)})`;
    case 'route':
      return `route(${phrase(spec.small)}, ${phrase(spec.large)})`;
    default:
      return spec.kind;
  }
}

function make(
  plugin: ContextEnginePlugin,
  section: Readonly<Record<string, unknown>>,
  services: EngineServices,
): ContextEngine {
  const engine = plugin.create(plugin.parseOptions(section), services);
  if (engine instanceof Promise) throw new TypeError(`${plugin.name} cannot be made at once.`);
  return engine;
}

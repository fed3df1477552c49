import {
  type ContextEngine,
  type ContextEnginePlugin,
  defineContextEngine,
  type EngineServices,
  InvalidOptionError,
} from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { checkPlugin } from '../check-plugin.ts';
import { createEngine } from '../create-engine.ts';
import { services, smallEngine } from '../engine.fixture.ts';
import { isEngineEventName } from '../host-events.ts';
import { clearing, conversation, dropping, forced, warningsOf } from './parts.fixture.ts';
import { definePipelinePlugin } from './pipeline-plugin.ts';

const messages = conversation(4);

function plugin(
  name: string,
  create: (options: unknown, services: EngineServices) => ContextEngine | Promise<ContextEngine>,
): ContextEnginePlugin {
  return defineContextEngine({ ...smallEngine(name), create });
}
const stage = (each: ContextEnginePlugin) => ({ name: each.name, plugin: each });

describe('the plug-in of a pipeline', () => {
  it('is one like any other, and says what it runs', () => {
    const made = definePipelinePlugin([stage(smallEngine('prune-me')), stage(smallEngine('lcm'))]);
    expect(checkPlugin(made).kind).toBe('plugin');
    expect(made).toMatchObject({ name: 'pipeline', description: 'Runs prune-me, lcm, one after another.' });
  });

  it('gives each stage its own options and its own folder, log and events', async () => {
    const seen: unknown[] = [];
    const told: unknown[] = [];
    const watching = (name: string) =>
      plugin(name, (options, lent) => {
        seen.push([name, options, lent.dataDir]);
        lent.log.info('ready', { count: 1 });
        lent.log.debug('detail');
        lent.emit(`engine:${name}:stored`, { count: 1 });
        lent.emit('engine:odd', {});
        return dropping(1);
      });
    const made = definePipelinePlugin([stage(watching('lcm')), stage(watching('toy'))]);
    const options = made.parseOptions({ lcm: { fresh_tail: 20 }, other: { a: 1 }, toy: 5 });
    const note = (event: string): void => void told.push(event);
    const creation = await createEngine({
      plugin: made,
      options,
      services: { ...services, dataDir: '/data/pipeline', emit: note, log: { debug: note, info: note, warn: note } },
    });
    expect(creation.kind).toBe('created');
    expect(seen).toEqual([
      ['lcm', { fresh_tail: 20 }, '/data/pipeline/lcm'],
      ['toy', {}, '/data/pipeline/toy'],
    ]);
    expect(told).toEqual([
      'lcm: ready',
      'lcm: detail',
      'engine:pipeline:lcm:stored',
      'engine:pipeline:lcm:odd',
      'toy: ready',
      'toy: detail',
      'engine:pipeline:toy:stored',
      'engine:pipeline:toy:odd',
    ]);
    expect(told.filter((event) => isEngineEventName(String(event), 'pipeline'))).toHaveLength(4);
  });

  it('takes what every object has for no section of a stage', () => {
    expect(definePipelinePlugin([stage(smallEngine('constructor'))]).parseOptions({})).toEqual({ constructor: {} });
  });

  it('passes on what a stage has against its options', () => {
    const strict = defineContextEngine({
      ...smallEngine('strict'),
      parseOptions: ({ keep }) => {
        if (keep !== undefined)
          throw new InvalidOptionError({ option: 'keep', received: keep, expected: 'absent', example: 1 });
        return {};
      },
    });
    const made = definePipelinePlugin([stage(strict)]);
    expect(made.parseOptions({})).toEqual({ strict: {} });
    expect(() => made.parseOptions({ strict: { keep: 1 } })).toThrow(InvalidOptionError);
  });

  it('leaves out a stage that cannot be created, and says so with every outcome', async () => {
    const failing = plugin('bad', () => Promise.reject(new Error('no disk')));
    const made = definePipelinePlugin([stage(plugin('prune', () => clearing())), stage(failing)]);
    const engine = await made.create(made.parseOptions({}), services);
    const outcome = await engine.compress(forced(messages));
    expect(outcome).toMatchObject({ kind: 'compressed' });
    expect(warningsOf(outcome)).toEqual([
      expect.stringMatching(/^Stage "bad" of the pipeline is left out\. .* Its create threw: no disk /),
    ]);
  });

  it('cannot be created where no stage can', async () => {
    const failing = plugin('bad', () => Promise.reject(new Error('no disk')));
    const creation = await createEngine({ plugin: definePipelinePlugin([stage(failing)]), options: {}, services });
    expect(creation).toMatchObject({ kind: 'failed', error: { code: 'CTX_ENGINE_CREATE_FAILED' } });
    expect(String(creation.kind === 'failed' && creation.error)).toContain('has no stage to run');
  });
});

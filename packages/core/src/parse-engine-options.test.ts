import { describe, expect, it } from 'vitest';
import { smallEngine } from './engine.fixture.ts';
import { loadPluginFolder } from './load-plugin-folder.ts';
import { parseEngineOptions } from './parse-engine-options.ts';
import { temporaryFolder, writePlugin } from './plugin-folder.fixture.ts';

async function keepLast() {
  const loaded = await loadPluginFolder(await writePlugin(await temporaryFolder(), 'keep-last'));
  if (loaded.kind === 'failed') throw loaded.error;
  return { plugin: loaded.plugin, engineName: 'keep-last' };
}

describe('parseEngineOptions', () => {
  it('gives what the engine made of its section, {} without one', async () => {
    const engine = await keepLast();
    expect(parseEngineOptions(engine)).toEqual({ kind: 'options', options: { keep: 2 } });
    expect(parseEngineOptions(engine, { keep: 5 })).toEqual({ kind: 'options', options: { keep: 5 } });
  });

  it('reports a value that the engine refuses, and falls back to nothing', async () => {
    const parsed = parseEngineOptions(await keepLast(), { keep: -1 });
    expect(parsed).toMatchObject({ kind: 'invalid', problem: { code: 'CTX_OPTION_INVALID' } });
  });

  it('reports an engine that fails without saying over which option', () => {
    const cause = new TypeError('cannot read');
    const plugin = {
      ...smallEngine('lcm'),
      parseOptions() {
        throw cause;
      },
    };
    const parsed = parseEngineOptions({ plugin, engineName: 'lcm' }, {});
    expect(parsed).toMatchObject({ kind: 'invalid', problem: { code: 'CTX_ENGINE_OPTIONS_FAILED', cause } });
  });
});

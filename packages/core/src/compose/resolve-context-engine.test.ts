import { describe, expect, it } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { discoverPluginFolders } from '../discover-plugin-folders.ts';
import { services, smallEngine } from '../engine.fixture.ts';
import { writePlugin } from '../plugin-folder.fixture.ts';
import { builtIn, host } from '../resolution.fixture.ts';
import { formatResolutionReport } from '../resolution-report.ts';
import { resolveContextEngine } from './resolve-context-engine.ts';

const BROKEN = { 'index.ts': `throw new Error('broken on purpose');` };

/** A host whose project has these plug-ins; `resolve` takes what `context` says. */
async function hostWith(plugins: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) {
  const { registry, project } = await host();
  for (const [name, files] of Object.entries(plugins)) await writePlugin(project, name, files);
  const resolve = async (requested: string, stages: readonly string[] = []) => {
    const folders = await discoverPluginFolders({ roots: [{ kind: 'project', path: project }] });
    return resolveContextEngine({ requested, stages, registry, folders });
  };
  return { registry, resolve };
}

const sentences = ({ notices }: Awaited<ReturnType<typeof resolveContextEngine>>) =>
  notices.map(({ code, explanation: { what, why, fix } }) => `${code}: ${what} ${why} ${fix}`);

describe('resolveContextEngine', () => {
  it('S-002 makes one engine of those in context.stages, wherever they come from', async () => {
    const { registry, resolve } = await hostWith({ 'keep-last': {} });
    registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg' });
    const resolution = await resolve('pipeline', ['keep-last', 'lcm', 'compressor']);
    expect(resolution).toMatchObject({
      engineName: 'pipeline',
      source: { kind: 'stages', stages: ['keep-last', 'lcm', 'compressor'] },
      notices: [],
    });
    expect(formatResolutionReport(resolution.report)).toEqual([
      'Context engine: pipeline',
      '  used: context.stages (keep-last, lcm, compressor)',
    ]);
    const { plugin } = resolution;
    const creation = await createEngine({
      plugin,
      options: plugin.parseOptions({ 'keep-last': { keep: 1 } }),
      services,
    });
    if (creation.kind === 'failed') throw creation.error;
    expect([999, 1_000].map((size) => creation.engine.shouldCompress(size))).toEqual([false, true]);
  });

  it('looks at no stages for any other name', async () => {
    const { resolve } = await hostWith({ lcm: {} });
    expect(await resolve('lcm', ['nothing'])).toMatchObject({ engineName: 'lcm', notices: [] });
    const missing = await resolve('lmc', ['lcm']);
    expect(missing.plugin).toBe(builtIn);
    expect(missing.notices).toEqual([missing.notice]);
  });

  it.each<[string, string, readonly string[], RegExp]>([
    [
      'leads nowhere',
      'lmc',
      ['lcm', 'lmc'],
      /"lmc" .* leads to no engine; there are: compressor, lcm, sick\. Did you mean "lcm"\?/,
    ],
    [
      'is a path',
      '../lcm',
      ['lcm', '../lcm'],
      /"\.\.\/lcm" .* leads to no engine; there are: .+\. A name is lower-case letters/,
    ],
    ['is broken', 'sick', ['sick', 'lcm'], /"sick" .* is left out\. .*broken on purpose/],
    ['comes twice', 'lcm', ['lcm', 'lcm'], /"lcm" .* is left out\. context\.stages names it more than once/],
    ['is the pipeline itself', 'pipeline', ['pipeline', 'lcm'], /"pipeline" .* cannot be a stage of itself/],
  ])('S-006 leaves out a stage that %s, says what to do, and runs the others', async (_, stage, stages, notice) => {
    const { resolve } = await hostWith({ lcm: {}, sick: BROKEN });
    const resolution = await resolve('pipeline', stages);
    expect(resolution.source).toEqual({ kind: 'stages', stages: ['lcm'] });
    expect(resolution.notices).toMatchObject([{ code: 'CTX_STAGE_LEFT_OUT', stage }]);
    expect(sentences(resolution)).toEqual([expect.stringMatching(notice)]);
  });

  it('leaves out a stage that several plug-ins claim', async () => {
    const { registry, resolve } = await hostWith({ lcm: {} });
    for (const source of ['one', 'two']) registry.registerContextEngine(smallEngine('toy'), { source });
    const resolution = await resolve('pipeline', ['toy', 'lcm']);
    expect(resolution.notices).toMatchObject([{ code: 'CTX_STAGE_LEFT_OUT', fault: 'broken' }]);
    expect(sentences(resolution)[0]).toContain('claimed 2 times');
  });

  it.each([
    [[], 1, 'that names none'],
    [['nothing', 'pipeline'], 3, '2 were left out'],
  ])('S-006 takes the built-in engine where the stages are %j, and says so', async (stages, count, why) => {
    const { resolve } = await hostWith();
    const resolution = await resolve('pipeline', stages);
    expect(resolution).toMatchObject({ engineName: 'compressor', source: { kind: 'built-in' } });
    expect(resolution.plugin).toBe(builtIn);
    expect(resolution.notices).toHaveLength(count);
    expect(resolution.notice).toMatchObject({ code: 'CTX_STAGES_MISSING' });
    expect(sentences(resolution).at(-1)).toContain(why);
    expect(formatResolutionReport(resolution.report)[0]).toBe('Context engine: compressor, in place of "pipeline"');
  });

  it('asks no plug-in for the name "pipeline"', async () => {
    const { resolve } = await hostWith({ pipeline: BROKEN, lcm: {} });
    expect(await resolve('pipeline', ['lcm'])).toMatchObject({ source: { kind: 'stages' }, notices: [] });
  });

  it('passes on the notice of a stage that was found in its second place', async () => {
    const { registry, resolve } = await hostWith({ lcm: BROKEN });
    registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg' });
    const resolution = await resolve('pipeline', ['lcm']);
    expect(resolution).toMatchObject({ engineName: 'pipeline', notices: [{ code: 'CTX_PLUGIN_LOAD_FAILED' }] });
  });
});

import { join } from 'node:path';
import type { Message } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { createEngine } from './create-engine.ts';
import { discoverPluginFolders } from './discover-plugin-folders.ts';
import { services, smallEngine } from './engine.fixture.ts';
import { loadPluginFolder } from './load-plugin-folder.ts';
import { parseEngineOptions } from './parse-engine-options.ts';
import { manifestText, temporaryFolder, writePlugin } from './plugin-folder.fixture.ts';
import { builtIn, host, outcomes } from './resolution.fixture.ts';
import { formatResolutionReport } from './resolution-report.ts';
import { fallBackToBuiltIn, resolveEngine } from './resolve-engine.ts';

const BROKEN = { 'index.ts': `throw new Error('broken on purpose');` };

describe('an engine found by name', () => {
  it('S-001 decides when to compact, does it, and tracks what the model reports', async () => {
    const { resolve, project } = await host();
    await writePlugin(project, 'keep-last');
    const resolution = await resolve('keep-last');
    const parsed = parseEngineOptions(resolution, { keep: 1 });
    if (parsed.kind === 'invalid') throw parsed.problem;
    const created = await createEngine({ plugin: resolution.plugin, options: parsed.options, services });
    if (created.kind === 'failed') throw created.error;
    const { engine } = created;

    expect([engine.shouldCompress(999), engine.shouldCompress(1_000)]).toEqual([false, true]);
    engine.updateFromResponse({ promptTokens: 1_234, completionTokens: 5 });
    expect(engine.status?.().counters).toEqual({ promptTokens: 1_234 });
    const messages: readonly Message[] = [
      { role: 'user', content: 'KEEP this' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Go on' },
    ];
    const outcome = await engine.compress({ messages, signal: new AbortController().signal });
    expect(outcome).toEqual({ kind: 'compressed', messages: [messages[0], messages[2]] });
  });

  it('S-001 works the same for an engine that was registered', async () => {
    const { registry, resolve } = await host();
    const plugin = smallEngine('mine');
    registry.registerContextEngine(plugin, { source: 'pkg' });
    const resolution = await resolve('mine');
    expect(resolution).toMatchObject({ engineName: 'mine', source: { kind: 'registered', source: 'pkg' } });
    expect(resolution.plugin).toBe(plugin);
    expect((await createEngine({ plugin: resolution.plugin, options: {}, services })).kind).toBe('created');
  });
});

describe('resolveEngine', () => {
  it('S-002 takes the name in context.engine, and the built-in engine without one', async () => {
    const { resolve, project } = await host();
    await writePlugin(project, 'lcm');
    const byDefault = await resolve();
    expect(byDefault.plugin).toBe(builtIn);
    expect(byDefault).toMatchObject({ engineName: 'compressor', source: { kind: 'built-in' } });
    expect(byDefault.notice).toBeUndefined();
    expect(await resolve('lcm')).toMatchObject({ engineName: 'lcm', source: { kind: 'folder', root: 'project' } });
  });

  it('S-003 tries folders, then registered engines, then the built-in one', async () => {
    const { registry, resolve, project, home } = await host();
    expect(await resolve('lcm')).toMatchObject({ source: { kind: 'built-in' } });

    registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg' });
    expect(await resolve('lcm')).toMatchObject({ source: { kind: 'registered', source: 'pkg' } });

    const atHome = await writePlugin(home, 'lcm');
    expect(await resolve('lcm')).toMatchObject({ source: { kind: 'folder', root: 'home', folder: atHome } });

    const inProject = await writePlugin(project, 'lcm');
    const resolution = await resolve('lcm');
    expect(resolution).toMatchObject({ source: { kind: 'folder', root: 'project', folder: inProject } });
    expect(resolution.notice).toBeUndefined();
    expect(resolution.report.shadowed).toEqual([
      { kind: 'folder', root: 'home', folder: atHome },
      { kind: 'registered', source: 'pkg' },
    ]);
  });

  it('S-004 takes the built-in engine for compressor, whoever else carries the name', async () => {
    const { registry, resolve, project } = await host();
    await writePlugin(project, 'compressor', { 'index.ts': 'globalThis.hermesShadowed = true;' });
    registry.registerContextEngine(smallEngine('compressor'), { source: 'pkg' });
    const resolution = await resolve('compressor');
    expect(resolution.plugin).toBe(builtIn);
    expect(resolution.notice).toBeUndefined();
    expect(globalThis).not.toHaveProperty('hermesShadowed');
  });

  it('S-005 runs the code of no plug-in that was not asked for', async () => {
    const { registry, resolve, project, home } = await host();
    await writePlugin(project, 'loud', { 'index.ts': 'globalThis.hermesLoud = true;' });
    await writePlugin(home, 'lcm', { 'index.ts': 'globalThis.hermesLoud = true;' });
    await writePlugin(project, 'lcm');
    registry.registerContextEngine(
      {
        ...smallEngine('registered'),
        create: () => {
          throw new Error('must not run');
        },
      },
      { source: 'pkg' },
    );
    expect(await resolve()).toMatchObject({ engineName: 'compressor' });
    expect(await resolve('lcm')).toMatchObject({ engineName: 'lcm', source: { root: 'project' } });
    expect(await resolve('nobody')).toMatchObject({ engineName: 'compressor' });
    expect(globalThis).not.toHaveProperty('hermesLoud');
  });

  it('S-006 says of an unknown engine what was asked for, where it looked, and what was meant', async () => {
    const { resolve, project, home } = await host();
    await writePlugin(project, 'lcm');
    const resolution = await resolve('lmc');
    expect(resolution.plugin).toBe(builtIn);
    expect(resolution.notice).toMatchObject({ code: 'CTX_ENGINE_NOT_FOUND', available: ['compressor', 'lcm'] });
    expect(resolution.notice?.message).toContain('Did you mean "lcm"? Run: hermes plugins use lcm');
    expect(resolution.notice?.message).toContain(project);
    expect(resolution.notice?.message).toContain(home);
    expect(outcomes(resolution)).toEqual([
      'project: not-found',
      'home: not-found',
      'registered: not-found',
      'built-in: found',
    ]);
  });

  it('S-006 passes over a broken folder to the next one, with a notice', async () => {
    const { resolve, project, home } = await host();
    await writePlugin(project, 'lcm', BROKEN);
    await writePlugin(home, 'lcm');
    const resolution = await resolve('lcm');
    expect(resolution).toMatchObject({ engineName: 'lcm', source: { root: 'home' } });
    expect(resolution.notice).toMatchObject({ code: 'CTX_PLUGIN_LOAD_FAILED', reason: 'import-threw' });
    expect(outcomes(resolution)).toEqual(['project: broken', 'home: found']);
  });

  it('S-006 passes over broken folders to a registered engine, then to the built-in one', async () => {
    const { registry, resolve, project, home } = await host();
    await writePlugin(project, 'lcm', { 'plugin.yaml': manifestText('lcm', { contract: '2' }) });
    await writePlugin(home, 'lcm', BROKEN);
    const fallen = await resolve('lcm');
    expect(fallen.plugin).toBe(builtIn);
    expect(fallen.notice).toMatchObject({ code: 'CTX_PLUGIN_INCOMPATIBLE' });
    expect(outcomes(fallen)).toEqual(['project: broken', 'home: broken', 'registered: not-found', 'built-in: found']);

    registry.registerContextEngine(smallEngine('lcm'), { source: 'pkg' });
    const rescued = await resolve('lcm');
    expect(rescued).toMatchObject({ engineName: 'lcm', source: { kind: 'registered' } });
    expect(rescued.notice).toMatchObject({ code: 'CTX_PLUGIN_INCOMPATIBLE' });
  });

  it('S-006 prints why each try failed and how to fix it', async () => {
    const { resolve, project, home } = await host();
    await writePlugin(project, 'lcm', BROKEN);
    const lines = formatResolutionReport((await resolve('lcm')).report);
    expect(lines).toEqual([
      'Context engine: compressor, in place of "lcm"',
      `  broken: the folder ${join(project, 'lcm')} (project)`,
      `    Context engine "lcm" from ${join(project, 'lcm')} could not be loaded.`,
      expect.stringMatching(/^ {4}why: Importing .*broken on purpose/),
      expect.stringMatching(/^ {4}fix: /),
      `  not found: the folder ${join(home, 'lcm')} (home)`,
      '  not found: the registered engines',
      '  used: the built-in engine',
    ]);
  });

  it.each(['../../evil', '../memory', '/etc', 'LCM', '', 'a/b', 'x'.repeat(100_000), 'lcm\u001b[2J', 'lcm\u009b2J'])(
    'S-006 never makes a path of the name %j',
    async (requested) => {
      const { registry } = await host();
      let loads = 0;
      const load = async () => {
        loads += 1;
        throw new Error('unreachable');
      };
      const folders = await discoverPluginFolders({ roots: [{ kind: 'project', path: await temporaryFolder() }] });
      const resolution = await resolveEngine({ requested, registry, folders, load });
      expect(resolution.plugin).toBe(builtIn);
      expect(resolution.notice).toMatchObject({ code: 'CTX_ENGINE_NAME_INVALID' });
      expect(resolution.notice?.message.length).toBeLessThan(500);
      const shown = [resolution.notice?.message, ...formatResolutionReport(resolution.report)].join('');
      expect(shown.length).toBeLessThan(1_000);
      expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(loads).toBe(0);
    },
  );

  it('S-006 recognises a name in capitals', async () => {
    const { resolve, project } = await host();
    await writePlugin(project, 'lcm');
    expect((await resolve('LCM')).notice?.message).toContain('Did you mean "lcm"?');
  });

  it('never loads a folder whose manifest is broken', async () => {
    const { registry } = await host();
    const root = await temporaryFolder();
    await writePlugin(root, 'lcm', { 'plugin.yaml': manifestText('lcm', { contract: '2' }) });
    const folders = await discoverPluginFolders({ roots: [{ kind: 'home', path: root }] });
    const loads: string[] = [];
    const load = async (folder: string) => {
      loads.push(folder);
      return loadPluginFolder(folder);
    };
    await resolveEngine({ requested: 'lcm', registry, folders, load });
    expect(loads).toEqual([]);
  });

  it('stands a loader that throws', async () => {
    const { registry } = await host();
    const root = await temporaryFolder();
    await writePlugin(root, 'lcm');
    const folders = await discoverPluginFolders({ roots: [{ kind: 'home', path: root }] });
    const load = async () => {
      throw new Error('a loader of the host');
    };
    const resolution = await resolveEngine({ requested: 'lcm', registry, folders, load });
    expect(resolution.notice).toMatchObject({ code: 'CTX_PLUGIN_LOAD_FAILED' });
  });
});

describe('fallBackToBuiltIn', () => {
  it('S-006 replaces an engine that cannot be created, and says so', async () => {
    const { registry, resolve } = await host();
    registry.registerContextEngine({ ...smallEngine('lcm'), create: () => ({}) }, { source: 'pkg' });
    const resolution = await resolve('lcm');
    const created = await createEngine({ plugin: resolution.plugin, options: {}, services });
    if (created.kind === 'created') throw new Error('it was created');

    const fallen = fallBackToBuiltIn(resolution, registry, created.error);
    expect(fallen.plugin).toBe(builtIn);
    expect(fallen).toMatchObject({ engineName: 'compressor', report: { requested: 'lcm', used: 'compressor' } });
    expect(fallen.notice).toBe(created.error);
    expect(outcomes(fallen).slice(-2)).toEqual(['registered: broken', 'built-in: found']);
  });
});

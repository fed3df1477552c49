import { expect, it } from 'vitest';
import { smallEngine } from './engine.fixture.ts';
import { writeFiles, writePlugin } from './plugin-folder.fixture.ts';
import { builtIn, host, outcomes } from './resolution.fixture.ts';
import { formatResolutionReport } from './resolution-report.ts';

it('S-006 runs none of two engines that were registered under one name, and says whose they are', async () => {
  const { registry, resolve } = await host();
  registry.registerContextEngine(smallEngine('lcm'), { source: 'one (/p/one)', plugin: 'one' });
  registry.registerContextEngine(smallEngine('lcm'), { source: 'two (/p/two)', plugin: 'two' });
  const resolution = await resolve('lcm');
  expect(resolution.plugin).toBe(builtIn);
  expect(resolution.notice).toMatchObject({ code: 'CTX_ENGINE_DUPLICATE' });
  const lines = formatResolutionReport(resolution.report).join('\n');
  for (const part of ['/p/one', '/p/two', 'hermes plugins disable one, or hermes plugins disable two'])
    expect(lines).toContain(part);
  expect(outcomes(resolution)).toEqual([
    'project: not-found',
    'home: not-found',
    'registered: broken',
    'built-in: found',
  ]);
});

it('S-003 takes a folder, though its name is contested among the registered ones', async () => {
  const { registry, resolve, home } = await host();
  for (const source of ['one', 'two']) registry.registerContextEngine(smallEngine('lcm'), { source });
  await writePlugin(home, 'lcm');
  const resolution = await resolve('lcm');
  expect(resolution).toMatchObject({ engineName: 'lcm', source: { kind: 'folder' } });
  expect(resolution.notice).toBeUndefined();
  expect(resolution.report.shadowed).toHaveLength(2);
});

it('S-006 says of an engine of the Python agent that it is one', async () => {
  const { resolve, home } = await host();
  await writeFiles(home, { 'fabric/__init__.py': '' });
  const resolution = await resolve('fabric');
  expect(resolution.plugin).toBe(builtIn);
  expect(resolution.notice).toMatchObject({ code: 'CTX_PLUGIN_LOAD_FAILED', reason: 'python' });
});

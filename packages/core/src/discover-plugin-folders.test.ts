import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discoverPluginFolders, pluginRoots } from './discover-plugin-folders.ts';
import type { PluginRoot } from './list-plugin-folders.ts';
import { manifestText, temporaryFolder, writeFiles, writePlugin } from './plugin-folder.fixture.ts';

const rootAt = (path: string, kind: PluginRoot['kind'] = 'home'): PluginRoot => ({ kind, path });

describe('pluginRoots', () => {
  it('puts project before home before configured before bundled', () => {
    const roots = pluginRoots({ bundled: '/b', configured: ['/c1', '/c2'], home: '/h', project: '/p' });
    expect(roots.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      `project ${join('/p/plugins/context_engine')}`,
      `home ${join('/h/plugins/context_engine')}`,
      'configured /c1',
      'configured /c2',
      'bundled /b',
    ]);
    expect(pluginRoots({})).toEqual([]);
  });
});

describe('discoverPluginFolders', () => {
  it('S-005 lists plug-ins by their manifest and runs none of them', async () => {
    const [first, second] = [await temporaryFolder(), await temporaryFolder()];
    const bomb = { 'index.ts': 'globalThis.hermesDiscovered = true; throw new Error("must not run");' };
    await writePlugin(first, 'zeta', bomb);
    await writePlugin(first, 'alpha', bomb);
    await writePlugin(second, 'alpha', bomb);
    const { folders, roots } = await discoverPluginFolders({ roots: [rootAt(first, 'project'), rootAt(second)] });
    expect(folders.map(({ folder, root }) => [root.kind, folder])).toEqual([
      ['project', join(first, 'alpha')],
      ['project', join(first, 'zeta')],
      ['home', join(second, 'alpha')],
    ]);
    expect(folders.every(({ state }) => state.kind === 'described')).toBe(true);
    expect(roots.map(({ state }) => state)).toEqual(['listed', 'listed']);
    expect(globalThis).not.toHaveProperty('hermesDiscovered');
  });

  it('shows broken plug-ins with the reason', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'empty'));
    await writePlugin(root, 'newer', { 'plugin.yaml': manifestText('newer', { contract: '2' }) });
    await writePlugin(root, 'Upper', {});
    await symlink(join(root, 'moved-away'), join(root, 'dangling'));
    const { folders } = await discoverPluginFolders({ roots: [rootAt(root)] });
    const codes = folders.map(({ name, state }) => [name, state.kind === 'broken' ? state.error.code : 'fine']);
    expect(codes).toEqual([
      ['Upper', 'CTX_PLUGIN_LOAD_FAILED'],
      ['dangling', 'CTX_PLUGIN_LOAD_FAILED'],
      ['empty', 'CTX_PLUGIN_LOAD_FAILED'],
      ['newer', 'CTX_PLUGIN_INCOMPATIBLE'],
    ]);
  });

  it('passes over files, hidden folders and installed packages', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'README.md': '', '.git/config': '', '_draft/plugin.yaml': '', 'node_modules/x/y': '' });
    await symlink(join(root, 'README.md'), join(root, 'link'));
    expect((await discoverPluginFolders({ roots: [rootAt(root)] })).folders).toEqual([]);
  });

  it('tells a root that is missing from one that cannot be read', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { file: '' });
    const { roots } = await discoverPluginFolders({ roots: [rootAt(join(root, 'none')), rootAt(join(root, 'file'))] });
    expect(roots).toMatchObject([
      { state: 'missing' },
      { state: 'unreadable', problem: expect.stringContaining('ENOTDIR') },
    ]);
  });

  it('searches a folder once that two roots name', async () => {
    const root = await temporaryFolder();
    await writePlugin(join(root, 'real'), 'lcm');
    await symlink(join(root, 'real'), join(root, 'link'));
    const roots = [rootAt(join(root, 'link'), 'project'), rootAt(join(root, 'real'))];
    const found = await discoverPluginFolders({ roots });
    expect(found.folders.map(({ root: { kind } }) => kind)).toEqual(['project']);
    expect(found.roots).toHaveLength(1);
  });
});

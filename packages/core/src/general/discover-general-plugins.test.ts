import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discoverPluginFolders } from '../discover-plugin-folders.ts';
import type { PluginDiscovery, PluginRoot } from '../list-plugin-folders.ts';
import { manifestText, temporaryFolder, writeFiles, writePlugin } from '../plugin-folder.fixture.ts';
import { discoverGeneralPlugins, generalPluginRoots } from './discover-general-plugins.ts';

const states = ({ folders }: PluginDiscovery) =>
  folders.map(({ name, state }) => `${name}: ${state.kind === 'broken' ? state.error.explanation.why : state.kind}`);
const inHome = async (path: string) => states(await discoverGeneralPlugins({ roots: [{ kind: 'home', path }] }));
const general = { 'plugin.yaml': manifestText('notes', { kind: 'general' }) };

describe('generalPluginRoots', () => {
  it('puts home before configured before bundled, and has no place in a project', () => {
    const roots = generalPluginRoots({ bundled: '/b', configured: ['/c1', '/c2'], home: '/h' });
    expect(roots.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      `home ${join('/h/plugins')}`,
      'configured /c1',
      'configured /c2',
      'bundled /b',
    ]);
    expect(generalPluginRoots({})).toEqual([]);
  });
});

describe('discoverGeneralPlugins', () => {
  it('takes a folder of a home for a general plug-in, and runs none of it', async () => {
    const root = await temporaryFolder();
    await writePlugin(root, 'notes', { 'index.ts': 'globalThis.hermesGeneral = true;' });
    await writePlugin(root, 'said', { 'plugin.yaml': manifestText('said', { kind: 'general' }) });
    expect(await inHome(root)).toEqual(['notes: described', 'said: described']);
    expect(globalThis).not.toHaveProperty('hermesGeneral');
  });

  it('sees the folder of the engines as what it is, with files in it too', async () => {
    const root = await temporaryFolder();
    await writePlugin(join(root, 'context_engine'), 'lcm');
    await mkdir(join(root, 'memory'));
    expect(await inHome(root)).toEqual([]);
    await writeFiles(root, { 'context_engine/README.md': 'Engines.' });
    expect(await inHome(root)).toEqual([]);
  });

  it('says where an engine belongs that lies among them', async () => {
    const root = await temporaryFolder();
    await writePlugin(root, 'lcm', { 'plugin.yaml': manifestText('lcm', { kind: 'context_engine' }) });
    const { folders } = await discoverGeneralPlugins({ roots: [{ kind: 'home', path: root }] });
    const { state } = folders[0]!;
    expect(state).toMatchObject({ kind: 'broken', error: { reason: 'misplaced' } });
    expect(state.kind === 'broken' && state.error.message).toContain(
      'Move the folder to $HERMES_HOME/plugins/context_engine/lcm, then run: hermes plugins use lcm',
    );
  });

  it('leaves what belongs to the Python agent alone, and calls nothing of it broken', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, {
      'no-manifest/__init__.py': '',
      'own-manifest/__init__.py': '',
      'own-manifest/plugin.yaml': 'name: own-manifest\nversion: 1.0\nkind: standalone\n',
      'broken-manifest/__init__.py': '',
      'broken-manifest/plugin.yaml': '"',
      'observability/langfuse/__init__.py': '',
      'observability/README.md': '',
    });
    await writePlugin(root, 'both', { '__init__.py': '' });
    expect(await inHome(root)).toEqual([
      'both: described',
      'broken-manifest: python',
      'no-manifest: python',
      'observability/langfuse: python',
      'own-manifest: python',
    ]);
  });

  it('shows what is broken, with the reason', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'bare/index.ts': '' });
    await writePlugin(root, 'odd', { 'plugin.yaml': manifestText('odd', { kind: 'standalone' }) });
    await writePlugin(root, 'newer', { 'plugin.yaml': manifestText('newer', { contract: '2' }) });
    await symlink(join(root, 'moved-away'), join(root, 'dangling'));
    expect(await inHome(root)).toEqual([
      expect.stringMatching(/^bare: plugin\.yaml cannot be found/),
      expect.stringMatching(/^dangling: plugin\.yaml cannot be found/),
      'newer: This host speaks: 1.',
      expect.stringContaining('odd: plugin.yaml is not right. kind must be general or context_engine'),
    ]);
  });

  it('takes elsewhere only what says so, and leaves the rest to the engines', async () => {
    const path = await temporaryFolder();
    await writePlugin(path, 'lcm');
    await writePlugin(path, 'notes', general);
    await writePlugin(path, 'half', { 'plugin.yaml': manifestText('half', { kind: 'general', main: undefined }) });
    const roots: readonly PluginRoot[] = [{ kind: 'configured', path }];
    const found = states(await discoverGeneralPlugins({ roots }));
    expect(found).toEqual([
      expect.stringContaining('half: plugin.yaml is not right. main must be'),
      'notes: described',
    ]);
    expect(states(await discoverPluginFolders({ roots }))).toEqual(['lcm: described']);
  });
});

describe('discoverPluginFolders', () => {
  it('says where a general plug-in belongs that lies among the engines', async () => {
    const path = await temporaryFolder();
    await writePlugin(path, 'notes', general);
    const { folders } = await discoverPluginFolders({ roots: [{ kind: 'home', path }] });
    const { state } = folders[0]!;
    expect(state.kind === 'broken' && state.error.message).toContain(
      'Move the folder to $HERMES_HOME/plugins/notes, then run: hermes plugins enable notes',
    );
  });

  it('leaves an engine of the Python agent alone', async () => {
    const path = await temporaryFolder();
    await writeFiles(path, { 'fabric/__init__.py': '', 'fabric/plugin.yaml': 'name: fabric\n' });
    expect(states(await discoverPluginFolders({ roots: [{ kind: 'home', path }] }))).toEqual(['fabric: python']);
  });
});

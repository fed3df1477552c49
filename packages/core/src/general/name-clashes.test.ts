import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngineRegistry } from '../create-engine-registry.ts';
import { smallEngine } from '../engine.fixture.ts';
import { createEventBus } from '../event-bus.ts';
import { writeFiles } from '../plugin-folder.fixture.ts';
import { discoverGeneralPlugins, generalPluginRoots } from './discover-general-plugins.ts';
import { type AnyEvents, GOOD, heard, home, writeGeneral } from './general-plugin.fixture.ts';
import { loadGeneralPlugins } from './load-general-plugins.ts';

describe('names that two general plug-ins want', () => {
  it('go to neither, and both are named', async () => {
    const { plugins, load } = await home();
    const folders = [await writeGeneral(plugins, 'one', GOOD), await writeGeneral(plugins, 'two', GOOD)];
    const { general, registry, stateOf } = await load(['two', 'one']);
    expect(registry.find('notes-engine')).toBeUndefined();
    expect(registry.list()).toHaveLength(1);
    expect(registry.contested()[0]?.claims).toHaveLength(2);
    expect(general.commands).toEqual([]);
    for (const name of ['one', 'two']) {
      expect(stateOf(name)).toMatchObject({
        kind: 'loaded',
        conflicts: [{ code: 'CTX_ENGINE_DUPLICATE' }, { code: 'CTX_COMMAND_DUPLICATE' }],
      });
    }
    for (const notice of general.notices) {
      for (const folder of folders) expect(notice.message).toContain(folder);
      expect(notice.explanation.fix).toBe(
        'Keep one of them: hermes plugins disable one, or hermes plugins disable two',
      );
    }
    expect(general.notices).toHaveLength(2);
  });

  it('are contested with what the host itself registered, too', async () => {
    const { plugins, load } = await home();
    await writeGeneral(plugins, 'one', GOOD);
    const registry = createEngineRegistry({ builtIn: smallEngine('compressor') });
    registry.registerContextEngine(smallEngine('notes-engine'), { source: 'the host' });
    const { general } = await load(['one'], { registry });
    expect(registry.find('notes-engine')).toBeUndefined();
    expect(general.notices[0]?.explanation.why).toContain('the registration by the host');
    expect(general.notices[0]?.explanation.fix).toBe('Keep one of them: hermes plugins disable one');
  });
});

describe('the order in which general plug-ins are found and enabled', () => {
  it('has no part in the result', async () => {
    const { path, plugins } = await home();
    const names = ['alone', 'broken', 'one', 'python', 'two'];
    await writeGeneral(plugins, 'alone', GOOD.replaceAll('notes', 'alone'));
    await writeGeneral(plugins, 'broken', `${GOOD} throw new Error('boom');`);
    await writeGeneral(plugins, 'one', GOOD);
    await writeFiles(plugins, { 'python/__init__.py': '' });
    await writeGeneral(plugins, 'two', GOOD);
    const found = await discoverGeneralPlugins({ roots: generalPluginRoots({ home: path }) });
    const run = async (folders: typeof found.folders, enabled: readonly string[]) => {
      const registry = createEngineRegistry({ builtIn: smallEngine('compressor') });
      const events = createEventBus<AnyEvents>({ onListenerError: () => undefined });
      const parts = { folders: { ...found, folders }, enabled, registry, events, dataRoot: path };
      const { records, commands, notices } = await loadGeneralPlugins(parts);
      events.emit('session:compress', { session_id: 's' });
      return JSON.stringify({
        list: registry.list(),
        contested: registry.contested(),
        records,
        commands,
        notices: notices.map(({ message }) => message),
        heard: heard(),
      });
    };
    const enabled = [...names, 'missing', 'nowhere'];
    const expected = await run(found.folders, enabled);
    const shuffled = <Item>(items: readonly Item[]) =>
      fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
    await fc.assert(
      fc.asyncProperty(shuffled(found.folders), shuffled(enabled), async (folders, names) => {
        expect(await run(folders, names)).toBe(expected);
      }),
      { numRuns: 40 },
    );
  });
});

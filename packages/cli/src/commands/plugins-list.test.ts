import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import type { PluginInventory } from '../plugins-menu/inventory.ts';
import { engineObject, writeEngine, writeGeneral } from '../plugins-menu/plug-ins.fixture.ts';

const HOME_ENGINES = 'home/plugins/context_engine';

async function list(box: ReturnType<typeof sandbox>): Promise<PluginInventory> {
  const run = await box.hermes(['plugins', 'list', '--json']);
  if (run.code !== 0) throw new Error(run.err);
  return JSON.parse(run.out);
}

describe('hermes plugins list', () => {
  it('prints every engine with where it lies, and marks the current one', async () => {
    const box = sandbox();
    writeEngine(box, 'plugins/context_engine', 'own');
    writeEngine(box, HOME_ENGINES, 'mine');
    box.write('home/config.yaml', 'context:\n  engine: mine\n');
    const { current, engines, general, warnings } = await list(box);
    expect(current).toEqual({
      engine: 'mine',
      source: { kind: 'user', file: join(box.folder, 'home/config.yaml'), line: 2 },
    });
    expect(engines.map(({ name, health, isCurrent }) => [name, health, isCurrent])).toEqual([
      ['compressor', 'ok', false],
      ['own', 'ok', false],
      ['mine', 'ok', true],
      ['keep-turns', 'ok', false],
      ['lcm', 'ok', false],
    ]);
    expect(engines[2]).toEqual({
      name: 'mine',
      source: { kind: 'folder', folder: join(box.folder, HOME_ENGINES, 'mine'), root: 'home' },
      version: '1.2.0',
      description: 'Plain.',
      isCurrent: true,
      health: 'ok',
      problem: null,
      shadowedBy: null,
    });
    expect(general).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('runs no code of an engine, nor of a plug-in that is not enabled', async () => {
    const box = sandbox();
    const mark = (name: string): string =>
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(box.folder, name))}, '');`;
    writeEngine(box, HOME_ENGINES, 'mine', { atImport: mark('engine-ran') });
    writeGeneral(box, 'notes', '', { atImport: mark('plugin-ran') });
    writeGeneral(box, 'chosen', '', { atImport: mark('enabled-ran') });
    box.write('home/config.yaml', 'context: { engine: mine }\nplugins: { enabled: [chosen] }\n');
    await list(box);
    expect(['engine-ran', 'plugin-ran', 'enabled-ran'].map((name) => existsSync(join(box.folder, name)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('shows what general plug-ins are, and what those that are enabled bring', async () => {
    const box = sandbox();
    writeGeneral(box, 'notes', `context.registerContextEngine(${engineObject('jotter')});`);
    writeGeneral(box, 'idle');
    writeGeneral(box, 'barred');
    writeGeneral(box, 'sick', "throw new Error('no luck');");
    box.write('home/plugins/theirs/__init__.py', '');
    box.write('home/config.yaml', 'plugins:\n  enabled: [notes, sick, gone, barred]\n  disabled: [barred]\n');
    const { general, engines } = await list(box);
    expect(general.map(({ name, status, health }) => [name, status, health])).toEqual([
      ['barred', 'disabled', 'ok'],
      ['idle', 'off', 'ok'],
      ['notes', 'enabled', 'ok'],
      ['sick', 'enabled', 'broken'],
      ['theirs', 'off', 'python'],
      ['gone', 'enabled', 'not-found'],
    ]);
    expect(general[2]).toMatchObject({ engines: ['jotter'], problem: null });
    expect(general[3]?.problem?.why).toBe('Its register threw: no luck');
    expect(engines.at(-1)).toMatchObject({ name: 'jotter', source: { kind: 'registered', plugin: 'notes' } });
  });

  it('puts it into words, with why and fix of what is broken', async () => {
    const box = sandbox();
    box.write(`${HOME_ENGINES}/sick/plugin.yaml`, 'name: other\n');
    box.write('home/config.yaml', 'context:\n  engine: lmc\n');
    const { code, out, err } = await box.hermes(['plugins', 'list']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`Context engines (context.engine is lmc, ${join(box.folder, 'home/config.yaml')}:2)\n`);
    expect(out).toMatch(/^ {2}sick +- +your home, broken +\S+\/sick$/m);
    expect(out).toMatch(/^ {4}fix: Correct \S+\/sick\/plugin.yaml\.$/m);
    expect(out).toMatch(/^\* lmc +- +\(not found\), current$/m);
    expect(out).toContain(`  None. Each is a folder in ${join(box.folder, 'home/plugins')}.\n`);
  });

  it('gives a pipe no control characters, whatever a plug-in says of itself', async () => {
    const box = sandbox();
    writeEngine(box, HOME_ENGINES, 'loud', { description: '\u001b[31mred\u001b[0m\u0007 and \u009b2J more' });
    for (const flags of [[], ['--json']]) {
      const { out } = await box.hermes(['plugins', 'list', ...flags]);
      expect(out).toContain('red and');
      expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }
  });

  it('says what a broken configuration needs, and ends with 2', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'context: [\n');
    const { code, err } = await box.hermes(['plugins', 'list']);
    expect(code).toBe(2);
    expect(err).toContain('config.yaml');
    expect(err).not.toContain('    at ');
  });
});

describe('hermes plugins', () => {
  it('says without a terminal what to use in its place, and touches nothing', async () => {
    const box = sandbox();
    const { code, out, err } = await box.hermes(['plugins']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('hermes plugins use ENGINE');
    expect(existsSync(join(box.folder, 'home'))).toBe(false);
  });

  it('prints the list with --json', async () => {
    const box = sandbox();
    const bare = await box.hermes(['plugins', '--json']);
    expect(bare).toEqual(await box.hermes(['plugins', 'list', '--json']));
    expect(bare.code).toBe(0);
  });

  it('names the command that was meant', async () => {
    const { code, err } = await sandbox().hermes(['plugins', 'enabel', 'notes']);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean hermes plugins enable?');
  });
});

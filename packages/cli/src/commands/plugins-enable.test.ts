import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../cli.fixture.ts';
import { engineObject, writeEngine, writeGeneral } from '../plugins-menu/plug-ins.fixture.ts';

const CONFIG = `# mine
plugins:
  enabled: [one, theirs]   # both of them
  disabled:
    - notes
    - other
`;

async function lists(box: Sandbox): Promise<readonly [enabled: unknown, disabled: unknown]> {
  const get = async (key: string): Promise<unknown> =>
    JSON.parse((await box.hermes(['config', 'get', key, '--json'])).out).value;
  return [await get('plugins.enabled'), await get('plugins.disabled')];
}

function boxWith(...names: readonly string[]): Sandbox {
  const box = sandbox();
  for (const name of names) writeGeneral(box, name);
  return box;
}

describe('hermes plugins enable and disable', () => {
  it('move one name from one list to the other, and leave all else alone', async () => {
    const box = boxWith('notes');
    box.write('home/config.yaml', CONFIG);
    const { code, out } = await box.hermes(['plugins', 'enable', 'notes', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      plugin: 'notes',
      isEnabled: true,
      outcome: 'written',
      file: join(box.folder, 'home/config.yaml'),
      enabled: ['one', 'theirs', 'notes'],
      disabled: ['other'],
      engines: [],
      commands: [],
      events: [],
      warnings: [],
    });
    expect(await lists(box)).toEqual([['one', 'theirs', 'notes'], ['other']]);
    await box.hermes(['plugins', 'disable', 'notes']);
    expect(await lists(box)).toEqual([
      ['one', 'theirs'],
      ['other', 'notes'],
    ]);
    const text = readFileSync(join(box.folder, 'home/config.yaml'), 'utf8');
    for (const comment of ['# mine', '# both of them']) expect(text).toContain(comment);
  });

  it('touch nothing when it is so already', async () => {
    const box = boxWith('notes');
    box.write('home/config.yaml', 'plugins: {enabled: [notes], disabled: [old]}\n');
    const results = [
      await box.hermes(['plugins', 'enable', 'notes', '--json']),
      await box.hermes(['plugins', 'disable', 'old', '--json']),
    ];
    for (const { out } of results) expect(JSON.parse(out)).toMatchObject({ outcome: 'unchanged' });
    expect(readFileSync(join(box.folder, 'home/config.yaml'), 'utf8')).toBe(
      'plugins: {enabled: [notes], disabled: [old]}\n',
    );
  });

  it('leave no empty list behind', async () => {
    const box = boxWith('notes');
    await box.hermes(['plugins', 'disable', 'notes']);
    await box.hermes(['plugins', 'enable', 'notes']);
    expect(readFileSync(join(box.folder, 'home/config.yaml'), 'utf8')).not.toContain('disabled');
  });
});

describe('hermes plugins enable', () => {
  it('says what the plug-in brings', async () => {
    const box = sandbox();
    const command = "{ name: 'Notes', description: 'Shows them.', run: async () => '' }";
    writeGeneral(
      box,
      'notes',
      `context.registerContextEngine(${engineObject('jotter')}); context.registerCommand(${command});`,
    );
    const { out } = await box.hermes(['plugins', 'enable', 'notes']);
    expect(out).toContain('It brings the engine jotter; to choose it: hermes plugins use jotter\n');
    expect(out).toContain('It brings the command /notes.\n');
  });

  it('warns when another plug-in wants the same names, with both sources and the fix', async () => {
    const box = sandbox();
    const command = "context.registerCommand({ name: 'n', description: 'N.', run: async () => '' });";
    for (const name of ['one', 'other'])
      writeGeneral(box, name, `context.registerContextEngine(${engineObject('jotter')}); ${command}`);
    await box.hermes(['plugins', 'enable', 'one']);
    const { code, out } = await box.hermes(['plugins', 'enable', 'other', '--json']);
    const [engine, slash] = JSON.parse(out).warnings;
    expect(code).toBe(0);
    for (const name of ['one', 'other']) expect(engine).toContain(join(box.folder, 'home/plugins', name));
    expect(engine).toContain('hermes plugins disable one, or hermes plugins disable other');
    expect(slash).toBe('The command /n comes from one too, so neither of the two gets it.');
  });

  it.each([
    ['one that is nowhere', 'nots', 'Did you mean "notes"? Run: hermes plugins enable notes'],
    ['a path', '../notes', 'hermes plugins list'],
    ['a context engine', 'keep-turns', 'hermes plugins use keep-turns'],
    ['one of the Python agent', 'theirs', 'Switch it with the Python agent.'],
    ['one whose register throws', 'sick', 'Correct the plug-in.'],
  ])('refuses %s with a fix, and writes nothing', async (_, name, fix) => {
    const box = boxWith('notes');
    writeGeneral(box, 'sick', "throw new Error('no luck');");
    box.write('home/plugins/theirs/__init__.py', '');
    const { code, err } = await box.hermes(['plugins', 'enable', name]);
    expect(code).toBe(2);
    expect(err).toContain(fix);
    expect(existsSync(join(box.folder, 'home/config.yaml'))).toBe(false);
  });

  it('refuses one that never ends, and is not taken along', async () => {
    const box = boxWith();
    writeGeneral(box, 'endless', 'for (;;) {}');
    const { code, err } = await box.hermes(['plugins', 'enable', 'endless']);
    expect(code).toBe(2);
    expect(err).toContain('did not end within');
  });
});

describe('hermes plugins disable', () => {
  it('works for one that is nowhere, and says so', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'plugins: { enabled: [gone] }\n');
    const { code, err } = await box.hermes(['plugins', 'disable', 'gone']);
    expect(code).toBe(0);
    expect(await lists(box)).toEqual([[], ['gone']]);
    expect(err).toBe('');
    const unknown = await box.hermes(['plugins', 'disable', 'never-seen']);
    expect(unknown.err).toContain('There is no general plug-in "never-seen"; the entry waits for one.');
  });

  it('takes out an entry that can be no plug-in, and does not add it elsewhere', async () => {
    const box = sandbox();
    box.write('home/config.yaml', 'plugins: { enabled: [keep-turns, ../x] }\n');
    for (const name of ['keep-turns', '../x']) expect((await box.hermes(['plugins', 'disable', name])).code).toBe(0);
    expect(await lists(box)).toEqual([[], []]);
  });

  it('refuses a context engine, which is not switched', async () => {
    const box = sandbox();
    writeEngine(box, 'home/plugins/context_engine', 'mine');
    const { code, err } = await box.hermes(['plugins', 'disable', 'mine']);
    expect(code).toBe(2);
    expect(err).toContain('is a context engine, not a general plug-in');
  });

  it('says when the chosen engine goes with it', async () => {
    const box = sandbox();
    writeGeneral(box, 'notes', `context.registerContextEngine(${engineObject('jotter')});`);
    box.write('home/config.yaml', 'context: { engine: jotter }\nplugins: { enabled: [notes] }\n');
    const { err } = await box.hermes(['plugins', 'disable', 'notes']);
    expect(err).toContain('It brought the engine jotter, which context.engine names');
  });
});

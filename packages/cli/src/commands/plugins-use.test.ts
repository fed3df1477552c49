import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatFile, type Sandbox, sandbox } from '../cli.fixture.ts';
import { engineObject, writeEngine, writeGeneral } from '../plugins-menu/plug-ins.fixture.ts';

const HOME_ENGINES = 'home/plugins/context_engine';

const CONFIG = `# mine
compression:
  threshold: 0.60   # early
context:
  engine: compressor   # for now
`;

function configOf(box: Sandbox): string {
  return readFileSync(join(box.folder, 'home/config.yaml'), 'utf8');
}

describe('hermes plugins use', () => {
  it('S-008 has the same effect as the same line in config.yaml by hand', async () => {
    const used = sandbox();
    const edited = sandbox();
    for (const box of [used, edited]) {
      writeEngine(box, HOME_ENGINES, 'mine');
      box.write('chat.json', chatFile(3));
      box.write('home/config.yaml', CONFIG);
    }
    expect((await used.compressJson(['chat.json'])).engine).toBe('compressor');
    expect((await used.hermes(['plugins', 'use', 'mine'])).code).toBe(0);
    edited.write('home/config.yaml', CONFIG.replace('engine: compressor', 'engine: mine'));
    const results = await Promise.all([used, edited].map((box) => box.compressJson(['chat.json'])));
    expect(results.map(({ engine, outcome }) => [engine, outcome])).toEqual([
      ['mine', 'unchanged'],
      ['mine', 'unchanged'],
    ]);
  });

  it('changes one line of the file and leaves the rest alone', async () => {
    const box = sandbox();
    box.write('home/config.yaml', CONFIG);
    const { code, out, err } = await box.hermes(['plugins', 'use', 'keep-turns', '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual({
      engine: 'keep-turns',
      outcome: 'written',
      file: join(box.folder, 'home/config.yaml'),
      line: 5,
      previous: 'compressor',
      overriddenBy: null,
      warnings: [],
    });
    const [before, after] = [CONFIG.split('\n'), configOf(box).split('\n')];
    expect(after.filter((line, index) => line !== before[index])).toEqual([expect.stringContaining('keep-turns')]);
    expect(after).toHaveLength(before.length);
    expect(after[4]).toContain('# for now');
  });

  it('makes the file where there is none, and says where', async () => {
    const box = sandbox();
    const { code, out } = await box.hermes(['plugins', 'use', 'keep-turns']);
    expect(code).toBe(0);
    expect(out).toContain(`Written to ${join(box.folder, 'home/config.yaml')}:1. It was compressor.`);
    expect((await box.hermes(['config', 'get', 'context.engine'])).out).toBe('keep-turns\n');
  });

  it('touches nothing when the engine is the current one', async () => {
    const box = sandbox();
    const first = await box.hermes(['plugins', 'use', 'compressor', '--json']);
    expect(JSON.parse(first.out)).toMatchObject({ outcome: 'unchanged', line: null, previous: 'compressor' });
    expect(existsSync(join(box.folder, 'home'))).toBe(false);
    box.write('home/config.yaml', CONFIG);
    const second = await box.hermes(['plugins', 'use', 'compressor', '--json']);
    expect(JSON.parse(second.out)).toMatchObject({ outcome: 'unchanged', line: 5 });
    expect(configOf(box)).toBe(CONFIG);
  });

  it.each([
    ['a name that is nearly right', 'keep-turn', 'CTX_USAGE', 'Run: hermes plugins use keep-turns'],
    ['a path', '../evil', 'CTX_USAGE', 'hermes plugins list'],
    ['one that throws when it is imported', 'throws', 'CTX_PLUGIN_LOAD_FAILED', 'Correct the plug-in'],
    ['one that ends the process', 'exits', 'CTX_PLUGIN_LOAD_FAILED', 'Remove the call'],
    ['one of another contract version', 'newer', 'CTX_PLUGIN_INCOMPATIBLE', 'Update the host'],
    ['one without a manifest', 'empty', 'CTX_PLUGIN_LOAD_FAILED', 'Add a plugin.yaml'],
    ['one that refuses its options', 'picky', 'CTX_OPTION_INVALID', 'remove it for the default'],
    ['one of the Python agent', 'theirs', 'CTX_PLUGIN_LOAD_FAILED', 'Choose another one'],
    ['pipeline without stages', 'pipeline', 'CTX_STAGES_MISSING', 'hermes config set context.stages'],
  ])('refuses %s with a fix, and writes nothing', async (_, name, code, fix) => {
    const box = sandbox();
    const config = 'context:\n  options:\n    picky: { size: -1 }\n';
    box.write('home/config.yaml', config);
    const refusal =
      "throw new InvalidOptionError({ option: 'context.options.picky.size', received: raw.size, expected: 'a size', example: 1 });";
    writeEngine(box, HOME_ENGINES, 'throws', { atImport: "throw new Error('no luck');" });
    writeEngine(box, HOME_ENGINES, 'exits', { atImport: 'process.exit(0);' });
    writeEngine(box, HOME_ENGINES, 'newer', { contract: '2' });
    writeEngine(box, HOME_ENGINES, 'picky', {
      atImport: "import { InvalidOptionError } from '@hermes-context/contract';",
      parseOptions: refusal,
    });
    box.write(`${HOME_ENGINES}/empty/readme.txt`, '');
    box.write(`${HOME_ENGINES}/theirs/__init__.py`, '');
    const run = await box.hermes(['plugins', 'use', name, '--json']);
    expect(run.code).toBe(2);
    expect(JSON.parse(run.out).error).toMatchObject({ code, fix: expect.stringContaining(fix) });
    expect(configOf(box)).toBe(config);
  });

  it('says that a name which two plug-ins want means neither, and how to settle it', async () => {
    const box = sandbox();
    for (const name of ['one', 'other'])
      writeGeneral(box, name, `context.registerContextEngine(${engineObject('jotter')});`);
    box.write('home/config.yaml', 'plugins: { enabled: [one, other] }\n');
    const { code, err } = await box.hermes(['plugins', 'use', 'jotter']);
    expect(code).toBe(2);
    expect(err).toContain('hermes plugins disable one, or hermes plugins disable other');
  });

  it('takes an engine that a general plug-in registers', async () => {
    const box = sandbox();
    writeGeneral(box, 'notes', `context.registerContextEngine(${engineObject('jotter')});`);
    box.write('home/config.yaml', 'plugins: { enabled: [notes] }\n');
    expect((await box.hermes(['plugins', 'use', 'jotter'])).code).toBe(0);
    box.write('chat.json', chatFile(3));
    expect((await box.compressJson(['chat.json'])).engine).toBe('jotter');
  });

  it('checks each stage of a pipeline', async () => {
    const box = sandbox();
    writeEngine(box, HOME_ENGINES, 'throws', { atImport: "throw new Error('no luck');" });
    box.write('home/config.yaml', 'context: { stages: [compressor, throws] }\n');
    const refused = await box.hermes(['plugins', 'use', 'pipeline']);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('Stage "throws" of the pipeline is left out.');
    box.write('home/config.yaml', 'context: { stages: [keep-turns, compressor] }\n');
    expect((await box.hermes(['plugins', 'use', 'pipeline'])).code).toBe(0);
  });

  it('says when a file of the project chooses otherwise', async () => {
    const box = sandbox();
    const file = box.write('.hermes-context.yaml', 'context:\n  engine: compressor\n');
    const { out } = await box.hermes(['plugins', 'use', 'keep-turns', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'written',
      previous: null,
      overriddenBy: { file, line: 2, engine: 'compressor' },
    });
    const again = await box.hermes(['plugins', 'use', 'keep-turns']);
    expect(again.out).toContain(`It has no effect in this project: ${file}:2 says compressor`);
  });

  it('says of an engine of the project that it is nowhere else', async () => {
    const box = sandbox();
    writeEngine(box, 'plugins/context_engine', 'own');
    const { code, err } = await box.hermes(['plugins', 'use', 'own']);
    expect(code).toBe(0);
    expect(err).toContain('"own" comes with this project');
  });
});

import { describe, expect, it } from 'vitest';
import { chatFile, sandbox } from '../cli.fixture.ts';
import { engineText, writeEngine, writeGeneral } from './plug-in.fixture.ts';

const WINDOW = ['--context-length', '8000', '--local'];

describe('general plug-ins around hermes compress', () => {
  it('bring an engine that runs by its name, and is not run without', async () => {
    const box = sandbox();
    writeGeneral(
      box,
      'pack',
      `export function register(context) { context.registerContextEngine(${engineText('last-two')}); }`,
    );
    box.write('home/config.yaml', 'plugins:\n  enabled: [pack]\n');
    const file = box.write('chat.json', chatFile(40));
    const named = await box.compressJson([file, ...WINDOW, '--engine', 'last-two']);
    expect(named).toMatchObject({ engine: 'last-two', outcome: 'compressed', warnings: [] });
    expect((await box.compressJson([file, ...WINDOW])).engine).toBe('compressor');
  });

  it('are not loaded unless they are enabled', async () => {
    const box = sandbox();
    writeGeneral(
      box,
      'pack',
      `export function register(context) { context.registerContextEngine(${engineText('last-two')}); }`,
    );
    const result = await box.compressJson([box.write('chat.json', chatFile(3)), ...WINDOW, '--engine', 'last-two']);
    expect(result.engine).toBe('compressor');
    expect(result.warnings.join()).toContain('"last-two" was not found');
  });

  it('hear what the engine tells in its own name, and which one runs instead', async () => {
    const box = sandbox();
    writeEngine(
      box,
      'teller',
      `export const contextEngine = ${engineText('teller', `services.emit('engine:teller:made', { n: 1 }); services.emit('engine:other:made', { n: 2 }); services.emit('session:compress', { n: 3 })`)};`,
    );
    const listen = ['engine:teller:made', 'engine:other:made', 'session:compress', 'engine:fallback']
      .map(
        (event) =>
          `context.on('${event}', ({ n, requested, used, code }) => { throw new Error(['${event}', n ?? '', requested ?? '', used ?? '', code ?? ''].join(' ')); });`,
      )
      .join('\n');
    writeGeneral(box, 'ears', `export function register(context) { ${listen} }`);
    box.write('home/config.yaml', 'plugins:\n  enabled: [ears]\n');
    const file = box.write('chat.json', chatFile(3));
    const heardBy = async (engine: string) => {
      const { warnings } = await box.compressJson([file, ...WINDOW, '--engine', engine]);
      return warnings.filter((warning) => warning.startsWith('Plug-in "ears" failed'));
    };
    expect(await heardBy('teller')).toEqual([
      expect.stringMatching(
        /when it heard of engine:teller:made\. engine:teller:made 1\. .+hermes plugins disable ears$/,
      ),
    ]);
    expect(await heardBy('nobody')).toEqual([
      expect.stringContaining('engine:fallback nobody compressor CTX_ENGINE_NOT_FOUND. Report it'),
    ]);
  });

  it('that claim one engine together get none of it, and both are named', async () => {
    const box = sandbox();
    const text = `export function register(context) { context.registerContextEngine(${engineText('twin')}); }`;
    for (const name of ['one', 'two']) writeGeneral(box, name, text);
    box.write('home/config.yaml', 'plugins:\n  enabled: [two, one]\n');
    const result = await box.compressJson([box.write('chat.json', chatFile(3)), ...WINDOW, '--engine', 'twin']);
    expect(result.engine).toBe('compressor');
    expect(result.warnings).toHaveLength(1);
    const warning = result.warnings.join('\n');
    expect(warning).toMatch(/"twin" is claimed 2 times.+The built-in compressor is used instead/);
    for (const part of ['plugins/one', 'plugins/two', 'hermes plugins disable one, or hermes plugins disable two'])
      expect(warning).toContain(part);
  });

  it('are never taken from the project', async () => {
    const box = sandbox();
    box.write('plugins/pack/plugin.yaml', 'name: pack\nversion: 1.0.0\ndescription: x\ncontract: 1\nmain: index.mjs\n');
    box.write('plugins/pack/index.mjs', 'globalThis.hermesProjectRan = true; export function register() {}');
    box.write('home/config.yaml', 'plugins:\n  enabled: [pack]\n');
    const result = await box.compressJson([box.write('chat.json', chatFile(3)), ...WINDOW]);
    expect(result.warnings.join()).toContain('Plug-in "pack" was not found');
    expect(globalThis).not.toHaveProperty('hermesProjectRan');
  });

  it('and an engine that cannot be closed lose no result', async () => {
    const box = sandbox();
    const text = engineText('stuck').replace('return {', `return { dispose() { throw new Error('busy'); },`);
    writeEngine(box, 'stuck', `export const contextEngine = ${text};`);
    const result = await box.compressJson([box.write('chat.json', chatFile(40)), ...WINDOW, '--engine', 'stuck']);
    expect(result).toMatchObject({ engine: 'stuck', outcome: 'compressed' });
    expect(result.warnings.join()).toContain('The engine "stuck" was not closed. Its dispose threw: busy');
  });

  it('bring stages of a pipeline, each with its own options, as folders do', async () => {
    const box = sandbox();
    const strict = (name: string) =>
      engineText(name).replace(
        'parseOptions: (raw) => raw',
        `parseOptions: (raw) => { if (raw.keep !== 1) throw new Error('keep is ' + raw.keep); return raw; }`,
      );
    writeGeneral(
      box,
      'pack',
      `export function register(context) { context.registerContextEngine(${strict('first')}); }`,
    );
    writeEngine(box, 'second', `export const contextEngine = ${strict('second')};`);
    box.write(
      'home/config.yaml',
      'plugins:\n  enabled: [pack]\ncontext:\n  engine: pipeline\n  stages: [first, second, third]\n  options:\n    first: { keep: 1 }\n    second: { keep: 1 }\n',
    );
    const result = await box.compressJson([box.write('chat.json', chatFile(40)), ...WINDOW]);
    expect(result).toMatchObject({ engine: 'pipeline', outcome: 'compressed' });
    expect(result.warnings[0]).toMatch(/^Stage "third" of the pipeline is left out\..+hermes config edit$/);
  });
});

describe('stages that a project names', () => {
  it('are not run from its own folder', async () => {
    const box = sandbox();
    box.write('.hermes-context.yaml', 'context:\n  engine: pipeline\n  stages: [mine, compressor]\n');
    const folder = 'plugins/context_engine/mine';
    box.write(`${folder}/plugin.yaml`, 'name: mine\nversion: 1.0.0\ndescription: x\ncontract: 1\nmain: index.mjs\n');
    box.write(
      `${folder}/index.mjs`,
      `globalThis.hermesStageRan = true; export const contextEngine = ${engineText('mine')};`,
    );
    const result = await box.compressJson([box.write('chat.json', chatFile(40)), ...WINDOW]);
    expect(result.engine).toBe('pipeline');
    expect(result.warnings.join()).toMatch(/brings the engine "mine".+context\.stages in your own config\.yaml/);
    expect(globalThis).not.toHaveProperty('hermesStageRan');
  });

  it('are run from there where the user names them too', async () => {
    const box = sandbox();
    for (const file of ['.hermes-context.yaml', 'home/config.yaml']) box.write(file, 'context:\n  engine: ours\n');
    const folder = 'plugins/context_engine/ours';
    box.write(`${folder}/plugin.yaml`, 'name: ours\nversion: 1.0.0\ndescription: x\ncontract: 1\nmain: index.mjs\n');
    box.write(`${folder}/index.mjs`, `export const contextEngine = ${engineText('ours')};`);
    const result = await box.compressJson([box.write('chat.json', chatFile(40)), ...WINDOW]);
    expect(result.engine).toBe('ours');
  });
});

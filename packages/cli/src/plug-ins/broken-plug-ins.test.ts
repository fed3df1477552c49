import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatFile, sandbox } from '../cli.fixture.ts';
import { engineText, manifest, writeEngine, writeGeneral } from './plug-in.fixture.ts';

// Concurrent where some wait for a deadline of the command: they wait together.
const good = (name: string): string => `export const contextEngine = ${engineText(name)};`;

/** Compress with an engine of the home that is broken in some way; the marker is what its code would have written. */
async function compressWith(engine: string, prepare: (box: ReturnType<typeof sandbox>, marker: string) => void) {
  const box = sandbox();
  const marker = join(box.folder, 'marker');
  prepare(box, marker);
  box.write('home/config.yaml', `context:\n  engine: ${JSON.stringify(engine)}\n`);
  const result = await box.compressJson([box.write('chat.json', chatFile(3)), '--local']);
  return { result, warning: result.warnings.join('\n'), ranOutside: existsSync(marker), box };
}

/** Code that proves that it ran. */
const touch = (marker: string): string =>
  `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, '');`;

describe('an engine that cannot be used', () => {
  it.concurrent.each<[string, string, RegExp]>([
    ['throws on import', 'throw new Error("no disk");', /no disk.+Correct the plug-in/],
    [
      'waits for ever on import',
      'await new Promise(() => {});',
      /did not end within 5000 ms.+Move the waiting into create/,
    ],
    [
      'loops for ever on import',
      'while (true) {}',
      /did not end within 5000 ms.+a loop without an end.+Correct the plug-in/,
    ],
    ['ends the process on import', 'process.exit(0);', /as process\.exit does.+Remove the call/],
    ['is a general plug-in', 'export function register() {}', /wrong place.+hermes plugins enable bad/],
  ])('because it %s gives way to the built-in one, and says what to do', async (_, text, expected) => {
    const { result, warning } = await compressWith('bad', (box) => writeEngine(box, 'bad', text));
    expect(result.engine).toBe('compressor');
    expect(warning).toMatch(/"bad" from .+ could not be loaded\. The built-in compressor is used instead\./);
    expect(warning).toMatch(expected);
  });

  it('because of another contract version gives way, and none of its code is run', async () => {
    const { result, warning, ranOutside } = await compressWith('bad', (box, marker) =>
      writeEngine(box, 'bad', `${touch(marker)} ${good('bad')}`, manifest('bad', { contract: '2' })),
    );
    expect(result.engine).toBe('compressor');
    expect(warning).toMatch(
      /speaks version 2.+The built-in compressor is used instead.+This host speaks: 1\. Update the host/,
    );
    expect(ranOutside).toBe(false);
  });

  it('because its name is wrong gives way, and names the nearest one', async () => {
    const { result, warning } = await compressWith('lmc', (box) => writeEngine(box, 'lcm', good('lcm')));
    expect(result.engine).toBe('compressor');
    expect(warning).toMatch(
      /"lmc" was not found.+The built-in compressor.+Did you mean "lcm"\? Run: hermes plugins use lcm/,
    );
  });

  it.each<[string, (box: ReturnType<typeof sandbox>, marker: string) => void, RegExp]>([
    [
      '../x',
      (box, marker) => box.write('home/plugins/x/index.mjs', touch(marker)),
      /"\.\.\/x", which cannot name an engine.+hermes plugins use/,
    ],
    ['../../x', (box, marker) => box.write('home/x/index.mjs', touch(marker)), /cannot name an engine/],
    ['/etc/x', () => undefined, /cannot name an engine/],
    [
      'bad',
      (box, marker) => {
        box.write('home/evil.mjs', `${touch(marker)} ${good('bad')}`);
        writeEngine(box, 'bad', good('bad'), manifest('bad', { main: '../../../evil.mjs' }));
      },
      /leaves the folder/,
    ],
    [
      'linked',
      (box, marker) => {
        const evil = box.write('home/evil.mjs', `${touch(marker)} ${good('linked')}`);
        box.write('home/plugins/context_engine/linked/plugin.yaml', manifest('linked'));
        symlinkSync(evil, join(box.folder, 'home/plugins/context_engine/linked/index.mjs'));
      },
      /a link to a place outside the folder/,
    ],
  ])(
    'because it leads out of its folder as %s gives way, and nothing outside is run',
    async (name, prepare, expected) => {
      const { result, warning, ranOutside } = await compressWith(name, (box, marker) => {
        const folder = 'home/plugins/x';
        box.write(`${folder}/plugin.yaml`, manifest('x'));
        prepare(box, marker);
      });
      expect(result.engine).toBe('compressor');
      expect(warning).toMatch(expected);
      expect(warning).toContain('The built-in compressor is used instead.');
      expect(ranOutside).toBe(false);
    },
  );
});

describe('a general plug-in that cannot be used', () => {
  const withPlugins = async (enabled: string, prepare: (box: ReturnType<typeof sandbox>, marker: string) => void) => {
    const box = sandbox();
    const marker = join(box.folder, 'marker');
    prepare(box, marker);
    const registered = `export function register(context) { context.registerContextEngine(${engineText('from-good')}); }`;
    writeGeneral(box, 'good', registered);
    box.write('home/config.yaml', `plugins:\n  enabled: [${enabled}, good]\ncontext:\n  engine: from-good\n`);
    const result = await box.compressJson([box.write('chat.json', chatFile(3)), '--local']);
    return { result, warning: result.warnings.join('\n'), ranOutside: existsSync(marker) };
  };

  it.concurrent.each<[string, string, RegExp]>([
    ['throws on import', 'throw new Error("no disk");', /no disk/],
    ['ends the process on import', 'process.exit(0);', /as process\.exit does/],
    ['loops for ever in register', 'export function register() { while (true) {} }', /Its register did not end/],
    [
      'ends the process in register',
      'export function register() { process.exit(0); }',
      /Its register ended the process/,
    ],
    ['throws in register', 'export function register() { throw new Error("no disk"); }', /Its register threw: no disk/],
    [
      'takes a command of the host',
      `export function register(c) { c.registerCommand({ name: 'compress', description: '', run() {} }); }`,
      /keeps it/,
    ],
  ])('because it %s leaves the others and the command alone, and says what to do', async (_, text, expected) => {
    const { result, warning } = await withPlugins('bad', (box) => writeGeneral(box, 'bad', text));
    expect(result.engine).toBe('from-good');
    expect(warning).toMatch(/^Plug-in "bad" from .+ could not be loaded\./);
    expect(warning).toMatch(expected);
    expect(result.warnings).toHaveLength(1);
  });

  it('because its name is a path is told so, and nothing outside is run', async () => {
    const { result, warning, ranOutside } = await withPlugins('../x', (box, marker) => {
      box.write('home/x/plugin.yaml', manifest('x'));
      box.write('home/x/index.mjs', touch(marker));
    });
    expect(result.engine).toBe('from-good');
    expect(warning).toMatch(/"\.\.\/x", which cannot name a plug-in.+hermes config edit/);
    expect(ranOutside).toBe(false);
  });
});

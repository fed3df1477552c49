import { rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LoadOptions } from './import-plugin-entry.ts';
import { loadPluginFolder } from './load-plugin-folder.ts';
import {
  engineSource,
  manifestText,
  plainSource,
  temporaryFolder,
  writeFiles,
  writePlugin,
} from './plugin-folder.fixture.ts';

/** Load a folder that must fail; its error. */
async function failureOf(folder: string, options?: LoadOptions) {
  const loaded = await loadPluginFolder(folder, options);
  if (loaded.kind === 'loaded') throw new Error(`${folder} was loaded`);
  return loaded.error;
}

/** Write a plug-in whose entry has this text, and load it; its error. */
async function failureOfEntry(main: string, text: string, options?: LoadOptions) {
  const files = { 'plugin.yaml': manifestText('lcm', { main }), [main]: text };
  return failureOf(await writePlugin(await temporaryFolder(), 'lcm', files), options);
}

describe('loadPluginFolder', () => {
  it('loads a TypeScript entry that imports the contract, with nothing installed beside it', async () => {
    const folder = await writePlugin(await temporaryFolder(), 'keep-last');
    const loaded = await loadPluginFolder(folder);
    expect(loaded).toMatchObject({ kind: 'loaded', plugin: { name: 'keep-last' }, manifest: { main: 'index.ts' } });
  });

  it.each([
    ['index.mjs', plainSource('lcm')],
    ['index.js', plainSource('lcm')],
    ['lib/index.js', plainSource('lcm').replace('export const contextEngine', 'exports.contextEngine')],
    [
      'index.mjs',
      `import { startOfLastTurns } from '@hermes-context/messages'; startOfLastTurns([], 1); ${plainSource('lcm')}`,
    ],
    [
      'index.js',
      `require('@hermes-context/contract').defineContextEngine({}); ${plainSource('lcm').replace('export const contextEngine', 'exports.contextEngine')}`,
    ],
    ['index.mjs', `await new Promise((resolve) => setTimeout(resolve, 5)); ${plainSource('lcm')}`],
  ])('loads %s (%#)', async (main, text) => {
    const files = { 'plugin.yaml': manifestText('lcm', { main }), [main]: text };
    const folder = await writePlugin(await temporaryFolder(), 'lcm', files);
    expect(await loadPluginFolder(folder)).toMatchObject({ kind: 'loaded', plugin: { name: 'lcm' } });
  });

  it('loads files beside the entry, and packages that the folder brings', async () => {
    const folder = await writePlugin(await temporaryFolder(), 'lcm', {
      'index.ts': `import { word } from './lib/word.ts'; import own from 'own-package'; ${plainSource('lcm')} contextEngine.description = word + own;`,
      'lib/word.ts': `export const word: string = 'one ';`,
      'node_modules/own-package/package.json': '{"type":"module","exports":"./index.js"}',
      'node_modules/own-package/index.js': `export default 'two';`,
    });
    expect(await loadPluginFolder(folder)).toMatchObject({ kind: 'loaded', plugin: { description: 'one two' } });
  });

  it('prefers the copy of the contract that the folder brings', async () => {
    const folder = await writePlugin(await temporaryFolder(), 'lcm', {
      'index.ts': `import { mine } from '@hermes-context/contract'; ${plainSource('lcm')} contextEngine.description = mine;`,
      'node_modules/@hermes-context/contract/package.json': '{"type":"module","exports":"./index.js"}',
      'node_modules/@hermes-context/contract/index.js': `export const mine = 'own copy';`,
    });
    expect(await loadPluginFolder(folder)).toMatchObject({ kind: 'loaded', plugin: { description: 'own copy' } });
  });

  it('loads a folder that is a link to where one works on it', async () => {
    const root = await temporaryFolder();
    await rename(await writePlugin(root, 'lcm'), join(root, 'work'));
    await symlink(join(root, 'work'), join(root, 'lcm'));
    expect(await loadPluginFolder(join(root, 'lcm'))).toMatchObject({ kind: 'loaded' });
  });
});

describe('loadPluginFolder, before any code runs', () => {
  const bomb = `throw new Error('must not run');`;

  it('wants a plugin.yaml', async () => {
    const folder = await writePlugin(await temporaryFolder(), 'lcm', { 'index.ts': bomb });
    await rm(join(folder, 'plugin.yaml'));
    const error = await failureOf(folder);
    expect(error).toMatchObject({ code: 'CTX_PLUGIN_LOAD_FAILED', reason: 'manifest-missing', plugin: 'lcm' });
    expect(error.message).toContain('Add a plugin.yaml with name, version, description, contract and main.');
    expect(await failureOf(join(folder, 'nowhere'))).toMatchObject({ reason: 'manifest-missing' });
  });

  it('refuses a name that is not the folder’s', async () => {
    const files = { 'plugin.yaml': manifestText('other'), 'index.ts': bomb };
    const error = await failureOf(await writePlugin(await temporaryFolder(), 'lcm', files));
    expect(error).toMatchObject({ reason: 'manifest-invalid' });
    expect(error.message).toContain('name is "other", but the folder is "lcm"');
  });

  it('refuses another contract version and says which ones the host speaks', async () => {
    const files = { 'plugin.yaml': manifestText('lcm', { contract: '2' }), 'index.ts': bomb };
    const error = await failureOf(await writePlugin(await temporaryFolder(), 'lcm', files));
    expect(error).toMatchObject({ code: 'CTX_PLUGIN_INCOMPATIBLE', declared: 2, supported: [1] });
    expect(error.message).toContain('This host speaks: 1.');
  });

  it.each([
    '../evil.ts',
    '/etc/evil.ts',
    'file:///tmp/evil.ts',
    'index.tsx',
    'index.json',
    'index.d.ts',
    'index',
    'none.ts',
  ])('refuses main: %s', async (main) => {
    const root = await temporaryFolder();
    await writeFiles(root, {
      'evil.ts': bomb,
      'lcm/index.tsx': bomb,
      'lcm/index.json': '{}',
      'lcm/index.d.ts': '',
      'lcm/index': '',
    });
    const folder = await writePlugin(root, 'lcm', { 'plugin.yaml': manifestText('lcm', { main }) });
    expect(await failureOf(folder)).toMatchObject({ code: 'CTX_PLUGIN_LOAD_FAILED', reason: 'entry-invalid' });
  });

  it('refuses an entry that is a link out of the folder, or to a file of another kind', async () => {
    const root = await temporaryFolder();
    const folder = await writePlugin(root, 'lcm', { 'data.json': '{}' });
    await writeFiles(root, { 'evil.ts': bomb });
    await rm(join(folder, 'index.ts'));
    await symlink(join(root, 'evil.ts'), join(folder, 'index.ts'));
    expect(await failureOf(folder)).toMatchObject({ reason: 'entry-invalid' });
    await rm(join(folder, 'index.ts'));
    await symlink(join(folder, 'data.json'), join(folder, 'index.ts'));
    expect(await failureOf(folder)).toMatchObject({ reason: 'entry-invalid' });
  });

  it('refuses a manifest that is too large to be one, or a link out of the folder', async () => {
    const root = await temporaryFolder();
    const folder = await writePlugin(root, 'lcm', { 'plugin.yaml': `${manifestText('lcm')}# ${'x'.repeat(8_192)}` });
    expect(await failureOf(folder)).toMatchObject({ reason: 'manifest-invalid' });
    await writeFiles(root, { 'elsewhere.yaml': manifestText('lcm') });
    await rm(join(folder, 'plugin.yaml'));
    await symlink(join(root, 'elsewhere.yaml'), join(folder, 'plugin.yaml'));
    expect(await failureOf(folder)).toMatchObject({ reason: 'manifest-invalid' });
  });
});

describe('loadPluginFolder, when the code is broken', () => {
  it('names a package that is not there, and what to do', async () => {
    const error = await failureOfEntry('index.ts', `import 'not-installed-anywhere'; ${plainSource('lcm')}`);
    expect(error).toMatchObject({ reason: 'dependency-missing' });
    expect(error.message).toContain("'not-installed-anywhere'");
    expect(error.message).toContain('Install what is missing');
  });

  it('names a file that is not there', async () => {
    const error = await failureOfEntry('index.mjs', `import './none.ts'; ${plainSource('lcm')}`);
    expect(error).toMatchObject({ reason: 'dependency-missing' });
    expect(error.message).toContain('none.ts');
  });

  it.each([
    ['enum Colour { Red }', 'typescript-syntax'],
    ['namespace Colours { export const red = 1; }', 'typescript-syntax'],
    ['class Colour { constructor(readonly red: number) {} }', 'typescript-syntax'],
    ['@sealed class Colour {}', 'syntax'],
  ])('says of %j that it needs a compiler', async (text, reason) => {
    const error = await failureOfEntry('index.ts', `${text}; ${plainSource('lcm')}`);
    expect(error).toMatchObject({ reason });
    expect(error.message).toContain('Node removes types and compiles nothing');
  });

  it.each([
    ['index.mjs', 'export const contextEngine = {'],
    ['index.ts', 'const x: = 3;'],
    ['index.js', 'export const contextEngine = ;'],
  ])('says how to find the syntax error in %s', async (main, text) => {
    const error = await failureOfEntry(main, text);
    expect(error).toMatchObject({ reason: 'syntax', cause: expect.any(SyntaxError) });
    expect(error.message).toContain('node --check');
  });

  it('explains an import of a type that is not marked as one', async () => {
    const error = await failureOfEntry(
      'index.ts',
      `import { ContextEngine } from '@hermes-context/contract'; ${plainSource('lcm')}`,
    );
    expect(error).toMatchObject({ reason: 'syntax' });
    expect(error.message).toContain('import type');
  });

  it('says what its code threw, and where', async () => {
    const error = await failureOfEntry('index.ts', `\n\nthrow new RangeError('too far');`);
    expect(error).toMatchObject({ reason: 'import-threw', cause: expect.any(RangeError) });
    expect(error.message).toMatch(/RangeError: too far.*index\.ts.*:3:7/);
    // JSON.parse throws a SyntaxError too, but the file parses.
    expect(await failureOfEntry('index.mjs', `JSON.parse('{');`)).toMatchObject({ reason: 'import-threw' });
  });

  it.each(['null', 'undefined', '"text"', 'new Proxy({}, { get() { throw 1; } })', 'Symbol("x")'])(
    'stands a file that throws %s',
    async (thrown) => {
      expect(await failureOfEntry('index.mjs', `throw ${thrown};`)).toMatchObject({ reason: 'import-threw' });
    },
  );

  it('gives up on a top-level await that never settles', async () => {
    const error = await failureOfEntry('index.mjs', 'await new Promise(() => {});', { timeoutMs: 50 });
    expect(error).toMatchObject({ reason: 'import-timeout' });
    expect(error.message).toContain('did not end within 50 ms');
  });

  it('asks for the named export', async () => {
    const error = await failureOfEntry(
      'index.mjs',
      plainSource('lcm').replace('export const contextEngine =', 'export default'),
    );
    expect(error).toMatchObject({ reason: 'export-missing' });
    expect(error.message).toContain('has a default export, but no export named contextEngine');
    expect(await failureOfEntry('index.mjs', 'export const engine = 1;')).toMatchObject({ reason: 'export-missing' });
  });

  it('says where a general plug-in belongs that lies among the engines', async () => {
    const error = await failureOfEntry('index.mjs', 'export function register() {}');
    expect(error).toMatchObject({ reason: 'export-missing' });
    expect(error.message).toContain('it is a general plug-in, in the wrong place');
    expect(error.message).toContain('$HERMES_HOME/plugins/lcm, then run: hermes plugins enable lcm');
  });

  it('lists what is wrong with the export', async () => {
    const error = await failureOfEntry('index.mjs', plainSource('lcm').replace('create:', 'make:'));
    expect(error).toMatchObject({ reason: 'export-invalid' });
    expect(error.message).toContain('Its create must be a function.');
  });

  it('refuses an export of another name, and of another contract', async () => {
    const misnamed = await failureOfEntry('index.mjs', plainSource('other'));
    expect(misnamed).toMatchObject({ reason: 'export-invalid' });
    expect(misnamed.message).toContain('contextEngine is named "other"');
    const newer = await failureOfEntry('index.mjs', plainSource('lcm').replace('contract: 1', 'contract: 2'));
    expect(newer).toMatchObject({ code: 'CTX_PLUGIN_INCOMPATIBLE', declared: 2 });
  });
});

describe('loadPluginFolder, called again', () => {
  it.each([
    ['index.ts', (text: string) => text],
    ['index.js', (text: string) => text.replace('export const contextEngine', 'exports.contextEngine')],
  ])('sees an edit of %s, and hands back the same plug-in without one', async (main, shape) => {
    const files = { 'plugin.yaml': manifestText('lcm', { main }), [main]: shape(plainSource('lcm', 'Before.')) };
    const folder = await writePlugin(await temporaryFolder(), 'lcm', files);
    const [first, again] = [await loadPluginFolder(folder), await loadPluginFolder(folder)];
    expect(first.kind === 'loaded' && again.kind === 'loaded' && first.plugin === again.plugin).toBe(true);

    await writeFile(join(folder, main), shape(plainSource('lcm', 'After..')));
    await utimes(join(folder, main), 1, 1); // the clock of a file system may be too coarse to tell two writes apart
    expect(await loadPluginFolder(folder)).toMatchObject({ kind: 'loaded', plugin: { description: 'After..' } });
  });

  it('works once a missing package has been installed', async () => {
    const folder = await writePlugin(await temporaryFolder(), 'lcm', {
      'index.ts': `import 'late-package'; ${engineSource('lcm')}`,
    });
    expect(await failureOf(folder)).toMatchObject({ reason: 'dependency-missing' });
    await writeFiles(folder, {
      'node_modules/late-package/package.json': '{"type":"module","exports":"./index.js"}',
      'node_modules/late-package/index.js': '',
    });
    expect(await loadPluginFolder(folder)).toMatchObject({ kind: 'loaded' });
  });
});

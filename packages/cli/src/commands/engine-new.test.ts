import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';

const TIMEOUT_MS = 120_000; // all checks, on a machine that may have much else to do

describe('hermes engine new', () => {
  it('makes an engine that keeps every promise as it is, where nothing is installed', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { hermes, folder } = sandbox();
    const made = await hermes(['engine', 'new', 'demo']);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('  hermes engine test demo\n');
    expect(made.out).toContain('  hermes plugins use demo\n');
    expect(existsSync(join(folder, 'demo', 'node_modules'))).toBe(false);
    const tested = await hermes(['engine', 'test', 'demo', '--runs', '15', '--json']);
    const { promises, ...report } = JSON.parse(tested.out);
    expect({ ...report, code: tested.code, err: tested.err }).toMatchObject({
      engine: 'demo',
      ok: true,
      code: 0,
      err: '',
    });
    expect(promises.map(({ id, ok }: { id: string; ok: boolean }) => `${id} ${ok}`)).toEqual(
      ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8'].map((id) => `${id} true`),
    );
  });

  it('makes it where it is told to, and names the files for programs', async () => {
    const { hermes, folder } = sandbox();
    const { out } = await hermes(['engine', 'new', 'demo', '--dir', 'some/where', '--json']);
    const made = JSON.parse(out);
    expect(made).toMatchObject({ engine: 'demo', folder: join(folder, 'some', 'where', 'demo') });
    expect(made.files).toEqual(
      expect.arrayContaining(['plugin.yaml', 'src/index.ts', 'src/index.test.ts', 'README.md']),
    );
    for (const file of made.files) expect(existsSync(join(made.folder, file)), file).toBe(true);
    expect(readdirSync(join(folder, 'some', 'where'))).toEqual(['demo']);
    expect((await hermes(['engine', 'new', 'other', '--dir', join(folder, 'absolute')])).code).toBe(0);
    expect(existsSync(join(folder, 'absolute', 'other', 'plugin.yaml'))).toBe(true);
  });

  it('says nothing of installing where the engine is in its place already', async () => {
    const { hermes, folder } = sandbox();
    const place = join(folder, 'home', 'plugins', 'context_engine');
    const { out } = await hermes(['engine', 'new', 'demo', '--dir', place, '--json']);
    expect(JSON.parse(out).next).toEqual([
      'hermes engine test home/plugins/context_engine/demo',
      'hermes plugins use demo',
    ]);
  });

  it('fills an empty folder', async () => {
    const { hermes, folder } = sandbox();
    mkdirSync(join(folder, 'demo'));
    expect((await hermes(['engine', 'new', 'demo'])).code).toBe(0);
    expect(existsSync(join(folder, 'demo', 'plugin.yaml'))).toBe(true);
  });

  it('leaves alone what is there already', async () => {
    const { hermes, folder, write } = sandbox();
    write('demo/notes.txt', 'mine');
    write('file', 'mine too');
    const taken = await hermes(['engine', 'new', 'demo', '--json']);
    expect(taken).toMatchObject({ code: 2, err: expect.stringContaining('notes.txt') });
    expect(JSON.parse(taken.out).error.code).toBe('CTX_USAGE');
    expect((await hermes(['engine', 'new', 'file'])).code).toBe(2);
    expect(readdirSync(folder).toSorted()).toEqual(['demo', 'file']);
    expect(readdirSync(join(folder, 'demo'))).toEqual(['notes.txt']);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine too');
  });

  it('leaves nothing behind where it cannot write', async () => {
    const { hermes, folder, write } = sandbox();
    write('file', 'no folder');
    const failed = await hermes(['engine', 'new', 'demo', '--dir', 'file', '--json']);
    expect(failed.code).not.toBe(0);
    expect(JSON.parse(failed.out).error.fix).toContain('--dir');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it.each([
    ['../evil', 'evil'],
    ['My Engine', 'my-engine'],
    ['Großartig', 'gro-artig'],
  ])('refuses the name %j, and offers %j', async (name, meant) => {
    const { hermes, folder } = sandbox();
    const { code, err } = await hermes(['engine', 'new', name]);
    expect({ code, fix: err.split('fix: ')[1] }).toEqual({ code: 2, fix: `Run: hermes engine new ${meant}\n` });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['compressor', 'pipeline', '', '\u001b[2J', 'x'.repeat(65)])('refuses the name %j', async (name) => {
    const { code, err } = await sandbox().hermes(['engine', 'new', name]);
    expect(code).toBe(2);
    expect(err).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

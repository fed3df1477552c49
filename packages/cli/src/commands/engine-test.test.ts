import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import { atCompaction, engineFolder } from '../engine/engine-folder.fixture.ts';

const TIMEOUT_MS = 120_000; // a process for each, on a machine that may have much else to do
const FEW = ['--runs', '3', '--promise', 'P2'];

describe('hermes engine test', { timeout: TIMEOUT_MS }, () => {
  it('finds an engine by name, by folder and by entry file', async () => {
    const { hermes, folder } = sandbox();
    const place = engineFolder('demo');
    await hermes(['engine', 'new', 'installed', '--dir', join(folder, 'home', 'plugins', 'context_engine')]);
    const engines = ['keep-turns', 'compressor', 'installed', place, join(place, 'src', 'index.ts')];
    const found = engines.map(async (engine) => {
      const { code, out } = await hermes(['engine', 'test', engine, ...FEW, '--json']);
      return [code, JSON.parse(out).engine];
    });
    expect(await Promise.all(found)).toEqual([
      [0, 'keep-turns'],
      [0, 'compressor'],
      [0, 'installed'],
      [0, 'demo'],
      [0, 'demo'],
    ]);
  });

  it('says what is broken, with the smallest conversation, and exits with 1', async () => {
    const { hermes } = sandbox();
    const forgets = [{ file: 'src/plan-compaction.ts', from: '[...pins, newestUser]', to: 'pins' }];
    const place = engineFolder('forgets', forgets);
    const flags = ['--promise', 'p2', '--runs', '40', '--seed', '7'];
    const report = await hermes(['engine', 'test', place, ...flags]);
    expect(report).toMatchObject({ code: 1, err: '' });
    expect(report.out).toContain('P2 Lossless is broken\n  check  it keeps ');
    expect(report.out).not.toMatch(/[^\P{Cc}\n]/u);
    const json = await hermes(['engine', 'test', place, ...flags, '--json']);
    const { ok, seed, promises } = JSON.parse(json.out);
    expect({ code: json.code, ok, seed }).toEqual({ code: 1, ok: false, seed: 7 });
    expect(promises).toEqual([
      expect.objectContaining({ id: 'P2', ok: false, counterexample: expect.any(Array), detail: expect.any(String) }),
    ]);
  });

  it('keeps what the engine prints out of the report', async () => {
    const place = engineFolder('prints', atCompaction("console.log('hello'); process.stdout.write('more\\n');"));
    const { out, err, code } = await sandbox().hermes([
      'engine',
      'test',
      place,
      '--runs',
      '20',
      '--promise',
      'P2',
      '--json',
    ]);
    expect({ code, engine: JSON.parse(out).engine }).toEqual({ code: 0, engine: 'prints' });
    expect(err).toMatch(/^\[engine\] hello\n\[engine\] more\n/);
  });

  it('hands options to the engine, which may refuse them', async () => {
    const { hermes } = sandbox();
    const test = (options: string) => hermes(['engine', 'test', engineFolder('demo'), ...FEW, '--options', options]);
    expect((await test('{"keep": 0.3}')).code).toBe(0);
    const refused = await test('{"keep": 3}');
    expect(refused).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('context.options.demo.keep is 3.'),
    });
  });

  it.each([
    [
      'loops while it is imported',
      [{ file: 'src/index.ts', from: '/** What', to: 'while (true);\n/** What' }],
      'CTX_PLUGIN_LOAD_FAILED',
    ],
    [
      'throws while it is imported',
      [{ file: 'src/index.ts', from: '/** What', to: 'throw 1;\n/** What' }],
      'CTX_PLUGIN_LOAD_FAILED',
    ],
    [
      'speaks another contract',
      [{ file: 'plugin.yaml', from: 'contract: 1', to: 'contract: 9' }],
      'CTX_PLUGIN_INCOMPATIBLE',
    ],
    [
      'is a general plug-in',
      [{ file: 'plugin.yaml', from: 'contract: 1', to: 'contract: 1\nkind: general' }],
      'CTX_PLUGIN_LOAD_FAILED',
    ],
    [
      'throws when it is made',
      [{ file: 'src/index.ts', from: '=> new', to: '=> [].at(0).x ?? new' }],
      'CTX_ENGINE_CREATE_FAILED',
    ],
    [
      'ends the process when it is made',
      [{ file: 'src/index.ts', from: '=> new', to: '=> process.exit(0) ?? new' }],
      'CTX_ENGINE_CREATE_FAILED',
    ],
    [
      'makes no engine',
      [{ file: 'src/index.ts', from: '=> new SummarisingEngine(options, services)', to: '=> ({})' }],
      'CTX_ENGINE_CREATE_FAILED',
    ],
  ])('exits with 2 and a fix where an engine %s', async (_what, edits, code) => {
    const run = await sandbox().hermes(['engine', 'test', engineFolder('faulty', edits), ...FEW, '--json']);
    const { error } = JSON.parse(run.out);
    expect({ exit: run.code, code: error.code }).toEqual({ exit: 2, code });
    for (const sentence of [error.what, error.why, error.fix]) expect(sentence).toMatch(/\w/);
    expect(run.err).not.toContain('    at ');
  });

  it('says what is wrong with a place where no engine is', async () => {
    const { hermes, write } = sandbox();
    write('empty/notes.txt', '');
    const errors = ['nowhere', 'empty', 'empty/notes.txt', '', '../x\u001b[2J'].map((place) =>
      hermes(['engine', 'test', place]),
    );
    for (const { code, out, err } of await Promise.all(errors)) {
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/\n {2}why: .+\n {2}fix: .+\n$/);
      expect(err).not.toMatch(/[^\P{Cc}\n]/u);
    }
    expect((await hermes(['engine', 'test', 'keep-turn'])).err).toContain('Did you mean "keep-turns"?');
  });

  it.each([
    ['--runs', '0'],
    ['--runs', '1e3'],
    ['--seed', 'x'],
    ['--seed', '4294967296'],
    ['--promise', 'P9'],
    ['--promise', ''],
    ['--options', '[1]'],
    ['--options', '{'],
  ])('refuses %s %j, by name', async (flag, value) => {
    const { code, err } = await sandbox().hermes(['engine', 'test', 'keep-turns', flag, value]);
    expect(code).toBe(2);
    expect(err).toContain(`hermes: ${flag} is ${JSON.stringify(value)}.`);
  });
});

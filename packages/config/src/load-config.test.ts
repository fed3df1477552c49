import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configFolders, loadUser } from './config-folders.fixture.ts';
import { describeKeys } from './describe-keys.ts';
import { getValue } from './get-value.ts';
import { parseKeyPath } from './key-path.ts';
import { loadConfig } from './load-config.ts';
import { configSchema } from './schema.ts';

describe('loading', () => {
  it('needs no file', async () => {
    const folders = configFolders();
    const result = await folders.load();
    expect(result).toMatchObject({ kind: 'loaded', config: configSchema.parse({}), written: {}, warnings: [] });
    expect(result.files).toEqual({
      hermesHome: join(folders.home, '.hermes'),
      user: folders.userFile,
      hasUserFile: false,
      project: undefined,
    });
  });

  it('lets the project win over the user, and the user over the default, key by key', async () => {
    const folders = configFolders({
      user: 'compression:\n  threshold: 0.4\n  protect_last_n: 8\n  model_thresholds:\n    glm: 0.3\n    claude: 0.6\ncontext:\n  stages: [a, b]\n',
      project: 'context:\n  stages: [c]\ncompression:\n  model_thresholds:\n    glm: 0.2\n  threshold: 0.7\n',
    });
    const result = await folders.load();
    if (result.kind === 'invalid') throw new Error('expected a valid configuration');
    expect(result.config.compression).toMatchObject({
      threshold: 0.7,
      protect_last_n: 8,
      target_ratio: 0.2,
      model_thresholds: { glm: 0.2, claude: 0.6 },
    });
    expect(result.config.context.stages).toEqual(['c']);

    const project = join(folders.project, '.hermes-context.yaml');
    expect(result.sourceOf('compression.threshold')).toEqual({ kind: 'project', file: project, line: 6 });
    expect(result.sourceOf('compression.protect_last_n')).toEqual({ kind: 'user', file: folders.userFile, line: 3 });
    expect(result.sourceOf(['compression', 'model_thresholds', 'claude'])).toEqual({
      kind: 'user',
      file: folders.userFile,
      line: 6,
    });
    expect(result.sourceOf('compression.target_ratio')).toEqual({ kind: 'default' });
    expect(result.sourceOf('compression')).toMatchObject({ kind: 'project', line: 3 });
    expect(result.sourceOf('no such..path')).toEqual({ kind: 'default' });
  });

  it('merges any valid keys of either file, one by one', async () => {
    const folders = configFolders();
    await fc.assert(
      fc.asyncProperty(someSettings(), someSettings(), async (user, project) => {
        folders.write('.hermes/config.yaml', stringify(nested(user)));
        folders.write('work/project/.hermes-context.yaml', stringify(nested(project)));
        const loaded = await folders.load();
        if (loaded.kind === 'invalid') throw new Error(loaded.problems[0]?.what);
        expect(loaded.warnings).toEqual([]);
        for (const { path, default: byDefault } of describeKeys()) {
          const lookup = getValue(loaded, path);
          const kind = path in project ? 'project' : path in user ? 'user' : 'default';
          const value = path in project ? project[path] : path in user ? user[path] : byDefault;
          expect(lookup).toMatchObject({ kind: 'value', path, value, source: { kind } });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes HERMES_HOME from the environment it is given', async () => {
    const folders = configFolders({ user: 'context:\n  engine: default-home\n' });
    folders.write('elsewhere/config.yaml', 'context:\n  engine: other-home\n');
    const hermesHome = join(folders.home, 'elsewhere');
    expect(await folders.load({ env: { HERMES_HOME: hermesHome } })).toMatchObject({
      config: { context: { engine: 'other-home' } },
      files: { hermesHome, user: join(hermesHome, 'config.yaml'), hasUserFile: true },
    });
    expect(await folders.load({ env: { HERMES_HOME: '' } })).toMatchObject({
      config: { context: { engine: 'default-home' } },
    });
  });

  it('asks the system for what it is not given', async () => {
    const folders = configFolders();
    const result = await loadConfig({ cwd: folders.project, env: {} });
    expect(result.files.hermesHome).toBe(join(homedir(), '.hermes'));
  });

  it('makes the folders of plug-ins absolute: from the home, or from the folder of the file', async () => {
    const { config, files } = await loadUser('plugins:\n  paths: [~/engines, mine, /opt/engines]\n');
    const home = join(files.hermesHome, '..');
    expect(config.plugins.paths).toEqual([join(home, 'engines'), join(files.hermesHome, 'mine'), '/opt/engines']);
  });

  it('says why a file cannot be read', async () => {
    const folders = configFolders();
    mkdirSync(folders.userFile, { recursive: true });
    expect(await folders.load()).toMatchObject({
      kind: 'invalid',
      problems: [
        {
          code: 'unreadable-file',
          file: folders.userFile,
          rule: 'It is a folder, and a config is a file.',
          line: undefined,
        },
      ],
    });

    rmSync(folders.userFile, { recursive: true });
    symlinkSync(folders.userFile, folders.userFile);
    expect(await folders.load()).toMatchObject({ problems: [{ rule: 'Its symbolic links lead in a circle.' }] });

    const file = folders.write('file', '');
    expect(await folders.load({ env: { HERMES_HOME: file } })).toMatchObject({
      problems: [{ rule: 'A part of its path is a file, and must be a folder.' }],
    });
  });

  it('waits for no pipe, neither in the home nor in a project', async () => {
    const folders = configFolders({ user: '' });
    const pipe = join(folders.project, '.hermes-context.yaml');
    execFileSync('mkfifo', [pipe]);
    expect(await folders.load()).toMatchObject({ problems: [{ code: 'unreadable-file', file: pipe }] });
    rmSync(pipe);
    rmSync(folders.userFile);
    execFileSync('mkfifo', [folders.userFile]);
    expect(await folders.load()).toMatchObject({ problems: [{ code: 'unreadable-file', file: folders.userFile }] });
  });

  it('reads an empty file as one that sets nothing', async () => {
    const { config, files } = await loadUser('');
    expect(config).toEqual(configSchema.parse({}));
    expect(files.hasUserFile).toBe(true);
  });

  it('keeps the warnings of a file beside the problems of the other', async () => {
    const result = await configFolders({ user: 'compresion: {}\n', project: 'compression: 5\n' }).load();
    expect(result).toMatchObject({
      kind: 'invalid',
      problems: [{ path: 'compression' }],
      warnings: [{ path: 'compresion' }],
    });
  });
});

/** Settings that both files may make, by path, with values that are not the default. */
function someSettings() {
  const ratio = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100);
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  return fc.record(
    {
      'context.engine': word,
      'context.stages': fc.array(word),
      'compression.enabled': fc.boolean(),
      'compression.threshold': ratio,
      'compression.target_ratio': fc.constantFrom(0.1, 0.3, 0.8),
      'compression.tail_mode': fc.constantFrom('legacy', 'lean'),
      'compression.protect_last_n': fc.nat({ max: 99 }),
      'compression.codex_app_server_auto': fc.constantFrom('native', 'hermes', 'off'),
      'compression.in_place': fc.boolean(),
      'auxiliary.compression.model': fc.option(word),
      'auxiliary.compression.timeout': fc.integer({ min: 1, max: 3600 }),
      'auxiliary.compression.context_length': fc.option(fc.integer({ min: 1, max: 2_000_000 })),
      'prompt_caching.cache_ttl': fc.constantFrom('5m', '1h'),
      'model.default': fc.option(word),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

function nested(settings: Readonly<Record<string, unknown>>): unknown {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(settings)) {
    const parsed = parseKeyPath(path);
    const segments = parsed.kind === 'parsed' ? parsed.segments : [];
    let section = root;
    for (const key of segments.slice(0, -1)) {
      section[key] ??= {};
      section = section[key] as Record<string, unknown>;
    }
    section[segments.at(-1)!] = value;
  }
  return root;
}

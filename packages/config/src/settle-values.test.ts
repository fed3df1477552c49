import { describe, expect, it } from 'vitest';
import { configFolders, loadUser } from './config-folders.fixture.ts';
import { formatProblem } from './config-problem.ts';

describe('a value whose meaning is clear', () => {
  it.each([
    ['0.05', 0.1],
    ['0', 0.1],
    ['-3', 0.1],
    ['0.95', 0.8],
    ['20', 0.8],
    ['.inf', 0.8],
  ])('S-033 is a target_ratio of %s: %d is used, with a warning', async (written, used) => {
    const { config, warnings } = await loadUser(`compression:\n  target_ratio: ${written}\n`);
    expect(config.compression.target_ratio).toBe(used);
    expect(warnings.map(({ code, path, line }) => [code, path, line])).toEqual([
      ['clamped', 'compression.target_ratio', 2],
    ]);
  });

  it('S-033 is a target_ratio from 0.10 to 0.80: taken without a word', async () => {
    for (const ratio of [0.1, 0.2, 0.55, 0.8]) {
      const { config, warnings } = await loadUser(`compression:\n  target_ratio: ${ratio}\n`);
      expect(config.compression.target_ratio).toBe(ratio);
      expect(warnings).toEqual([]);
    }
  });

  it('S-033 says which target_ratio is used, and why', async () => {
    const folders = configFolders({ user: 'compression:\n  target_ratio: 0.9\n' });
    const { warnings } = await folders.load();
    expect(formatProblem(warnings[0]!).replaceAll(folders.userFile, 'config.yaml')).toBe(
      'compression.target_ratio is 0.9 in config.yaml:2:17; 0.8 is used.\n' +
        '  why: It must be a ratio from 0.10 to 0.80: less keeps too little to go on, more leaves nothing to compress.\n' +
        '  fix: Set compression.target_ratio to 0.8, or remove it for the default.',
    );
  });

  it('is a boolean as YAML 1.1 spells it', async () => {
    const { config, warnings } = await loadUser(
      'compression:\n  enabled: no\n  in_place: Off\n  codex_responses_native: YES\n',
    );
    expect(config.compression).toMatchObject({ enabled: false, in_place: false, codex_responses_native: true });
    expect(warnings).toEqual([]);
  });

  it('is the word off where it is one of the choices', async () => {
    const { config } = await loadUser('compression:\n  codex_app_server_auto: off\n  small_context_floor: off\n');
    expect(config.compression).toMatchObject({ codex_app_server_auto: 'off', small_context_floor: 'off' });
  });

  it('is a number with its digits in groups', async () => {
    const { config } = await loadUser(
      'compression:\n  codex_responses_compact_threshold: 150_000\nmodel:\n  context_length: 1_000_000\n',
    );
    expect(config.compression.codex_responses_compact_threshold).toBe(150_000);
    expect(config.model.context_length).toBe(1_000_000);
  });

  it('is a section whose settings are all commented out', async () => {
    const { config, warnings } = await loadUser(
      'compression:\n  # enabled: false\nauxiliary:\n  compression:\nmodel:\ncontext: ~\n',
    );
    expect(config.compression.enabled).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('is null, or a text without letters, where null is a value', async () => {
    const { config, warnings } = await loadUser(
      'auxiliary:\n  compression:\n    model: ""\n    base_url: ""\n    api_key:\nmodel: ""\n',
    );
    expect(config.auxiliary.compression).toMatchObject({ model: null, base_url: null, api_key: null });
    expect(config.model.default).toBeNull();
    expect(warnings).toEqual([]);
  });

  it('is a key without a value: not set, with a warning', async () => {
    const { config, warnings, sourceOf } = await loadUser('context:\n  engine: ""\ncompression:\n  threshold:\n');
    expect(config.context.engine).toBe('compressor');
    expect(config.compression.threshold).toBe(0.5);
    expect(sourceOf('compression.threshold')).toEqual({ kind: 'default' });
    expect(warnings.map(({ code, path, line }) => [code, path, line])).toEqual([
      ['empty-value', 'context.engine', 2],
      ['empty-value', 'compression.threshold', 4],
    ]);
  });
});

describe('the model', () => {
  it.each([
    ['model: glm-5.2\n', 1],
    ['model:\n  default: glm-5.2\n', 2],
    ['model:\n  name: glm-5.2\n', 2],
    ['model:\n  model: glm-5.2\n', 2],
  ])('has its name from %j', async (text, line) => {
    const { config, sourceOf, warnings } = await loadUser(text);
    expect(config.model.default).toBe('glm-5.2');
    expect(sourceOf('model.default')).toMatchObject({ kind: 'user', line });
    expect(sourceOf('model.name')).toMatchObject({ kind: 'user', line });
    expect(warnings).toEqual([]);
  });

  it('has the strongest of two names, and says which one has no effect', async () => {
    const { config, warnings } = await loadUser('model:\n  name: weaker\n  default: stronger\n');
    expect(config.model.default).toBe('stronger');
    expect(warnings.map(({ code, path, line }) => [code, path, line])).toEqual([['unsupported-key', 'model.name', 2]]);
  });

  it('keeps the settings that only the Python Hermes Agent reads', async () => {
    const { config, warnings, written } = await loadUser(
      'model:\n  default: a\n  api_mode: codex_responses\n  streaming: true\n',
    );
    expect(config.model.default).toBe('a');
    expect(written).toMatchObject({ model: { api_mode: 'codex_responses', streaming: true } });
    expect(warnings).toEqual([]);
  });
});

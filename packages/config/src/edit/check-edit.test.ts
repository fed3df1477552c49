import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InvalidConfigError } from '../invalid-config-error.ts';
import { ConfigEditRefusedError } from './config-edit-refused-error.ts';
import { configFile, edit, set } from './config-file.fixture.ts';
import { InvalidSettingError, UnknownSettingError } from './setting-errors.ts';

const THRESHOLD = set('compression.threshold', 0.6);

const textOf = (file: string): string => readFileSync(file, 'utf8');

describe('what may not be written', () => {
  it.each([
    [
      'a value that its setting cannot have',
      'compression:\n  threshold: 0.5\n',
      set('compression.threshold', 50),
      InvalidSettingError,
    ],
    ['a value below a key that cannot have any', 'a: 1\n', set('compression.threshold.x', 1), InvalidSettingError],
    [
      'a value as wrong as the one before',
      'compression:\n  threshold: [1]\n',
      set('compression.threshold', [2]),
      InvalidSettingError,
    ],
    ['a misspelt section', 'a: 1\n', set('compresion.threshold', 0.5), UnknownSettingError],
    ['a misspelt key', 'a: 1\n', set('compression.treshold', 0.5), UnknownSettingError],
    ['a key without its section', 'a: 1\n', set('threshold', 0.5), UnknownSettingError],
    ['an abbreviated section', 'a: 1\n', set('compress.threshold', 0.5), UnknownSettingError],
    ['a setting of a section that is none', 'compression: 5\n', THRESHOLD, ConfigEditRefusedError],
    ['anything in broken YAML', 'compression: [\n', THRESHOLD, InvalidConfigError],
    ['anything in other encodings', Buffer.from('# \xe4\n', 'latin1'), THRESHOLD, InvalidConfigError],
  ])('%s: the file stays as it is', async (_, text, change, error) => {
    const file = configFile(text);
    await expect(edit(file, set('agent.x', 1), change)).rejects.toThrow(error);
    expect(readFileSync(file)).toEqual(Buffer.from(text));
    expect(readdirSync(join(file, '..'))).toEqual(['config.yaml']);
  });

  it('never repeats a key in an error', async () => {
    const file = configFile('model: { api_key: sk-old-1 }\n');
    const error: unknown = await edit(file, set('model.api_key', ['sk-hush-2'])).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidSettingError);
    expect(String(error)).not.toMatch(/hush|sk-old/);
  });
});

describe('what may be written', () => {
  it.each([
    ['keys of other programs', set('agent.max_turns', 90), []],
    ['settings that have no effect here', set('compression.max_attempts', 3), ['unsupported-key']],
    ['keys that nobody knows and that are like none', set('my_tool.model', 'x'), ['unknown-key']],
    ['options of an engine, whatever they are', set('context.options.lcm.engine', { a: [1] }), []],
    ['a ratio that is brought into its bounds', set('compression.target_ratio', 0.9), ['clamped']],
  ])('%s', async (_, change, codes) => {
    const { kind, warnings } = await edit(configFile('# mine\nfoo: 1\n'), change);
    expect(kind).toBe('written');
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  it('a key that is in the file already, and one beside it, whatever it is called', async () => {
    const file = configFile('compresion:\n  threshold: 0.5\n');
    await edit(file, set('compresion.threshold', 0.6), set('compresion.treshold', 0.7));
    expect(textOf(file)).toBe('compresion:\n  threshold: 0.6\n  treshold: 0.7\n');
  });

  it('one correction of several, and what is left is told', async () => {
    const file = configFile('compression:\n  threshold: 50\n  tail_mode: fast\n');
    const { kind, problems } = await edit(file, THRESHOLD);
    expect([kind, problems.map(({ path, line }) => [path, line])]).toEqual(['written', [['compression.tail_mode', 3]]]);
    expect(await edit(file, { kind: 'unset', path: ['compression', 'tail_mode'] })).toMatchObject({ problems: [] });
  });

  it('a reference to a variable that is not set here', async () => {
    const file = configFile('');
    const { problems } = await edit(file, set('model.base_url', '$' + '{LLM_URL}/v1'));
    expect(problems.map(({ code }) => code)).toEqual(['unknown-variable']);
    expect(textOf(file)).toBe('model: { base_url: "$' + '{LLM_URL}/v1" }\n');
  });
});

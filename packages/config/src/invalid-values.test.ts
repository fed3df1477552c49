import { describe, expect, it } from 'vitest';
import { configFolders } from './config-folders.fixture.ts';
import { formatProblem } from './config-problem.ts';

/** What a user with this file reads, the file's name left out. */
async function complaints(user: string): Promise<readonly string[]> {
  const folders = configFolders({ user });
  const result = await folders.load();
  if (result.kind === 'loaded') return [];
  return result.problems.map((problem) => formatProblem(problem).replaceAll(folders.userFile, 'config.yaml'));
}

describe('a value that cannot be', () => {
  it('S-033 is a threshold outside 0 to 1: an error that names the rule', async () => {
    expect(await complaints('# mine\ncompression:\n  enabled: true\n  threshold: 50\n')).toEqual([
      'compression.threshold is 50 in config.yaml:4:14.\n' +
        '  why: It must be a ratio above 0, at most 1 (0.50 means half of the window).\n' +
        '  fix: Did you mean 50 %? Write "threshold: 0.5".',
    ]);
  });

  it.each(['0', '-0.5', '1.01', '1000', '.nan', '.inf', '"0.5"', 'half', '[0.5]'])(
    'S-033 is a threshold of %s',
    async (threshold) => {
      const [only, ...others] = await complaints(`compression:\n  threshold: ${threshold}\n`);
      expect(only).toContain('  why: It must be a ratio above 0, at most 1 (0.50 means half of the window).');
      expect(others).toEqual([]);
    },
  );

  it.each(['1', '0.01', '1.0', '0.50', '5e-1'])('S-033 is not a threshold of %s', async (threshold) => {
    expect(await complaints(`compression:\n  threshold: ${threshold}\n`)).toEqual([]);
  });

  it('S-033 is a threshold of one model outside 0 to 1, and the error names its key', async () => {
    expect(await complaints('compression:\n  model_thresholds:\n    glm-5.2: 40\n    other: 0.4\n')).toEqual([
      'compression.model_thresholds."glm-5.2" is 40 in config.yaml:3:14.\n' +
        '  why: It must be a ratio above 0, at most 1 (0.50 means half of the window).\n' +
        '  fix: Did you mean 40 %? Write "glm-5.2: 0.4".',
    ]);
  });

  it('S-032 is a cache_ttl other than 5m and 1h, and the error names the two', async () => {
    expect(await complaints('prompt_caching:\n  cache_ttl: 10 minutes\n')).toEqual([
      'prompt_caching.cache_ttl is "10 minutes" in config.yaml:2:14.\n' +
        '  why: It must be "5m" or "1h".\n' +
        '  fix: Set it to 5m or 1h.',
    ]);
    for (const ttl of ['5m', '1h', '"5m"', "'1h'"])
      expect(await complaints(`prompt_caching:\n  cache_ttl: ${ttl}\n`)).toEqual([]);
    for (const ttl of ['5', '300', '5M', '2h', 'true', '[5m]']) {
      const [only] = await complaints(`prompt_caching:\n  cache_ttl: ${ttl}\n`);
      expect(only).toContain('  why: It must be "5m" or "1h".');
    }
  });

  it.each([
    [
      'compression:\n  enabled: "true"',
      'compression.enabled is "true"',
      'true or false, without quotes',
      'Remove the quotes: "enabled: true".',
    ],
    [
      'compression:\n  threshold: "0.5"',
      'compression.threshold is "0.5"',
      'a ratio above 0',
      'Remove the quotes: "threshold: 0.5".',
    ],
    [
      'compression:\n  threshold: 60%',
      'compression.threshold is "60%"',
      'a ratio above 0',
      'Did you mean 60 %? Write "threshold: 0.6".',
    ],
    [
      'compression:\n  protect_last_n: 2.5',
      'compression.protect_last_n is 2.5',
      'a whole number of messages, 0 or more',
      'such as 20',
    ],
    [
      'compression:\n  tail_mode: leann',
      'compression.tail_mode is "leann"',
      '"legacy" or "lean"',
      'Did you mean lean?',
    ],
    [
      'compression:\n  codex_app_server_auto: sometimes',
      '"sometimes"',
      'one of "native", "hermes", "off"',
      'Set it to native, hermes or off.',
    ],
    ['compression: 5', 'compression is 5', 'a map of settings', 'Write its settings below "compression:"'],
    ['compression: [enabled]', 'compression is a list', 'a map of settings', 'Write its settings below "compression:"'],
    ['model: 4.10', 'model is 4.1', 'the name of a model, or a map of settings', 'Write its settings below "model:"'],
    ['model: {default: 4.10}', 'model.default is 4.1', 'the name of a model, as text', 'Put it in quotes'],
    [
      'plugins:\n  enabled: lcm',
      'plugins.enabled is "lcm"',
      'a list of texts, such as [lcm]',
      '"enabled: [first, second]"',
    ],
    [
      'plugins:\n  enabled: [lcm, 7]',
      'plugins.enabled.1 is 7',
      'the name of a plug-in, as text',
      'Put each item in quotes.',
    ],
    [
      'context:\n  options:\n    lcm: 3',
      'context.options.lcm is 3',
      'a map of settings',
      'Write its settings below "lcm:"',
    ],
    ['auxiliary:\n  compression:\n    timeout: 0', 'timeout is 0', 'a number of seconds from 1 to 3600', 'such as 60'],
    [
      'auxiliary:\n  compression:\n    base_url: localhost:8080',
      'base_url is "localhost:8080"',
      'http:// or https://',
      'Correct it, or remove',
    ],
    [
      'auxiliary:\n  compression:\n    context_length: -1',
      'context_length is -1',
      'a whole number of tokens, 1 or more',
      'Correct it, or remove',
    ],
  ])('is told of with its rule and a fix: %j', async (text, what, rule, fix) => {
    const [only, ...others] = await complaints(`${text}\n`);
    expect(others).toEqual([]);
    const [first, why, how] = only!.split('\n');
    expect(first).toContain(what);
    expect(why).toContain(rule);
    expect(how).toContain(fix);
  });

  it('does not hide the next one: all are listed, with their lines', async () => {
    const folders = configFolders({
      user: 'compression:\n  enabled: 1\n  threshold: 2\n  tail_mode: long\nprompt_caching:\n  cache_ttl: 1d\n',
      project: 'compression:\n  in_place: maybe\n',
    });
    const result = await folders.load();
    expect(result.kind === 'invalid' && result.problems.map(({ path, line, code }) => [path, line, code])).toEqual([
      ['compression.enabled', 2, 'wrong-type'],
      ['compression.threshold', 3, 'not-allowed'],
      ['compression.tail_mode', 4, 'not-allowed'],
      ['prompt_caching.cache_ttl', 6, 'not-allowed'],
      ['compression.in_place', 2, 'wrong-type'],
    ]);
  });

  it('never shows a key or a password', async () => {
    const secret = 'sk-live-0123456789abcdef';
    const texts = [
      `model:\n  api_key: [${secret}]\n`,
      `auxiliary:\n  compression:\n    api_key: 1234567890\n`,
      `auxiliary:\n  compression:\n    base_url: ftp://me:hunter2@example.com\n`,
      `compression:\n  tail_mode: ${secret}\n`,
      `compression:\n  api_key: "${secret}\n`,
    ];
    for (const text of texts) {
      const result = await configFolders({ user: text }).load();
      expect(result.kind).toBe('invalid');
      expect(JSON.stringify(result)).not.toMatch(/sk-live|1234567890|hunter2/);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configFolders } from './config-folders.fixture.ts';
import { formatProblem } from './config-problem.ts';
import { expandReferences } from './expand-references.ts';
import { getValue } from './get-value.ts';
import type { LoadedConfig } from './load-config.ts';

const reference = (name: string): string => `$\{${name}}`;

describe('replacing references', () => {
  it('replaces each by its variable, once, and names those without one', () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,6}$/);
    const text = fc.string().filter((each) => !each.includes('$'));
    const parts = fc.array(fc.record({ text, name }), { maxLength: 5 });
    fc.assert(
      fc.property(parts, fc.dictionary(name, fc.string()), (typed, env) => {
        const written = typed.map((part) => `${part.text}${reference(part.name)}`).join('');
        const isKnown = (variable: string): boolean => Object.hasOwn(env, variable) && env[variable] !== '';
        const expected = typed.map((part) => part.text + (isKnown(part.name) ? env[part.name] : reference(part.name)));
        const unknown = typed.map((part) => part.name).filter((variable) => !isKnown(variable));
        expect(expandReferences(written, env)).toEqual({ text: expected.join(''), unknown: [...new Set(unknown)] });
      }),
    );
  });

  it.each(['$HOME', '$' + '{}', '$' + '{a-b}', '$' + '{1A}', '{A}', '$' + '{A'])(
    'takes %s for no reference',
    (text) => {
      expect(expandReferences(text, { HOME: 'x', A: 'x' })).toEqual({ text, unknown: [] });
    },
  );
});

describe("a reference in the user's file", () => {
  const env = { HOST: 'gpu', KEY: 'sk-from-the-environment-1', EMPTY: '' };

  it('is replaced in texts, in lists of them, and in the options of an engine', async () => {
    const { config } = await load(
      [
        'model:',
        `  base_url: "http://${reference('HOST')}:8080/v1"`,
        `  api_key: ${reference('KEY')}`,
        'plugins:',
        `  paths: ["/srv/${reference('HOST')}/engines"]`,
        'context:',
        '  options:',
        '    lcm:',
        `      token: ${reference('KEY')}`,
        `      servers: ["${reference('HOST')}"]`,
        '',
      ].join('\n'),
    );
    expect(config.model).toMatchObject({ base_url: 'http://gpu:8080/v1', api_key: env.KEY });
    expect(config.plugins.paths).toEqual(['/srv/gpu/engines']);
    expect(config.context.options).toEqual({ lcm: { token: env.KEY, servers: ['gpu'] } });
  });

  it('is shown as the file says it, so that no variable ends up on a screen', async () => {
    const loaded = await load(
      `context:\n  engine: "${reference('HOST')}"\n  options:\n    lcm:\n      greeting: ${reference('KEY')}\nplugins:\n  paths: ["${reference('HOST')}"]\n`,
    );
    expect(getValue(loaded, 'context.engine')).toMatchObject({ value: 'gpu', shown: reference('HOST') });
    expect(JSON.stringify([loaded.shown, loaded.written])).not.toContain(env.KEY);
    expect(loaded.shown).toEqual({
      ...loaded.config,
      context: {
        ...loaded.config.context,
        engine: reference('HOST'),
        options: { lcm: { greeting: reference('KEY') } },
      },
      plugins: { ...loaded.config.plugins, paths: [reference('HOST')] },
    });
  });

  it('says nothing of what it stands for when that is wrong', async () => {
    const folders = configFolders({ user: `prompt_caching:\n  cache_ttl: ${reference('KEY')}\n` });
    const result = await folders.load({ env });
    expect(result).toMatchObject({ kind: 'invalid', problems: [{ path: 'prompt_caching.cache_ttl' }] });
    expect(JSON.stringify(result)).not.toContain(env.KEY);
  });

  it.each(['NOBODY', 'EMPTY', '__proto__', 'toString'])('to %s counts as not set, with a warning', async (name) => {
    const folders = configFolders({ user: `model:\n  api_key: ${reference(name)}\n` });
    const result = await folders.load({ env });
    expect(result).toMatchObject({ kind: 'loaded', config: { model: { api_key: null } } });
    expect(result.warnings.map(({ code, path, line }) => [code, path, line])).toEqual([
      ['unknown-variable', 'model.api_key', 2],
    ]);
    expect(formatProblem(result.warnings[0]!).replaceAll(folders.userFile, 'config.yaml')).toBe(
      `model.api_key refers to ${name}, which is not set, in config.yaml:2:12; it counts as not set.\n` +
        '  why: A name in braces behind a dollar sign stands for a variable of the environment.\n' +
        `  fix: Set ${name} in the environment, or write the value out.`,
    );
  });

  it('to nothing is a problem in an address: conversations would go to another one', async () => {
    const folders = configFolders({
      user: `auxiliary:\n  compression:\n    base_url: http://${reference('NOBODY')}/v1\n`,
    });
    expect(await folders.load({ env })).toMatchObject({
      kind: 'invalid',
      problems: [{ code: 'unknown-variable', path: 'auxiliary.compression.base_url', line: 3 }],
    });
  });

  it('to nothing is left out of a list, and left alone in the options of an engine, with a warning', async () => {
    const { config, warnings } = await load(
      `plugins:\n  paths: [/a, "${reference('NOBODY')}/b"]\ncontext:\n  options:\n    lcm:\n      prompt: "Write ${reference('summary')}"\n`,
    );
    expect(config.plugins.paths).toEqual(['/a']);
    expect(config.context.options).toEqual({ lcm: { prompt: `Write ${reference('summary')}` } });
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['unknown-variable', 'plugins.paths.1'],
      ['unknown-variable', 'context.options.lcm.prompt'],
    ]);
  });

  async function load(user: string): Promise<LoadedConfig> {
    const result = await configFolders({ user }).load({ env });
    if (result.kind === 'invalid') throw new Error(result.problems.map(({ what }) => what).join('\n'));
    return result;
  }
});

describe("a reference in a project's file", () => {
  it('is taken word for word, with a warning: whoever wrote it may not read the environment', async () => {
    const project = `model:\n  default: ${reference('KEY')}\ncontext:\n  options:\n    lcm:\n      url: ${reference('KEY')}\n`;
    const result = await configFolders({ project }).load({ env: { KEY: 'sk-not-for-a-checkout' } });
    expect(result).toMatchObject({
      config: { model: { default: reference('KEY') }, context: { options: { lcm: { url: reference('KEY') } } } },
      warnings: [{ code: 'not-expanded', path: 'model.default', line: 2 }],
    });
    expect(JSON.stringify(result)).not.toContain('sk-not');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configFolders, loadUser } from './config-folders.fixture.ts';
import { describeKeys } from './describe-keys.ts';

describe('a key that is no setting', () => {
  it.each([
    ['compresion:\n  enabled: false\n', 'compresion', 1, 'Did you mean compression?'],
    ['compression:\n  treshold: 0.4\n', 'compression.treshold', 2, 'Did you mean compression.threshold?'],
    ['compression:\n  protectLastN: 4\n', 'compression.protectLastN', 2, 'Did you mean compression.protect_last_n?'],
    [
      'auxiliary:\n  compression:\n    baseURL: http://x\n',
      'auxiliary.compression.baseURL',
      3,
      'Did you mean auxiliary.compression.base_url?',
    ],
    ['threshold: 0.4\n', 'threshold', 1, 'Did you mean compression.threshold?'],
    ['prompt-caching:\n  cache_ttl: 1h\n', 'prompt-caching', 1, 'Did you mean prompt_caching?'],
    ['my.plugin: 1\n', '"my.plugin"', 1, 'Remove it, unless another program reads it.'],
    [
      'compression:\n  summary_style: x\n',
      'compression.summary_style',
      2,
      'Remove it, unless another program reads it.',
    ],
  ])('is a warning with what was meant: %j', async (text, path, line, fix) => {
    const { warnings, files } = await loadUser(text);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: 'unknown-key', file: files.user, path, line, fix });
  });

  it('is not told of where the Python Hermes Agent reads it', async () => {
    const { warnings, written } = await loadUser(
      [
        '_config_version: 34',
        'agent: {max_turns: 90}',
        'terminal: {backend: local}',
        'display: {compact: true}',
        'providers: {}',
        'toolsets: [all]',
        'memory: {provider: honcho}',
        'auxiliary: {vision: {model: x}}',
        'plugins: {allow_project_plugins: true, entries: {}}',
        '',
      ].join('\n'),
    );
    expect(warnings).toEqual([]);
    expect(written).toMatchObject({ agent: { max_turns: 90 }, toolsets: ['all'] });
  });

  it('is told of where a setting of the Python Hermes Agent has no effect here', async () => {
    const { warnings } = await loadUser('compression:\n  threshold_tokens: 256000\n  max_attempts: 3\n');
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['unsupported-key', 'compression.threshold_tokens'],
      ['unsupported-key', 'compression.max_attempts'],
    ]);
  });

  it("is nobody's business inside the settings of an engine", async () => {
    const { config, warnings } = await loadUser(
      'context:\n  options:\n    lcm:\n      depth: 3\n      nested: {a: [1, null]}\n',
    );
    expect(config.context.options).toEqual({ lcm: { depth: 3, nested: { a: [1, null] } } });
    expect(warnings).toEqual([]);
  });

  it('may be __proto__, and then is a key like any other', async () => {
    const { config, written } = await loadUser('__proto__: {a: 1}\ncompression:\n  __proto__: {threshold: 0.9}\n');
    expect(config.compression.threshold).toBe(0.5);
    expect(Object.keys(written)).toEqual(['__proto__', 'compression']);
    expect({}).not.toHaveProperty('a');
  });

  it('never costs a setting beside it', async () => {
    const known = new Set(describeKeys().flatMap(({ path }) => path.split('.')));
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((key) => !known.has(key));
    const strange = fc.dictionary(
      fc.oneof(name, fc.constantFrom('__proto__', 'constructor', 'toString', '<<<')),
      fc.jsonValue(),
    );
    const folders = configFolders();
    await fc.assert(
      fc.asyncProperty(strange, strange, async (atTop, inSection) => {
        const compression = { threshold: 0.3, ...Object.fromEntries(Object.entries(inSection)), in_place: false };
        folders.write('.hermes/config.yaml', stringify({ ...atTop, compression, prompt_caching: { cache_ttl: '1h' } }));
        const result = await folders.load();
        expect(result).toMatchObject({
          kind: 'loaded',
          config: {
            compression: { threshold: 0.3, in_place: false, tail_mode: 'legacy' },
            prompt_caching: { cache_ttl: '1h' },
          },
        });
      }),
      { numRuns: 60 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifestText } from './plugin-folder.fixture.ts';
import { parsePluginManifest } from './plugin-manifest.ts';

const problemsOf = (text: string, folder = 'lcm'): string => {
  const verdict = parsePluginManifest(text, { folderName: folder });
  return verdict.kind === 'invalid' ? verdict.problems.join('\n') : `not invalid but ${verdict.kind}`;
};

describe('parsePluginManifest', () => {
  it('reads the five keys and leaves further ones alone', () => {
    const text = `\uFEFF${manifestText('lcm', { homepage: 'https://example.org' })}`;
    expect(parsePluginManifest(text, { folderName: 'lcm' })).toEqual({
      kind: 'manifest',
      manifest: {
        name: 'lcm',
        version: '1.0.0',
        description: 'Keeps the last messages.',
        contract: 1,
        main: 'index.ts',
        kind: 'context_engine',
      },
      pluginKind: 'context_engine',
      hasMain: true,
    });
  });

  it.each(['name', 'version', 'description', 'contract', 'main'])('names %s when it is missing', (key) => {
    expect(problemsOf(manifestText('lcm', { [key]: undefined }))).toMatch(new RegExp(`^${key} must be`));
  });

  it('refuses a name that differs from the folder, or is none', () => {
    expect(problemsOf(manifestText('lcm'), 'other')).toBe(
      'name is "lcm", but the folder is "other"; the two must be the same.',
    );
    expect(problemsOf(manifestText('"../lcm"'), '../lcm')).toContain('name must be lower-case');
  });

  it('tells another contract version apart, whatever else is in the file', () => {
    expect(parsePluginManifest('contract: 2\nshape: new', { folderName: 'lcm' })).toMatchObject({
      kind: 'incompatible',
      declared: 2,
    });
  });

  it('asks for quotes around a version that YAML reads as a number', () => {
    expect(problemsOf(manifestText('lcm', { version: '1.0' }))).toContain('put 1 in quotes');
    expect(problemsOf(manifestText('lcm', { contract: '"1"' }))).toBe('contract must be the number 1.');
  });

  it('names the line of a YAML error', () => {
    expect(problemsOf('name: lcm\nversion: "1')).toMatch(/not YAML, line 2/);
  });

  it('refuses a nest of aliases before it grows', () => {
    const bomb = [
      'a0: &a0 [x, x]',
      ...Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`),
    ].join('\n');
    expect(problemsOf(bomb)).toContain('cannot be read');
  });

  it('refuses lists, texts and nothing', () => {
    for (const text of ['', '- a', 'lcm', '7', '~']) expect(problemsOf(text)).toContain('must be a map');
  });

  it('takes no key from a prototype', () => {
    expect(problemsOf('__proto__: {name: lcm, version: "1", description: d, main: m, contract: 1}')).toContain(
      'name must be',
    );
  });

  it('judges any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(parsePluginManifest(text, { folderName: 'lcm' }).kind).not.toBe('manifest');
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPlugin } from './check-plugin.ts';
import { smallEngine } from './engine.fixture.ts';

describe('checkPlugin', () => {
  it('hands back the very plug-in', () => {
    const plugin = smallEngine('lcm');
    expect(checkPlugin(plugin)).toEqual({ kind: 'plugin', plugin });
  });

  it('lists everything that is wrong at once', () => {
    const verdict = checkPlugin({ name: '../x', version: '', contract: '1', create: true });
    expect(verdict).toEqual({
      kind: 'invalid',
      problems: [
        expect.stringContaining('name'),
        expect.stringContaining('version'),
        expect.stringContaining('description'),
        'Its contract must be the number 1.',
        'Its parseOptions must be a function.',
        'Its create must be a function.',
      ],
    });
  });

  it('names each single member that is missing', () => {
    const plugin = smallEngine('lcm');
    for (const member of Object.keys(plugin)) {
      const verdict = checkPlugin({ ...plugin, [member]: undefined });
      expect(verdict).toEqual({ kind: 'invalid', problems: [expect.stringContaining(`Its ${member} `)] });
    }
  });

  it('tells another contract version apart from a broken plug-in', () => {
    expect(checkPlugin({ name: 'lcm', contract: 2 })).toEqual({ kind: 'incompatible', declared: 2 });
  });

  it('says what it got in place of an object', () => {
    const problemOf = (value: unknown) => JSON.stringify(checkPlugin(value));
    expect(problemOf(null)).toContain('It is null;');
    expect(problemOf(class {})).toContain('It is a function or class;');
    expect(problemOf('lcm')).toContain('It is a string;');
  });

  it('survives getters and proxies that throw', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    expect(checkPlugin(hostile).kind).toBe('invalid');
  });

  it('judges any value without throwing', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect(['invalid', 'incompatible']).toContain(checkPlugin(value).kind);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { entryAt, toPlain } from './config-node.ts';
import { formatProblem } from './config-problem.ts';
import { parseConfigText } from './parse-config-text.ts';

const source = { origin: 'user', file: 'config.yaml' } as const;

function plainOf(text: string): unknown {
  const parsed = parseConfigText(text, source);
  return parsed.kind === 'parsed' ? toPlain(parsed.root) : parsed.problems.map(formatProblem);
}

describe('a text that is not YAML', () => {
  it.each([
    ['compression:\n\tenabled: true\n', 2, 1, 'The line is indented with a tab, and YAML takes spaces only.'],
    ['compression: enabled: true\n', 1, 14, 'A second "key:" stands on one line.'],
    ['compression:\n  enabled: true\n threshold: 1\n', 3, 1, 'The indentation does not fit the lines above'],
    ['compression\n  enabled: true\n', 1, 1, 'A key stops at the end of its line, but no colon follows.'],
    ['model: @best\n', 1, 8, 'The value starts with a character that means something else in YAML.'],
    ['a: "C:\\path"\n', 1, 7, 'In double quotes a backslash starts an escape, and this is none.'],
    ['a: "open\nb: 1\n', 3, 1, 'A quote or bracket that was opened above is never closed.'],
    ['a: [1, 2\nb: 3\n', 2, 1, 'or a bracket above was never closed.'],
    ['a: 1\n---\nb: 2\n', 2, 1, 'A line "---" starts a second document, and only one is read.'],
    ['a: *nowhere\n', 1, 4, 'An alias repeats a value that was marked &nowhere further up in the file, and none was.'],
    ['a: &x\n  b: *x\n', 2, 6, 'An alias repeats a value that was marked &x further up in the file, and none was.'],
  ])('is told of by line and column, in plain words: %j', (text, line, column, rule) => {
    const parsed = parseConfigText(text, source);
    expect(parsed.kind).toBe('broken');
    if (parsed.kind === 'parsed') return;
    expect(parsed.problems[0]).toMatchObject({ code: 'broken-yaml', file: 'config.yaml', line, column });
    expect(parsed.problems[0]?.rule).toContain(rule);
  });

  it('reads like an error', () => {
    expect(plainOf('compression:\n\tenabled: true\n')).toEqual([
      'config.yaml is not valid YAML at line 2, column 1.\n' +
        '  why: The line is indented with a tab, and YAML takes spaces only.\n' +
        '  fix: Replace the tab with spaces.',
    ]);
  });

  it('is refused when it sets a key twice, and both lines are named', () => {
    expect(plainOf('compression:\n  threshold: 0.4\n  enabled: true\n  threshold: 0.6\n')).toEqual([
      'compression.threshold in config.yaml:4:3 is set twice, in lines 2 and 4.\n' +
        '  why: A key may stand once in its section; of two, one would be ignored without a word.\n' +
        '  fix: Remove line 2 or line 4.',
    ]);
  });

  it('is refused when it is a list or a single value', () => {
    expect(plainOf('- compression\n')).toEqual([expect.stringContaining('config.yaml holds a list, and no settings.')]);
    expect(plainOf('compression\n')).toEqual([
      expect.stringContaining('config.yaml holds a single value, and no settings.'),
    ]);
  });

  it('is refused when aliases of aliases would fill the memory', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let depth = 1; depth < 40; depth += 1) lines.push(`a${depth}: &a${depth} [${`*a${depth - 1}, `.repeat(10)}]`);
    expect(plainOf(`${lines.join('\n')}\n`)).toEqual([expect.stringContaining('grows past 100000 values')]);
  });

  it('is refused, not fatal, when it is nested without end', () => {
    expect(plainOf(`a: ${'['.repeat(20_000)}`)).toEqual([
      expect.stringContaining('Its lists or maps are nested too deeply.'),
    ]);
  });
});

describe('a text that is YAML', () => {
  it.each(['', '# nothing yet\n', '---\n', '~\n', '\uFEFF', '\n\n'])('may say nothing at all: %j', (text) => {
    expect(plainOf(text)).toEqual({});
  });

  it('has keys as they are spelled, and values by YAML 1.2', () => {
    expect(plainOf('4.10: 1.10\n"5": yes\non: 0o644\n')).toEqual({ '4.10': 1.1, '5': 'yes', on: 0o644 });
  });

  it('may repeat and merge what is marked', () => {
    expect(
      plainOf(
        'base: &base\n  a: 1\n  b: 2\nmore:\n  <<: *base\n  b: 3\nlist: [*base]\nboth: {<<: [{x: 1}, {x: 2, y: 3}]}\n',
      ),
    ).toEqual({
      base: { a: 1, b: 2 },
      more: { a: 1, b: 3 },
      list: [{ a: 1, b: 2 }],
      both: { x: 1, y: 3 },
    });
  });

  it('keeps the place of each key and value, after empty lines, comments and \\r\\n', () => {
    const parsed = parseConfigText('# top\r\n\r\ncompression:\r\n  # why\r\n  threshold:   0.4\r\n', source);
    expect(parsed.kind === 'parsed' && entryAt(parsed.root, ['compression', 'threshold'])).toMatchObject({
      keyPlace: { file: 'config.yaml', line: 5, column: 3 },
      node: { value: 0.4, place: { line: 5, column: 16 } },
    });
  });

  it('warns of a type that nobody knows', () => {
    const parsed = parseConfigText('a: !secret b\n', source);
    expect(parsed.kind === 'parsed' && parsed.warnings.map(({ code, line }) => [code, line])).toEqual([
      ['yaml-warning', 1],
    ]);
  });

  it('says what was written, whatever it is', () => {
    // The writer's own `__proto__` is not under test; unknown-key.test.ts has it in a file.
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(value, (written) => {
        const json = JSON.stringify(written);
        fc.pre(!json.includes('"<<":')); // the writer leaves the merge key without quotes, and so it merges
        const expected = JSON.parse(json);
        expect(plainOf(stringify(expected))).toEqual(expected);
      }),
    );
  });

  it('or is not, is never thrown at', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '&x ',
      '*x',
      '!t ',
      '|',
      '#',
      ',',
      '?',
      '<<',
      '\t',
      '---',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const parsed = parseConfigText(pieces.join(''), source);
        if (parsed.kind === 'broken') expect(parsed.problems.length).toBeGreaterThan(0);
      }),
    );
  });
});

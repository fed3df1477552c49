import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exploreText } from './explore-text.ts';

const line = fc.oneof(
  fc.constantFrom(
    '{"a":1,"b":[1,2]}',
    '[{"a":null}]',
    'id,name,at',
    '1,Ada,2024-01-02',
    'CREATE TABLE t (a int, b text);',
    'import x from "y";',
    'export function f(a) {',
    '# Title',
    '## Part',
    '```',
    '<html><h1>Hi</h1>',
    '2024-01-01 10:00:00 ERROR disk full 12',
    'Error: exit code 1',
    'diff --git a/x b/x',
    '   12\tfoo',
    '-----BEGIN PRIVATE KEY-----',
    '👩‍💻 端末。𠮷',
    '\ud800',
    '\udc00x',
    '"a ""quoted"", b',
    '\u001b[31mred\u001b[0m',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom(1, 1, 30))
  .map(([lines, lineBreak, times]) => `${lines.join(lineBreak)}${lineBreak}`.repeat(times));

describe('exploreText', () => {
  it('gives a well-formed note that fits, the same one each time', () => {
    const options = fc.record({
      maxChars: fc.constantFrom(0, 1, 40, 300, 1600, 5000),
      tool: fc.constantFrom('bash', 'read'),
    });
    fc.assert(
      fc.property(text, options, (whole, chosen) => {
        const exploration = exploreText(whole, chosen);
        expect(exploration.note.length).toBeLessThanOrEqual(chosen.maxChars);
        expect(exploration.note.isWellFormed()).toBe(true);
        expect(exploreText(whole, chosen)).toEqual(exploration);
        if (whole.isWellFormed())
          expect(exploration.note).not.toContain('\ufffd'.repeat(whole.includes('\ufffd') ? 9999 : 1));
      }),
      { numRuns: 400 },
    );
  });

  it('never cuts a pair, wherever the note ends', () => {
    const whole = `${'𠮷'.repeat(5000)}a`;
    for (let maxChars = 0; maxChars < 900; maxChars += 1) {
      expect(exploreText(whole, { maxChars }).note).not.toContain('\ufffd');
    }
  });

  it('leaves out the numbers of a listing, and counts the lines of the text', () => {
    const code = ['import os', '', 'def first():', '    return 1', '', 'class Second:', '    pass'];
    for (const separator of ['\t', '→', '|', ': ', ':']) {
      const listing = code.map((each, index) => `${String(index + 40).padStart(5)}${separator}${each}`).join('\n');
      const { kind, note } = exploreText(listing);
      expect(kind).toBe('code');
      expect(note).toContain('Python code');
      expect(note).toContain('a listing of lines 40 to 46');
      expect(note).toContain('\n6: class Second');
    }
  });

  it('tells output from prose by the tool where the text does not', () => {
    const plain = 'Resolving things\nDone with all of it\n';
    expect(exploreText(plain).kind).toBe('prose');
    expect(exploreText(plain, { tool: 'Bash' }).kind).toBe('log');
  });

  it('says what an empty text is', () => {
    expect(exploreText('')).toEqual({ kind: 'prose', note: 'text, 0 characters, 1 line' });
  });

  it.each([
    ...[
      'a',
      ' ',
      '\t',
      '[',
      '{',
      '(',
      '"',
      '<',
      '#',
      '`',
      '.',
      '/',
      '-',
      ',',
      ':',
      ';',
      '\\',
      '1',
      '_',
      '\ud83d',
      '\n',
      '\u001b',
      'A ',
    ],
    ...[
      '<h1>',
      '["',
      '{"a":',
      '/*',
      '1\t',
      '1,',
      'x.',
      'error ',
      'a=',
      'public ',
      '-----BEGIN PRIVATE KEY-----',
      'CREATE TABLE a (',
      "'",
    ],
  ])(
    'reads a megabyte of %j in a moment',
    (piece) => {
      const whole = piece.repeat(Math.ceil(1_000_000 / piece.length));
      for (const hostile of [
        whole,
        `<html>${whole}`,
        `import a from 'b';\n${whole}`,
        `a,b,c\n1,2,3\n4,5,6\n${whole}`,
      ]) {
        const start = performance.now();
        exploreText(hostile);
        expect(performance.now() - start).toBeLessThan(3000);
      }
    },
    20_000,
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKeyPath, parseKeyPath } from './key-path.ts';

describe('a key path', () => {
  it('is keys with dots between them', () => {
    expect(parseKeyPath('compression.threshold')).toEqual({ kind: 'parsed', segments: ['compression', 'threshold'] });
  });

  it('takes a key with a dot in quotes of either kind', () => {
    const segments = ['compression', 'model_thresholds', 'glm-5.2'];
    expect(parseKeyPath('compression.model_thresholds."glm-5.2"')).toEqual({ kind: 'parsed', segments });
    expect(parseKeyPath("compression.model_thresholds.'glm-5.2'")).toEqual({ kind: 'parsed', segments });
    expect(parseKeyPath('"a\\"b".c')).toEqual({ kind: 'parsed', segments: ['a"b', 'c'] });
    expect(formatKeyPath(segments)).toBe('compression.model_thresholds."glm-5.2"');
  });

  it.each([
    ['', 1, 'The path is empty.'],
    ['.threshold', 1, 'There is no key on one side of a dot.'],
    ['compression.', 13, 'There is no key on one side of a dot.'],
    ['compression..threshold', 13, 'There is no key on one side of a dot.'],
    ['a."glm-5.2', 3, 'The quote " that opens here is never closed.'],
    ["a.'glm-5.2", 3, "The quote ' that opens here is never closed."],
    ['a."glm-5.2"x', 12, 'A quoted key ends here, so a dot or the end must follow.'],
    ['a."\\q"', 3, 'A key in double quotes is read like a JSON string, and this is none.'],
  ])('says what is wrong with %j, and where', (text, column, reason) => {
    expect(parseKeyPath(text)).toMatchObject({ kind: 'invalid', column, reason });
  });

  it('is read as it was written, whatever the keys', () => {
    const segment = fc.string({ unit: fc.constantFrom('a', '-', '.', '"', "'", '\\', '\n', ' ', 'é', '😀') });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        expect(parseKeyPath(formatKeyPath(segments))).toEqual({ kind: 'parsed', segments });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '"', "'", '\\', 'u') }), (text) => {
        const parsed = parseKeyPath(text);
        if (parsed.kind === 'invalid') expect(parsed.column).toBeLessThanOrEqual(text.length + 1);
        else expect(parsed.segments.length).toBeGreaterThan(0);
      }),
    );
  });
});

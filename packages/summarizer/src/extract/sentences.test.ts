import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

// Not 'binary': that maps all of Unicode when it is made, which takes seconds.
const codePoint = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

describe('sentencesOf', () => {
  it('splits at full stops of several scripts, not inside names and numbers', () => {
    expect(sentencesOf('Fix pay.ts:10 first. Then v1.2.3, e.g. the tests! Done?')).toEqual([
      'Fix pay.ts:10 first.',
      'Then v1.2.3, e.g. the tests!',
      'Done?',
    ]);
    expect(sentencesOf('先修复测试。然后更新文档！好吗？')).toEqual(['先修复测试。', '然后更新文档！', '好吗？']);
  });

  it('takes off list marks and emphasis, and leaves code out', () => {
    const text = '## Rules\n- **Never** push to main.\n1. Use tabs.\n```\nconst x = 1;\n```\nconst y = call(2);\nDone.';
    expect(sentencesOf(text)).toEqual(['Rules', 'Never push to main.', 'Use tabs.', 'Done.']);
  });

  it('takes any text in linear time and gives whole, non-empty sentences', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
        for (const sentence of sentencesOf(text)) {
          expect(sentence.length).toBeGreaterThan(1);
          expect(sentence).not.toContain('\n');
        }
      }),
    );
    const start = performance.now();
    sentencesOf('.!?'.repeat(300_000));
    sentencesOf('a. '.repeat(300_000));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

import { describe, expect, it } from 'vitest';
import { stripThinking } from './strip-thinking.ts';

describe('stripThinking', () => {
  it.each([
    ['a closed block', '<think>hm\nhm</think>\n\n## Goal\n- x', '## Goal\n- x'],
    ['a block between lines', '## Goal\n- x\n<thinking>hm</thinking>\n- y', '## Goal\n- x\n\n- y'],
    ['a block that never closes', '<think>and so on', ''],
    ['a closing tag alone', 'I should list it.\n</think>\n## Goal\n- x', '## Goal\n- x'],
    ['a draft in front of a closing tag alone', '## Goal\n- draft\n</think>\n## Goal\n- x', '## Goal\n- x'],
  ])('removes %s', (_, reply, expected) => {
    expect(stripThinking(reply)).toBe(expected);
  });

  it('keeps a summary that speaks of the tags', () => {
    const summary = '## Goal\n- strip `<think>` and `</think>` from replies\n## Next Steps\n- test it';
    expect(stripThinking(summary)).toBe(summary);
  });

  it('takes a megabyte of opening tags in a moment', () => {
    const start = performance.now();
    stripThinking('\n<think>'.repeat(150_000));
    stripThinking('<think></think>\n'.repeat(70_000));
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

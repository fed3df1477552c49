import type { ContextMap } from '@hermes-context/host';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../terminal/display-width.ts';
import { createPaint, plainPaint } from './palette.ts';
import { renderContext } from './render-context.ts';

const NOTHING = {
  system: 0,
  tools: 0,
  summary: 0,
  user: 0,
  assistant: 0,
  reasoning: 0,
  arguments: 0,
  toolOutput: 0,
  images: 0,
};

function mapOf(categories: Partial<ContextMap['categories']>, given: Partial<ContextMap> = {}): ContextMap {
  const all = { ...NOTHING, ...categories };
  const estimatedTokens = Object.values(all).reduce((sum, tokens) => sum + tokens, 0);
  const size = { tokens: estimatedTokens, basis: 'estimated' as const };
  return { contextTokens: 8_000, thresholdTokens: 4_000, categories: all, estimatedTokens, size, ...given };
}

const plain = { columns: 44, paint: plainPaint, hasColours: false };

describe('renderContext', () => {
  it('draws a cell for every share, the mark of the threshold, and a legend that adds up', () => {
    expect(renderContext(mapOf({ system: 400, user: 1_600, assistant: 1_000 }), plain)).toEqual([
      'Context: 3,000 of 8,000 tokens (38 %)',
      'Estimated.',
      '',
      '  SSSSSSSSUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUU',
      '  AAAAAAAAAAAAAAAAAAAA····················',
      '  |·······································',
      '  ········································',
      '',
      '                   tokens  of window',
      '  S system prompt     400        5 %',
      '  U your messages   1,600       20 %',
      '  A answers         1,000       13 %',
      '  · free            5,000       63 %',
      '  | compacts at     4,000       50 %',
    ]);
  });

  it('brings the parts to the size that the provider counted', () => {
    const size = { tokens: 2_000, basis: 'reported' as const };
    const lines = renderContext(mapOf({ user: 500, assistant: 500 }, { size }), plain);
    expect(lines.slice(0, 2)).toEqual(['Context: 2,000 of 8,000 tokens (25 %)', 'Counted by the provider.']);
    expect(lines.filter((line) => /^ {2}[UA] /.test(line))).toEqual([
      '  U your messages   1,000       13 %',
      '  A answers         1,000       13 %',
    ]);
  });

  it('says by how much a request is too large for the window, and keeps the map full', () => {
    const lines = renderContext(mapOf({ user: 9_000 }), plain).join('\n');
    expect(lines).toContain('! over the window   1,000       13 %');
    expect(lines).not.toContain('··');
  });

  it('never draws a line wider than the screen, nor a control character without colours', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 3_000 }), { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 40, max: 200 }),
        ([system = 0, tools = 0, summary = 0, user = 0, assistant = 0, reasoning = 0, images = 0], columns) => {
          const map = mapOf({ system, tools, summary, user, assistant, reasoning, images });
          const drawn = renderContext(map, { ...plain, columns });
          for (const line of drawn) {
            expect(displayWidth(line)).toBeLessThanOrEqual(columns);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has colours on a terminal, and none where NO_COLOR is set or nothing is a terminal', () => {
    const paint = createPaint(true, {});
    expect(renderContext(mapOf({ user: 500 }), { columns: 80, paint, hasColours: true }).join('')).toContain(
      '\u001b[32m█',
    );
    expect(createPaint(true, { NO_COLOR: '1' })('red', 'x')).toBe('x');
    expect(createPaint(false, {})('red', 'x')).toBe('x');
  });
});

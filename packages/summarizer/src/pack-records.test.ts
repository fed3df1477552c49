import { estimateTextTokens } from '@hermes-context/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_ROOM_TOKENS, type Piece, takeChunk } from './pack-records.ts';
import { headOfTokens } from './split-text.ts';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
  fc.nat({ max: 400 }).map((count) => `filler ${'word\n'.repeat(count)}`),
  fc.nat({ max: 300 }).map((count) => `字${'你好世界。'.repeat(count)}`),
  fc.nat({ max: 120 }).map((count) => `👩‍👩‍👧‍👦${'🚀👍🏽'.repeat(count)}`),
);

function piecesFrom(list: readonly string[]): readonly Piece[] {
  return list.map((text, index) => ({ index, text, tokens: estimateTextTokens(text) }));
}

describe('headOfTokens', () => {
  it('gives a beginning that fits, never an empty one', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 8, max: 300 }), (text, maxTokens) => {
        const head = headOfTokens(text, maxTokens);
        expect(head.length).toBeGreaterThan(0);
        expect(text.startsWith(head)).toBe(true);
        expect(head.isWellFormed()).toBe(true);
        if (head.length > 2) expect(estimateTextTokens(head)).toBeLessThanOrEqual(maxTokens);
      }),
    );
  });

  it('cuts at a line break where one is near', () => {
    const text = Array.from({ length: 60 }, (_, index) => `line number ${index} of the report`).join('\n');
    expect(headOfTokens(text, 100).endsWith('\n')).toBe(true);
  });
});

describe('takeChunk', () => {
  it('carries every character of every piece to some chunk, and no chunk is larger than its room', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 8 }), fc.integer({ min: 0, max: 600 }), (list, roomTokens) => {
        const room = Math.max(MIN_ROOM_TOKENS, roomTokens);
        const chunks: Piece[][] = [];
        let rest = piecesFrom(list);
        while (rest.length > 0) {
          const packed = takeChunk(rest, roomTokens);
          expect(packed.taken.length).toBeGreaterThan(0);
          chunks.push([...packed.taken]);
          rest = packed.rest;
        }
        for (const chunk of chunks) {
          expect(chunk.reduce((sum, piece) => sum + piece.tokens, 0)).toBeLessThanOrEqual(room);
        }
        const carried = chunks
          .flat()
          .map(({ index, text }) => text.replace(new RegExp(`^\\[${index + 1} continued\\]\n`), ''));
        expect(carried.join('')).toBe(list.join(''));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { IdentifierCounter } from './identifiers.ts';

function found(text: string): readonly string[] {
  const counter = new IdentifierCounter();
  counter.add(text, 1);
  return counter.identifiers.map(({ kind, text: token }) => `${kind} ${token}`);
}

describe('IdentifierCounter', () => {
  it.each([
    [
      'See pay.ts:10, (tax.ts:44) and `src/out.ts:7:3`.',
      ['places pay.ts:10', 'places tax.ts:44', 'places src/out.ts:7:3'],
    ],
    ['Commit 9f86d08 fixes #12 and EXP-7.', ['ids 9f86d08', 'ids #12', 'ids EXP-7']],
    ['id 123e4567-e89b-12d3-a456-426614174000', ['ids 123e4567-e89b-12d3-a456-426614174000']],
    ['It listens on localhost:8080 since v1.2.3', ['values localhost:8080', 'values v1.2.3']],
    ['TIMEOUT_MS=3000 on 2024-05-20 for $23,553.', ['values TIMEOUT_MS=3000', 'values 2024-05-20', 'values $23,553']],
    ['book HAT229 for ZFA04Y', ['ids HAT229', 'ids ZFA04Y']],
    ['https://example.com/a?b=1.', ['links https://example.com/a?b=1']],
    ['Only 3 words and 42 of them.', []],
  ])('finds in %j', (text, expected) => {
    expect(found(text).toSorted()).toEqual(expected.toSorted());
  });

  it('puts the heaviest first, and the newest among equals', () => {
    const counter = new IdentifierCounter();
    counter.add('a.ts:1 b.ts:2', 1);
    counter.add('c.ts:3', 1);
    counter.add('b.ts:2', 4);
    expect(counter.identifiers.map(({ text }) => text)).toEqual(['b.ts:2', 'c.ts:3', 'a.ts:1']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallAssembler } from './assemble-calls.ts';

interface Piece {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: unknown };
}

/** Name, arguments and id of each call, from deltas. */
function assemble(...deltas: readonly (readonly Piece[])[]): readonly string[] {
  const assembler = new CallAssembler();
  for (const delta of deltas) assembler.add(delta);
  return assembler.finish().map(({ id, function: { name, arguments: text } }) => `${name}${text} ${id}`);
}

describe('the calls of a stream', () => {
  it.each<readonly [string, readonly (readonly Piece[])[], readonly string[]]>([
    [
      'parallel calls whose pieces alternate',
      [
        [{ index: 0, id: 'a', function: { name: 'read', arguments: '' } }],
        [{ index: 1, id: 'b', function: { name: 'list', arguments: '' } }],
        [
          { index: 1, function: { arguments: '{"p"' } },
          { index: 0, function: { arguments: '{}' } },
        ],
        [{ index: 1, function: { arguments: ':1}' } }],
      ],
      ['read{} a', 'list{"p":1} b'],
    ],
    [
      'an id and a name that come late',
      [
        [{ index: 0, function: { arguments: '{' } }],
        [{ index: 0, id: 'a' }],
        [{ index: 0, function: { name: 'read', arguments: '}' } }],
      ],
      ['read{} a'],
    ],
    [
      'an id and a name that come with each piece',
      [
        [{ index: 0, id: 'a', function: { name: 'read', arguments: '{' } }],
        [{ index: 0, id: 'a', function: { name: 'read', arguments: '}' } }],
      ],
      ['read{} a'],
    ],
    [
      'another id with each piece',
      [
        [{ index: 0, id: 'a', function: { name: 'read', arguments: '{' } }],
        [{ index: 0, id: 'z', function: { arguments: '}' } }],
      ],
      ['read{} a'],
    ],
    [
      'a name in pieces',
      [
        [{ index: 0, id: 'a', function: { name: 'read_' } }],
        [{ index: 0, function: { name: 'file', arguments: '{}' } }],
      ],
      ['read_file{} a'],
    ],
    [
      'the index 0 for all',
      [
        [{ index: 0, id: 'a', function: { name: 'read', arguments: '{"p":' } }],
        [{ index: 0, function: { arguments: '1}' } }],
        [{ index: 0, id: 'b', function: { name: 'read', arguments: '{"p":' } }],
        [{ index: 0, function: { arguments: '2}' } }],
      ],
      ['read{"p":1} a', 'read{"p":2} b'],
    ],
    [
      'no index, with ids',
      [
        [{ id: 'a', function: { name: 'read', arguments: '{' } }],
        [{ id: 'b', function: { name: 'list', arguments: '{' } }],
        [{ id: 'a', function: { arguments: '}' } }],
        [{ id: 'b', function: { arguments: '}' } }],
      ],
      ['read{} a', 'list{} b'],
    ],
    [
      'no index and no ids, each call whole',
      [
        [{ function: { name: 'read', arguments: '{"p":1}' } }, { function: { name: 'read', arguments: '{"p":2}' } }],
        [{ function: { name: 'list', arguments: '{}' } }],
      ],
      ['read{"p":1} call_1', 'read{"p":2} call_2', 'list{} call_3'],
    ],
    [
      'no index, one id for two whole calls',
      [
        [{ id: 'x', function: { name: 'read', arguments: '{"p":1}' } }],
        [{ id: 'x', function: { name: 'read', arguments: '{"p":2}' } }],
      ],
      ['read{"p":1} x', 'read{"p":2} call_2'],
    ],
    [
      'no index after the first piece',
      [
        [{ id: 'a', function: { name: 'read' } }],
        [{ function: { arguments: '{"p"' } }],
        [{ function: { arguments: ':1}' } }],
      ],
      ['read{"p":1} a'],
    ],
    [
      'ids that are missing, beside one that looks minted',
      [
        [{ index: 0, function: { name: 'a', arguments: '{}' } }],
        [{ index: 1, id: 'call_1', function: { name: 'b', arguments: '{}' } }],
        [{ index: 2, id: '', function: { name: 'c', arguments: '{}' } }],
      ],
      ['a{} call_2', 'b{} call_1', 'c{} call_3'],
    ],
    [
      'an order that is not that of the indexes',
      [[{ index: 1, id: 'b', function: { name: 'b' } }], [{ index: 0, id: 'a', function: { name: 'a' } }]],
      ['a a', 'b b'],
    ],
    [
      'arguments that are an object',
      [[{ index: 0, id: 'a', function: { name: 'read', arguments: { p: 1 } } }]],
      ['read{"p":1} a'],
    ],
    ['nothing that is a call', [[]], []],
  ])('come out of %s', (_, deltas, calls) => {
    expect(assemble(...deltas)).toEqual(calls);
  });

  it('are the same however their pieces are cut and mixed', () => {
    const call = fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/), value: fc.jsonValue() });
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat({ max: 9 })),
        (calls, random) => {
          const queues = calls.map(({ name, value }, index): Piece[] => {
            const text = JSON.stringify({ value });
            const size = 1 + (random.next().value ?? 0);
            const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
            return [
              { index, id: `id-${index}`, function: { name } },
              ...pieces.map((part) => ({ index, function: { arguments: part } })),
            ];
          });
          const assembler = new CallAssembler();
          while (queues.some((queue) => queue.length > 0)) {
            const open = queues.filter((queue) => queue.length > 0);
            const piece = open[(random.next().value ?? 0) % open.length]?.shift();
            assembler.add(piece === undefined ? [] : [piece]);
          }
          expect(assembler.finish()).toEqual(
            calls.map(({ name, value }, index) => ({
              id: `id-${index}`,
              type: 'function',
              function: { name, arguments: JSON.stringify({ value }) },
            })),
          );
        },
      ),
    );
  });

  it('have ids that differ, whatever was sent', () => {
    const piece = fc.record(
      {
        index: fc.nat({ max: 3 }),
        id: fc.constantFrom('', 'a', 'call_1', 'call_2'),
        function: fc.record({
          name: fc.constantFrom('', 'read', 'list'),
          arguments: fc.constantFrom('', '{}', '{', '}'),
        }),
      },
      { requiredKeys: ['function'] },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const assembler = new CallAssembler();
        assembler.add(pieces);
        const ids = assembler.finish().map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).not.toContain('');
      }),
    );
  });
});

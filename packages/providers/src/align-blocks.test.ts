import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignBlocks, type Lane, type OriginalBlock, type WantedBlock } from './align-blocks.ts';

const lanes = fc.constantFrom<Lane | undefined>('part', 'call', undefined);
const originals = fc.array(
  fc
    .tuple(lanes, fc.constantFrom('a', 'b', 'c'))
    .map(([lane, key]): OriginalBlock => ({ value: { lane, key }, lane, key })),
);

function wanted(key: string): WantedBlock {
  return { key, make: (replaced) => ({ made: key, ...(replaced === undefined ? {} : { replaced }) }) };
}

const keysIn = (blocks: readonly OriginalBlock[], lane: Lane): readonly string[] =>
  blocks.filter((block) => block.lane === lane).map(({ key }) => key);

/** The keys of one lane in a result, kept or made. */
function keysOf(result: ReturnType<typeof alignBlocks>, from: readonly OriginalBlock[], lane: Lane): readonly string[] {
  return result.blocks.flatMap(({ value, original }) => {
    if (original !== undefined) return from[original]?.lane === lane ? [from[original]?.key ?? ''] : [];
    return 'made' in value && typeof value.made === 'string' && value.made.startsWith(lane)
      ? [value.made.slice(4)]
      : [];
  });
}

describe('alignBlocks', () => {
  it('keeps every block where it was when all read the same', () => {
    fc.assert(
      fc.property(originals, (blocks) => {
        const result = alignBlocks(blocks, {
          part: keysIn(blocks, 'part').map(wanted),
          call: keysIn(blocks, 'call').map(wanted),
        });
        expect(result.blocks.map(({ original }) => original)).toEqual(blocks.map((_block, index) => index));
        expect(result.isReordered).toBe(false);
      }),
    );
  });

  it('says what is wanted, in order, and keeps all that rides along', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(originals, keys, keys, (blocks, parts, calls) => {
        const make = (lane: Lane, key: string): WantedBlock => ({ key, make: () => ({ made: lane + key }) });
        const result = alignBlocks(blocks, {
          part: parts.map((key) => make('part', key)),
          call: calls.map((key) => make('call', key)),
        });
        expect(keysOf(result, blocks, 'part')).toEqual(parts);
        expect(keysOf(result, blocks, 'call')).toEqual(calls);
        const riders = result.blocks.filter(({ original }) => original !== undefined && !blocks[original]?.lane);
        expect(riders).toHaveLength(blocks.filter(({ lane }) => lane === undefined).length);
      }),
    );
  });

  const block = (lane: Lane | undefined, key: string): OriginalBlock => ({ value: { key }, lane, key });
  const message = [block(undefined, 'thought'), block('part', 'text'), block('call', 'c1'), block('call', 'c2')];

  it('puts an edited text in the place of the old one, with the old one to take from', () => {
    const { blocks } = alignBlocks(message, { part: [wanted('new')], call: [wanted('c1'), wanted('c2')] });
    expect(blocks.map(({ value }) => value)).toEqual([
      { key: 'thought' },
      { made: 'new', replaced: { key: 'text' } },
      { key: 'c1' },
      { key: 'c2' },
    ]);
  });

  it('removes a call that is not wanted any more', () => {
    const { blocks } = alignBlocks(message, { part: [wanted('text')], call: [wanted('c2')] });
    expect(blocks.map(({ original }) => original)).toEqual([0, 1, 3]);
  });

  it('puts added text in front of the calls that end a message, and added calls at the end', () => {
    const { blocks } = alignBlocks(message, {
      part: [wanted('text'), wanted('more')],
      call: [wanted('c1'), wanted('c2'), wanted('c3')],
    });
    expect(blocks.map(({ value, original }) => original ?? value)).toEqual([
      0,
      1,
      { made: 'more' },
      2,
      3,
      { made: 'c3' },
    ]);
  });

  it('notices that blocks changed places', () => {
    const swapped = { part: [wanted('text')], call: [wanted('c2'), wanted('c1')] };
    expect(alignBlocks(message, swapped).isReordered).toBe(true);
  });

  it('stays linear for thousands of equal blocks', () => {
    const many = Array.from({ length: 50_000 }, () => block('part', 'same'));
    const started = performance.now();
    alignBlocks(many, { part: many.map(() => wanted('same')), call: [] });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

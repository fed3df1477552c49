import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSummary } from './add-summary.ts';
import { numbered, openStore, textsOf } from './lcm-store.fixture.ts';
import { deliver, memorySql } from './memory-sql.fixture.ts';
import { readPath } from './read-entries.ts';
import { entriesUnder, readRoots } from './read-summaries.ts';
import type { Sql } from './sql.ts';

const made = { sessionId: 's', tokens: 1, level: 1 };
const leaf = (sql: Sql, entries: readonly number[]) =>
  addSummary(sql, { ...made, text: `${entries}`, sources: { kind: 'entries', entries } }, 1);
const condensed = (sql: Sql, summaries: readonly string[]) =>
  addSummary(sql, { ...made, text: `${summaries}`, sources: { kind: 'summaries', summaries } }, 1);

describe('messages under a summary', () => {
  it('come in order and in pages, however the ranges of its parts interleave', () => {
    const groups = fc.array(fc.nat({ max: 5 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(groups, fc.nat({ max: 22 }), fc.integer({ min: 1, max: 22 }), (groupOf, after, limit) => {
        const sql = memorySql();
        deliver(sql, numbered(groupOf.map((_, index) => `${index}`)));
        for (const group of new Set(groupOf)) {
          leaf(
            sql,
            groupOf.flatMap((own, index) => (own === group ? [index + 1] : [])),
          );
        }
        const leaves = readRoots(sql, 's').map(({ id }) => id);
        const half = Math.ceil(leaves.length / 2);
        const halves = [leaves.slice(0, half), leaves.slice(half)].filter(({ length }) => length > 0);
        const top = condensed(
          sql,
          halves.map((ids) => condensed(sql, ids)),
        );

        const all = groupOf.map((_, index) => index + 1);
        const page = all.filter((entry) => entry > after).slice(0, limit);
        expect(entriesUnder(sql, { id: top, after, limit })).toEqual(page);
      }),
    );
  });

  it('are under the larger one of two summaries that two branches made, and what is free stays', () => {
    const sql = memorySql();
    const list = numbered(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
    deliver(sql, list);
    const [early, late] = [leaf(sql, [1, 2]), leaf(sql, [9, 10])];
    condensed(sql, [early, late]);
    deliver(sql, list.slice(0, 9), 'live');
    const other = leaf(sql, [3, 4, 5, 6, 7, 8, 9]);
    deliver(sql, list, 'live');

    expect(readRoots(sql, 's').map(({ id }) => id)).toEqual([early, other]);
  });
});

describe('a path', () => {
  it('is read whole, however heavy one message is', async () => {
    const store = await openStore();
    const all = ['a', 'x'.repeat(700_000), 'b', ...Array.from({ length: 250 }, (_, index) => `${index}`)];
    await store.ingest('s', numbered(all));

    expect(await textsOf(store)).toEqual(all);
    const part = await store.path('s', { fromDepth: 2, toDepth: 200, limit: 150 });
    expect(part.map(({ depth }) => depth)).toEqual(Array.from({ length: 150 }, (_, index) => index + 2));
  });

  it('is read over its branches', () => {
    const sql = memorySql();
    deliver(sql, numbered(['a', 'b', 'c', 'd']));
    deliver(sql, [...numbered(['a', 'b']), ...numbered(['x', 'y'], 11)], 'live');
    deliver(sql, [...numbered(['a', 'b']), ...numbered(['x'], 11), ...numbered(['z'], 21)], 'live');

    const { entries } = readPath(sql, { sessionId: 's', fromDepth: 2 });
    expect(entries.map(({ depth, message }) => [depth, message.content])).toEqual([
      [2, 'b'],
      [3, 'x'],
      [4, 'z'],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { addSummary } from './add-summary.ts';
import { delivered, numbered, said } from './lcm-store.fixture.ts';
import { deliver, memorySql, problems, texts } from './memory-sql.fixture.ts';
import type { Sql } from './sql.ts';

const bare = (...texts: readonly string[]) => texts.map((text) => said(text));

function cover(sql: Sql, ...entries: readonly number[]): void {
  addSummary(sql, { sessionId: 's', text: 'sum', tokens: 1, level: 1, sources: { kind: 'entries', entries } }, 1);
}

describe('ingest of a live list', () => {
  it('takes back what is missing between two of its messages', () => {
    const sql = memorySql();
    const list = numbered(['a', 'b', 'c', 'd']);
    deliver(sql, list);
    const answer = deliver(sql, list.toSpliced(1, 1), 'live');

    expect(answer).toMatchObject({ newCount: 2, hasMoved: true });
    expect(texts(sql)).toEqual(['a', 'c', 'd']);
    expect(problems(sql)).toEqual([]);
  });

  it('takes nothing back where a summary stands over what is missing, or another engine’s may', () => {
    const sql = memorySql();
    const list = numbered(['a', 'b', 'c', 'd']);
    deliver(sql, list);
    const [a, , , d] = list;
    if (a === undefined || d === undefined) throw new Error('There are four.');
    expect(deliver(sql, [a, { ...d, isAfterGap: true }], 'live')).toMatchObject({ newCount: 0, hasMoved: false });
    cover(sql, 2, 3);

    expect(deliver(sql, [a, d], 'live')).toMatchObject({ newCount: 0, hasMoved: false });
    expect(deliver(sql, [a, d, said('e', 'm5')], 'live')).toMatchObject({ newCount: 1, hasMoved: false });
    expect(texts(sql)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('goes on behind the summaries when all that followed them was taken back', () => {
    const sql = memorySql();
    const list = numbered(['a', 'b', 'c', 'd', 'e']);
    deliver(sql, list);
    cover(sql, 2);
    cover(sql, 3);
    deliver(sql, [...list.slice(0, 1), said('x', 'm9')], 'live');
    expect(texts(sql)).toEqual(['a', 'b', 'c', 'x']);
    // A list that shows what is covered is one from which the summary was taken back.
    deliver(sql, [...list.slice(0, 2), said('y', 'm10')], 'live');

    expect(texts(sql)).toEqual(['a', 'b', 'y']);
    expect(problems(sql)).toEqual([]);
  });

  it('takes an edit in the middle for what it is', () => {
    const sql = memorySql();
    deliver(sql, numbered(['a', 'b', 'c', 'd']));
    deliver(sql, [...numbered(['a']), said('B', 'm9'), ...numbered(['c', 'd'], 3)], 'live');

    expect(texts(sql)).toEqual(['a', 'B', 'c', 'd']);
  });
});

describe('ingest without ids', () => {
  it('knows a list again that begins behind what is covered', () => {
    const sql = memorySql();
    deliver(sql, bare('start', 'ok', 'x', 'ok', 'y'));
    cover(sql, 2, 3);

    expect(deliver(sql, bare('start', 'ok', 'y', 'z'), 'live')).toMatchObject({ newCount: 1, hasMoved: false });
    expect(texts(sql)).toEqual(['start', 'ok', 'x', 'ok', 'y', 'z']);
  });

  it('does not jump over what no summary covers', () => {
    const sql = memorySql();
    deliver(sql, bare('a', 'b', 'c', 'd'));
    cover(sql, 2);
    deliver(sql, bare('a', 'd'), 'live');

    expect(texts(sql)).toEqual(['a', 'b', 'd']);
    expect(sql.get('SELECT COUNT(*) AS n FROM entries')?.['n']).toBe(5);
  });

  it('takes what is compacted for said again where it follows on something new', () => {
    const sql = memorySql();
    deliver(sql, bare('start', 'x', 'ok', 'y'));
    cover(sql, 2, 3);
    deliver(sql, bare('start', 'continue', 'ok'), 'live');

    expect(texts(sql)).toEqual(['start', 'x', 'ok', 'continue', 'ok']);
  });

  it('keeps equal messages apart that are put aside', () => {
    const sql = memorySql();
    deliver(sql, bare('a', 'b', 'c', 'd'));
    const list = bare('x', 'x', 'b', 'c');

    expect(deliver(sql, list)).toMatchObject({ newCount: 2, hasMoved: false });
    expect(deliver(sql, list)).toMatchObject({ newCount: 0, hasMoved: false });
    expect(texts(sql)).toEqual(['a', 'b', 'c', 'd']);
    expect(problems(sql)).toEqual([]);
  });

  it('counts equal messages on their own path', () => {
    const sql = memorySql();
    deliver(sql, bare('a', 'ok', 'ok', 'ok'));
    deliver(sql, bare('a', 'b', 'ok'), 'live');

    const rows = sql.all('SELECT occurrence FROM entries ORDER BY id');
    expect(rows.map(({ occurrence }) => occurrence)).toEqual([1, 1, 2, 3, 1, 1]);
  });
});

describe('ingest with ids that do not hold', () => {
  it('stores both messages where a list has an id twice', () => {
    const sql = memorySql();
    const list = [said('a', 'm1'), said('b', 'm1'), said('c', 'm2')];

    expect(deliver(sql, list).newCount).toBe(3);
    expect(deliver(sql, list)).toMatchObject({ newCount: 0, entries: [{ id: 1 }, { id: 2 }, { id: 3 }] });
    expect(texts(sql)).toEqual(['a', 'b', 'c']);
  });

  it('stores a message whose id another role has', () => {
    const sql = memorySql();
    deliver(sql, [said('a', 'm1')]);
    const answer = deliver(sql, [delivered({ role: 'assistant', content: 'a' }, 'm1')], 'added');

    expect(answer.newCount).toBe(1);
    expect(texts(sql)).toEqual(['a', 'a']);
  });
});

describe('the tool of a result', () => {
  it('is the one that was called, in the same list or in one before', () => {
    const sql = memorySql();
    const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } } as const;
    deliver(sql, [said('go'), delivered({ role: 'assistant', content: null, tool_calls: [call] })]);
    deliver(sql, [delivered({ role: 'tool', tool_call_id: 'c1', content: 'here' })], 'added');

    expect(sql.get('SELECT tool FROM entries WHERE id = 3')?.['tool']).toBe('read');
  });
});

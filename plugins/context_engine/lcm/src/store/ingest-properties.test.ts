import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSummary } from './add-summary.ts';
import { said } from './lcm-store.fixture.ts';
import type { IngestMessage } from './lcm-store.ts';
import { isUnderLive } from './live-summaries.ts';
import { deliver, memorySql, problems, texts } from './memory-sql.fixture.ts';
import { readPath } from './read-entries.ts';
import { readRoots } from './read-summaries.ts';

const words = fc.array(fc.constantFrom('ok', 'continue', 'yes'), { minLength: 1, maxLength: 12 });
const withIds = (texts: readonly string[]) => texts.map((text, index) => said(text, `m${index}`));
const bare = (texts: readonly string[]) => texts.map((text) => said(text));

describe('ingest, whatever is delivered', () => {
  it('I5 changes nothing when any stretch comes again, with ids and without', () => {
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), fc.boolean(), (said, a, b, hasIds) => {
        const list = hasIds ? withIds(said) : bare(said);
        const [from, to] = [a % list.length, b % (list.length + 1)];
        const sql = memorySql();
        const first = deliver(sql, list);
        expect(texts(sql)).toEqual(said);
        const again = deliver(sql, list.slice(from, to));
        expect(again).toMatchObject({ newCount: 0, hasMoved: false, head: first.head });
        expect(texts(sql)).toEqual(said);
      }),
    );
  });

  it('I6 keeps every repetition of a list that grows', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), fc.boolean(), (turns, hasIds) => {
        const sql = memorySql();
        let all: string[] = [];
        for (const turn of turns) {
          all = [...all, ...turn];
          deliver(sql, hasIds ? withIds(all) : bare(all), 'live');
          expect(texts(sql)).toEqual(all);
        }
      }),
    );
  });

  it('has the live list as its path after any undo and append, and is in order', () => {
    const step = fc.record({ undo: fc.nat({ max: 8 }), said: words, isTold: fc.boolean(), cover: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.boolean(), (steps, hasIds) => {
        const sql = memorySql();
        let minted = 0;
        let live: readonly IngestMessage[] = [said('start', hasIds ? 'm0' : undefined)];
        for (const { undo, said: more, isTold, cover } of steps) {
          live = live.slice(0, Math.max(1, live.length - undo));
          if (isTold) deliver(sql, live, 'live');
          live = [...live, ...more.map((text) => said(text, hasIds ? `m${++minted}` : undefined))];
          deliver(sql, live, 'live');
          expect(texts(sql)).toEqual(live.map(({ message }) => message.content));
          if (hasIds) summarise(sql, cover, 0);
          expect(problems(sql)).toEqual([]);
        }
      }),
    );
  });

  it('has the whole history as its path where the list leaves out what is covered', () => {
    const step = fc.record({ undo: fc.nat({ max: 8 }), said: words, isTold: fc.boolean(), cover: fc.nat({ max: 6 }) });
    const delivery = fc.constantFrom('part' as const, 'live' as const);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.boolean(), delivery, (steps, hasIds, delivery) => {
        const sql = memorySql();
        let minted = 0;
        let covered = 0;
        let history: readonly IngestMessage[] = [said('start', hasIds ? 'm0' : undefined)];
        const list = () => [...history.slice(0, 1), ...history.slice(1 + covered)];
        deliver(sql, list(), delivery);
        for (const { undo, said: more, isTold, cover } of steps) {
          history = history.slice(0, Math.max(1 + covered, history.length - undo));
          if (isTold) deliver(sql, list(), delivery);
          // Without ids, what is said again right behind a summary may be a second delivery.
          const next = (text: string) => (hasIds ? said(text, `m${++minted}`) : said(`${text} ${++minted}`));
          history = [...history, ...more.map(next)];
          deliver(sql, list(), delivery);
          expect(texts(sql)).toEqual(history.map(({ message }) => message.content));
          covered += summarise(sql, cover, 1);
          expect(problems(sql)).toEqual([]);
        }
      }),
    );
  });

  it('loses no message, whatever is delivered in whatever order', () => {
    const delivery = fc.constantFrom('part' as const, 'live' as const, 'added' as const);
    const message = fc.record({ text: fc.constantFrom('a', 'b', 'c', 'd'), id: fc.nat({ max: 6 }) });
    const list = fc.record({ delivery, messages: fc.array(message, { maxLength: 6 }), cover: fc.nat({ max: 2 }) });
    fc.assert(
      fc.property(fc.array(list, { maxLength: 6 }), fc.boolean(), (lists, hasIds) => {
        const sql = memorySql();
        let isPlain = true;
        for (const { delivery, messages, cover } of lists) {
          const delivered = (hasIds ? withoutTwins(messages) : messages).map(({ text, id }) =>
            said(text, hasIds ? `${text}${id}` : undefined),
          );
          const { entries } = deliver(sql, delivered, delivery);
          for (const [index, { id }] of entries.entries()) {
            const row = sql.get('SELECT b.body FROM entries e JOIN bodies b ON b.id = e.body WHERE e.id = ?', id);
            expect(new TextDecoder().decode(row?.['body'] as Uint8Array)).toBe(delivered[index]?.message.content);
          }
          const again = deliver(sql, delivered, delivery);
          // Without ids, equal messages may be taken for one another where the list leaves some out, or has more.
          isPlain &&= hasIds || entries.every(({ kind }) => kind !== 'aside');
          if (delivery !== 'added' && isPlain) expect(again.newCount).toBe(0);
          if (hasIds) summarise(sql, cover, 0);
          expect(problems(sql)).toEqual([]);
        }
      }),
    );
  });
});

/** A list has an id once. */
function withoutTwins<Item extends { text: string; id: number }>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [`${item.text}${item.id}`, item])).values()];
}

/** Summarise the oldest messages that no summary stands over, the first `from` left out, and condense the roots once there are three. */
function summarise(sql: ReturnType<typeof memorySql>, count: number, from: number): number {
  const made = { sessionId: 's', text: 'sum', tokens: 1, level: 1 };
  const path = readPath(sql, { sessionId: 's' }).entries.map(({ id }) => id);
  const entries = path.filter((id) => !isUnderLive(sql, id)).slice(from, from + count);
  if (entries.length > 0) addSummary(sql, { ...made, sources: { kind: 'entries', entries } }, 1);
  const roots = readRoots(sql, 's').map(({ id }) => id);
  if (roots.length >= 3) addSummary(sql, { ...made, sources: { kind: 'summaries', summaries: roots } }, 1);
  return entries.length;
}

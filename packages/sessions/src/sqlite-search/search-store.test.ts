import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, somePart } from '../search/any-text.fixture.ts';
import type { SearchPage, SearchQuery } from '../search-query.ts';
import { catchUpIndex } from './catch-up-index.ts';
import { emptyContext, ids, indexAll, plainly, put, user } from './search-store.fixture.ts';
import { searchStore } from './search-store.ts';

const NEEDLES: readonly (readonly [written: string, asked: string])[] = [
  ['zanzibar', 'Zanzibar'],
  ['the retries were exhausted', 'retry exhaust'],
  ['"graceful shutdown" sequence', '"graceful shutdowns"'],
  ['/etc/nginx/sites-enabled/default.conf', '/etc/nginx/sites-enabled/default.conf'],
  ['packages/core/src/plan-turn.ts:42:7', 'plan-turn.ts:42:7'],
  ['C:\\Users\\ann\\AppData\\x.log', 'C:\\Users\\ann\\AppData'],
  ['~/.config/tool/rc', '~/.config/tool'],
  ['E1042: quota', 'E1042:'],
  ['[ERR_MODULE_NOT_FOUND]', '[ERR_MODULE_NOT_FOUND]'],
  ['SQLITE_BUSY (5)', 'SQLITE_BUSY'],
  ['exit status 137', '"exit status 137"'],
  ['0xDEADBEEF', '0xdeadbeef'],
  ['HTTP/1.1 503', 'HTTP/1.1 503'],
  ['TS2345', 'ts2345'],
  ['foo-bar', 'foo-bar'],
  ['C++', 'C++'],
  ['C#', 'c#'],
  ['a.b(c)', 'a.b(c)'],
  ['--no-verify', '--no-verify'],
  ['snake_case_name', 'snake_case_name'],
  ['camelCaseName', 'camelcasename'],
  ['x?.y ?? z', '?.y'],
  ['std::vector<int>', 'std::vector<int>'],
  ['a => b', '=>'],
  ['i++;', '++;'],
  ['$HOME/bin', '$HOME/bin'],
  ['@scope/name@1.2.3', '@scope/name@1.2.3'],
  ['#1234', '#1234'],
  ['ann@example.org', 'ann@example.org'],
  ['192.168.7.13', '192.168.7.13'],
  ['3.14159', '3.14159'],
  ['6b1f9c0e-1111-4222-8333-444455556666', '6b1f9c0e-1111-4222-8333-444455556666'],
  ['{"key":"value"}', '{"key":"value"}'],
  ['我们已经完成了灰度发布', '灰度'],
  ['端到端测试通过', '端到端 测试'],
  ['古い漢字の𠮷野家', '𠮷'],
  ['ロケットを打ち上げた', 'ロケット'],
  ['ひらがなで書いた文', '"ひらがな"'],
  ['데이터베이스를 옮겼다', '데이터베이스'],
  ['한국'.normalize('NFD'), '한국'],
  ['ฉันค้นหาไฟล์ไม่เจอ', 'ค้นหา'],
  ['ສະບາຍດີ', 'ສະບາຍດີ'],
  ['shipped 🚀 it', '🚀'],
  ['the 👨‍👩‍👧‍👦 plan', '👨‍👩‍👧‍👦'],
  ['flag 🇧🇷 set', '🇧🇷'],
  ['ok 👍🏽 then', '👍🏽'],
  ['love ❤️‍🔥 it', '❤️‍🔥'],
  ['Größenänderung', 'grössenanderung größenänderung'.split(' ')[1] ?? ''],
  ['naïve résumé', 'naive resume'],
  ['Ελλάδα ΟΔΟΣ', 'οδος'],
];

describe('a search in a store', () => {
  it.each(['indexed', 'not indexed', 'half of it indexed'])(
    'finds each of 50 needles in archived turns, %s',
    async (how) => {
      const context = emptyContext();
      const filler = Array.from({ length: 150 }, (_, index) =>
        user(`turn ${index} about nothing at all, with café and 天気`),
      );
      put(
        context,
        'a',
        NEEDLES.flatMap(([written], index) => [...filler.slice(index * 3, index * 3 + 3), user(`note: ${written} .`)]),
        {
          compacted: { from: 1, to: 190 },
        },
      );
      if (how !== 'not indexed') catchUpIndex(context, how === 'indexed' ? 1_000 : 90);
      expect(NEEDLES).toHaveLength(50);
      for (const [index, [written, asked]] of NEEDLES.entries()) {
        const page = await searchStore(context, { text: asked, sessionId: 'a' });
        expect({ asked, ids: ids(page), complete: page.complete, matched: page.matched }).toEqual({
          asked,
          ids: [`a:${index * 4 + 4}`],
          complete: true,
          matched: 'all',
        });
        const literal = await searchStore(context, { text: written, mode: 'literal' });
        expect(ids(literal), written).toEqual([`a:${index * 4 + 4}`]);
      }
    },
  );

  it('answers as if it had looked at every message', async () => {
    const text = fc.oneof(
      anyText(12),
      fc
        .array(fc.constantFrom('cache', 'caches', 'cached', 'port', 'C++', '端到端', '🚀', 'err_42', 'err_4'), {
          maxLength: 8,
        })
        .map((words) => words.join(' ')),
    );
    const message = fc.record({
      text,
      role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 25 }),
        fc.record({ from: fc.nat(), at: fc.nat(), length: fc.nat({ max: 12 }), own: anyText(4) }),
        fc.record({
          mode: fc.constantFrom('text' as const, 'literal' as const),
          indexed: fc.nat({ max: 25 }),
          roles: fc.boolean(),
        }),
        async (messages, part, { mode, indexed, roles }) => {
          const context = emptyContext();
          for (const [index, { text: content, role }] of messages.entries())
            put(context, `s${index % 2}`, [{ role, content }]);
          catchUpIndex(context, indexed);
          const source = messages[part.from % messages.length]?.text ?? '';
          const from = part.at % Math.max(1, source.length);
          for (const asked of [source.slice(from, from + 1 + part.length), part.own]) {
            if (asked.trim() === '') continue;
            const query: SearchQuery = { text: asked, mode, ...(roles ? { roles: ['user'], sessionId: 's0' } : {}) };
            const page = await searchStore(context, query);
            expect(page).toEqual(await plainly(context, query));
          }
          context.driver.close();
        },
      ),
      { numRuns: 250 },
    );
  });

  it('finds every part of a stored text in literal mode', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(15), fc.nat(), fc.nat(), async (text, one, other) => {
        fc.pre(text.trim() !== '');
        const context = emptyContext();
        put(context, 'a', [user('x'), user(text), user('y')]);
        indexAll(context);
        const part = somePart(text, one, other);
        if (part.trim() !== '')
          expect(ids(await searchStore(context, { text: part, mode: 'literal' }))).toContain('a:2');
        context.driver.close();
      }),
      { numRuns: 250 },
    );
  });

  it('gives the same hits on pages of any size', async () => {
    const context = emptyContext();
    put(
      context,
      'a',
      Array.from({ length: 47 }, (_, index) => user(index % 3 === 0 ? `port ${index}` : `else ${index}`)),
    );
    put(
      context,
      'b',
      Array.from({ length: 40 }, (_, index) => user(`port again ${index}`)),
    );
    catchUpIndex(context, 60);
    const queries: readonly SearchQuery[] = [
      { text: 'port' },
      { text: 'port nowhere' },
      { text: 'por', mode: 'literal' },
      { text: 'p.rt', mode: 'regex' },
      { text: 'port', budgetMs: 0 },
      { text: 'port nowhere', budgetMs: 0 },
    ];
    for (const query of queries) {
      const whole = await plainly(context, { ...query, limit: 100, budgetMs: 60_000 });
      expect(whole.hits).toHaveLength(56);
      for (const limit of [1, 7, 28, 56, 100]) {
        const collected: string[] = [];
        let cursor: string | undefined;
        do {
          const page: SearchPage = await searchStore(context, {
            ...query,
            limit,
            ...(cursor === undefined ? {} : { cursor }),
          });
          expect(page.complete).toBe(page.next === undefined);
          expect(page.reason === undefined).toBe(page.complete);
          expect(page.hits.length).toBeLessThanOrEqual(limit);
          collected.push(...ids(page));
          cursor = page.next;
        } while (cursor !== undefined);
        expect(collected, `${query.text} ${limit}`).toEqual(ids(whole));
      }
    }
  });
});

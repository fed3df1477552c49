import { describe, expect, it } from 'vitest';
import { addSummary } from './add-summary.ts';
import { numbered } from './lcm-store.fixture.ts';
import { deliver, memorySql, problems } from './memory-sql.fixture.ts';
import type { Sql } from './sql.ts';

function store(): Sql {
  const sql = memorySql();
  deliver(sql, numbered(['a', 'b', 'c', 'd', 'e', 'f']));
  const made = { sessionId: 's', tokens: 3, level: 1 };
  const leaf = (entries: readonly number[]) =>
    addSummary(sql, { ...made, text: `${entries}`, sources: { kind: 'entries', entries } }, 1);
  const summaries = [leaf([1, 2]), leaf([3, 4])];
  addSummary(sql, { ...made, text: 'top', sources: { kind: 'summaries', summaries } }, 1);
  const triggers = sql.all("SELECT name FROM sqlite_schema WHERE type = 'trigger'").map((row) => String(row['name']));
  sql.db.exec(`PRAGMA foreign_keys = OFF; ${triggers.map((name) => `DROP TRIGGER ${name};`).join('')}`);
  return sql;
}

const LEAF = "(SELECT id FROM summaries WHERE text = '1,2')";
const TOP = "(SELECT id FROM summaries WHERE text = 'top')";

describe('verify', () => {
  it('finds nothing in a store that is in order', () => {
    expect(problems(store())).toEqual([]);
  });

  it.each([
    ['UPDATE entries SET depth = 9 WHERE id = 3', 'Message 3 has the number 9 instead of 3.'],
    ['UPDATE entries SET parent = 6 WHERE id = 3', 'Message 3 is older than the one it follows.'],
    ['UPDATE entries SET path_tokens = 1 WHERE id = 3', 'Message 3 has a sum of tokens that is not its path’s.'],
    ["UPDATE entries SET rest = '{' WHERE id = 3", 'Message 3 cannot be read.'],
    ['UPDATE entries SET segment = 7 WHERE id = 3', 'Message 3 is on no segment of its conversation.'],
    ['DELETE FROM bodies WHERE id = 3', 'Message 3 has lost its text.'],
    ["UPDATE bodies SET body = x'41' WHERE id = 3", 'The text 3 is not what was stored.'],
    ['DELETE FROM entries WHERE id = 6', 'Session s has a head that is not its own.'],
    ['UPDATE conversations SET entry_count = 7', 'Session s counts its messages wrongly.'],
    [`INSERT INTO summary_entries VALUES (${LEAF}, 5)`, 'has a wrong entry_count.'],
    [`UPDATE summaries SET source_tokens = 1 WHERE id = ${LEAF}`, 'has a wrong source_tokens.'],
    [`DELETE FROM summary_entries WHERE summary = ${LEAF}`, 'has no sources.'],
    [`UPDATE summary_children SET child = ${TOP} WHERE child = ${LEAF}`, 'is older than a summary under it.'],
    [`INSERT INTO roots VALUES (1, 1, ${LEAF})`, 'under another live leaf as well'],
    ['DELETE FROM roots', 'could be a root, and is none.'],
    ["UPDATE marks SET value = 3 WHERE name = 'indexed_entries'", 'The index words is not in step with entries.'],
  ])('finds what %s did', (tamper, finding) => {
    const sql = store();
    sql.db.exec(tamper);
    expect(problems(sql).join('\n')).toContain(finding);
  });
});

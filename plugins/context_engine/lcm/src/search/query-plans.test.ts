import { describe, expect, it } from 'vitest';
import { FILL_PROBES } from './fill-indexes.ts';
import { HIT_PROBES } from './hits.ts';
import { SCOPE_PROBES } from './search-scope.ts';
import { SearchStore } from './search-store.fixture.ts';
import { MESSAGE_STATEMENTS, oldestFirst, SUMMARY_STATEMENTS } from './source-statements.ts';

/** Conversations are few, and these two read all of them. */
const READS_CONVERSATIONS = new Set(['all', 'sessions']);

const statements = [MESSAGE_STATEMENTS, SUMMARY_STATEMENTS, SCOPE_PROBES, FILL_PROBES, HIT_PROBES].flatMap((probes) =>
  Object.entries(probes),
);

describe('the plan of every statement', () => {
  it.each(statements)('%s neither scans a table nor sorts', (name, statement) => {
    const { db } = new SearchStore();
    for (const each of [statement, oldestFirst(statement)]) {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${each}`).all();
      for (const { detail } of plan) {
        const isFine = /^SEARCH|VIRTUAL TABLE INDEX \d+:M1|^CO-ROUTINE|^SCAN \(subquery/.test(String(detail));
        if (!READS_CONVERSATIONS.has(name)) expect(isFine, String(detail)).toBe(true);
        expect(detail).not.toContain('TEMP B-TREE');
      }
    }
  });
});

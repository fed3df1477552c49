import { describe, expect, it } from 'vitest';
import { EQUALS } from './entry-writer.ts';
import { SUMMARY_BEHIND } from './head.ts';
import { LIVE_PROBES } from './live-summaries.ts';
import { memorySql } from './memory-sql.fixture.ts';
import { PROBES } from './path-view.ts';
import { ENTRY_PROBES } from './read-entries.ts';
import { SUMMARY_PROBES } from './read-summaries.ts';

const STATEMENTS = { EQUALS, SUMMARY_BEHIND, ...LIVE_PROBES, ...PROBES, ...ENTRY_PROBES, ...SUMMARY_PROBES };

describe('hot statements', () => {
  it.each(Object.entries(STATEMENTS))('%s looks rows up by an index, and sorts none', (_name, statement) => {
    const { db } = memorySql();
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${statement}`).all();
    const steps = plan.map(({ detail }) => String(detail));

    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    expect(steps.every((step) => step.startsWith('SEARCH'))).toBe(true);
  });
});

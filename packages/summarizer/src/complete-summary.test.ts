import type { SummaryRequest } from '@hermes-context/contract';
import { estimateTextTokens } from '@hermes-context/messages';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeSummary } from './complete-summary.ts';
import { call } from './conversation.fixture.ts';
import { parseSections } from './summary-sections.ts';

const requestOf = (messages: SummaryRequest['messages'], more: Partial<SummaryRequest> = {}): SummaryRequest => ({
  messages,
  maxTokens: 2_000,
  signal: new AbortController().signal,
  ...more,
});
const rule = 'Never touch table legacy_ledger.';
const talk = requestOf([
  { role: 'user', content: `Goal: move the invoice exporter to schema v3. ${rule}` },
  { role: 'assistant', content: 'ok' },
]);

describe('completeSummary', () => {
  it('adds the goal and the rules of the user, word for word, where a model wrote neither (case 33)', () => {
    const text = completeSummary('S', talk);
    expect(text).toMatch(/^## Goal\n- .*move the invoice exporter to schema v3/);
    expect(text).toContain(rule);
    expect(text).toContain('\nS');
  });

  it('puts a missing rule under the heading that is there, and leaves the rest as written', () => {
    const written = '## Goal\nSchema v3\n\n## Constraints & Preferences\n- Be brief.\n\n## Next Steps\n- Go on.';
    const text = completeSummary(written, talk);
    expect(text.replace(/- “Never touch table legacy_ledger\.”\n/, '')).toBe(written);
  });

  it('adds nothing that the summary says already', () => {
    const written = `## Goal\nSchema v3\n\n## Constraints & Preferences\n- ${rule}`;
    expect(completeSummary(written, talk)).toBe(written);
    expect(completeSummary(completeSummary('S', talk), talk)).toBe(completeSummary('S', talk));
  });

  it('leaves out a rule of the summary before that the update dropped: the user may have withdrawn it', () => {
    const previousSummary = `## Goal\nx\n\n## Constraints & Preferences\n- “${rule}”`;
    const later = requestOf([{ role: 'user', content: 'Go on with the tests.' }], { previousSummary });
    expect(completeSummary('## Goal\nSchema v3', later)).not.toContain(rule);
  });

  it('puts goal and rules in the place of "(none)", under the headings that are there', () => {
    const written = '## Goal\n(none)\n\n## Constraints & Preferences\n- (none)\n\n## Next Steps\n- (none)';
    const text = completeSummary(written, talk);
    expect(text.match(/^## Goal$/gm)).toHaveLength(1);
    expect(text.match(/^## Constraints & Preferences$/gm)).toHaveLength(1);
    expect(text.match(/\(none\)/g)).toHaveLength(1);
    expect(text).toMatch(/^## Goal\n- .*schema v3.*\n\n## Constraints & Preferences\n- “Never touch/);
  });

  it('knows a goal under another heading of the same idea, and adds no second one', () => {
    const text = completeSummary('# **1. Objective:**\nSchema v3\n\n## Next Steps\n- Go on.', talk);
    expect(text).not.toContain('## Goal');
    expect(text).toMatch(/Schema v3\n\n## Constraints & Preferences\n- “Never touch.*\n\n## Next Steps/);
  });

  it('adds a goal in front and rules behind it where the model has other sections only', () => {
    const text = completeSummary('## Next Steps\n- Go on.', talk);
    expect(text.match(/^## .*$/gm)).toEqual(['## Goal', '## Constraints & Preferences', '## Next Steps']);
  });

  it('keeps a text without headings whole, below the added sections', () => {
    const text = completeSummary('All went well.\n\nThe port is 5433.', talk);
    expect(text.endsWith('## Critical Context\nAll went well.\n\nThe port is 5433.')).toBe(true);
  });

  it('keeps every line that the model wrote', () => {
    fc.assert(
      fc.property(transcript(), (messages) => {
        const written = '## Goal\nShip it\n\n## Next Steps\n- Test.';
        const lines = completeSummary(written, requestOf(messages)).split('\n');
        for (const line of written.split('\n')) expect(lines).toContain(line);
      }),
    );
  });
});

describe('the ledger of a summary by a model', () => {
  const working = requestOf([
    { role: 'user', content: 'Fix the exporter.' },
    ...call('Read', { file_path: 'docs/notes.md' }, 'x'),
    ...call('Edit', { file_path: 'src/pay.ts' }, 'ok'),
    ...call('Edit', { file_path: 'src/tax.ts' }, 'ok'),
    ...call('bash', { command: 'npm test' }, 'Tests  1 failed | 3 passed (4)'),
  ]);
  const written =
    '## Goal\nFix it\n\n## Progress\n### Done\n- Fixed `src/pay.ts`.\n### Blocked\n- (none)\n\n## Relevant Files\n- (none)';

  it('gets the files and commands that it does not name, changed files first, and none twice', () => {
    const text = completeSummary(written, working);
    const sections = parseSections(text);
    expect(sections['Relevant Files']).toEqual(['src/tax.ts: edited', 'docs/notes.md: read']);
    expect(sections.Done).toEqual(['Fixed `src/pay.ts`.', '`npm test` → failed; 3 passed, 1 failed']);
    expect(text).toMatch(/### Done\n- Fixed `src\/pay\.ts`\.\n- `npm test` →/);
    expect(completeSummary(text, working)).toBe(text);
  });

  it('carries the ledger on where the next summary drops it, and brings up to date what it took over', () => {
    const first = completeSummary(written, working);
    const next = requestOf(
      [
        ...call('Edit', { file_path: 'src/tax.ts' }, 'ok'),
        ...call('bash', { command: 'npm test' }, 'Tests  4 passed (4)'),
      ],
      { previousSummary: first },
    );
    const dropped = parseSections(completeSummary('## Goal\nFix it', next));
    expect(dropped['Relevant Files']).toEqual(['src/tax.ts: edited 2x', 'docs/notes.md: read']);
    expect(dropped.Done).toEqual(['`npm test` 2x → ok; 4 passed, 0 failed']);
    expect(completeSummary(first, next)).toContain('- src/tax.ts: edited 2x\n');
    expect(completeSummary(first, next)).not.toMatch(/1 failed|tax\.ts: edited\n/);
  });

  it('stays within its share of the budget', () => {
    const many = requestOf(
      Array.from({ length: 400 }, (_, index) => call('Edit', { file_path: `src/part-${index}.ts` }, 'ok')).flat(),
    );
    const added = estimateTextTokens(completeSummary('## Goal\nFix it', many)) - estimateTextTokens('## Goal\nFix it');
    expect(added).toBeGreaterThan(100);
    expect(added).toBeLessThan(many.maxTokens * 0.13);
  });
});

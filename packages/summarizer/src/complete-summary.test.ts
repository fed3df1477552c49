import type { SummaryRequest } from '@hermes-context/contract';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeSummary } from './complete-summary.ts';

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

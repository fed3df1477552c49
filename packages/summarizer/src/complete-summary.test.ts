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

  it('carries the rules of the summary before along', () => {
    const previousSummary = `## Goal\nx\n\n## Constraints & Preferences\n- “${rule}”`;
    const later = requestOf([{ role: 'user', content: 'Go on with the tests.' }], { previousSummary });
    expect(completeSummary('## Goal\nSchema v3', later)).toContain(rule);
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

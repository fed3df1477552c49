import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, user } from './conversation.fixture.ts';
import { estimateTextTokens } from './estimate-text-tokens.ts';
import { COMPACTION_NOTE, formatSummary, SUMMARY_HEADER, summaryBody } from './summary-text.ts';

const bodies = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(fc.constantFrom('## Goal', '\n', ' ', '\n\n[END OF CONTEXT COMPACTION]', SUMMARY_HEADER, 'x'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
);

describe('formatSummary', () => {
  it('S-058 starts with the header that names it', () => {
    expect(formatSummary('## Goal')).toMatch(/^\[CONTEXT COMPACTION\] Earlier turns were compacted/);
  });

  it('takes few tokens beside the summary itself: small windows pay for them too', () => {
    expect(estimateTextTokens(formatSummary(''))).toBeLessThan(90);
  });

  it('says that it is background, that tools still work, and where it ends', () => {
    const text = formatSummary('BODY');
    expect(text).toContain('not a request');
    expect(text).toContain('newest user message');
    expect(text).toContain('tools');
    expect(text).toContain('Next Steps');
    expect(text).toMatch(/BODY\n\n\[END OF CONTEXT COMPACTION\]$/);
  });
});

describe('summaryBody', () => {
  it('gives back exactly what was formatted, whatever it was', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(summaryBody(user(formatSummary(body)))).toBe(body);
        expect(summaryBody(assistant([{ type: 'text', text: formatSummary(body) }]))).toBe(body);
      }),
    );
  });

  it('does without the end marker', () => {
    const whole = formatSummary('## Goal\nShip it.');
    expect(summaryBody(user(whole.slice(0, whole.indexOf('[END'))))?.trim()).toBe('## Goal\nShip it.');
  });

  it('takes the whole text of a marked message that has no header', () => {
    const mark = { kind: 'summary', summary: { source: 'model', coveredCount: 2 } } as const;
    expect(summaryBody({ ...user('Goal: ship it.'), _context: { mark } })).toBe('Goal: ship it.');
    expect(summaryBody({ ...user(formatSummary('Ship.')), _context: { mark } })).toBe('Ship.');
  });

  it('finds the summary in a header of another wording, and keeps what stands on its line', () => {
    expect(summaryBody(user('[CONTEXT COMPACTION] Earlier turns were compacted.\n\n## Goal\nShip.'))).toBe(
      '## Goal\nShip.',
    );
    expect(summaryBody(user('[CONTEXT COMPACTION] The user ships today.'))).toBe('The user ships today.');
    expect(summaryBody(user('[CONTEXT SUMMARY]: The user ships today.'))).toBe('The user ships today.');
  });

  it("strips the orders of another tool's summary: they would be obeyed again and again", () => {
    const other =
      'This session is being continued from a previous conversation that ran out of context.\n\nSummary:\n1. Goal\n' +
      'Please continue the conversation from where we left it off without asking the user any further questions.';
    expect(summaryBody(user(other))).toBe('Summary:\n1. Goal');
  });

  it('finds none in other messages', () => {
    expect(summaryBody(user('Fix the tests.'))).toBeUndefined();
    expect(summaryBody(user(null))).toBeUndefined();
    expect(summaryBody(user(`${formatSummary('x')} and now the tests`))).toBeUndefined();
  });
});

describe('COMPACTION_NOTE', () => {
  it('S-057 is one sentence in brackets with the documented beginning', () => {
    expect(COMPACTION_NOTE).toMatch(/^\[Note: Some earlier conversation turns have been compacted[^[\]]*\.\]$/);
  });
});

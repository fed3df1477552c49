import { describe, expect, it } from 'vitest';
import { isRule } from './patterns.ts';
import { ruleSentencesOf } from './rule-sentences.ts';

const rulesOf = (text: string): readonly string[] => ruleSentencesOf(text).filter((each) => isRule(each, 'en'));

describe('the rules of a user', () => {
  it.each([
    'No fixes applied.',
    'No tests found for streaming functionality.',
    'removeEventListener inside the handler) and do not await the destroy call —',
    'In app/stream.ts around lines 76 to 82, change the listener and avoid returning a promise.',
    'Call cleanup().catch(...) to log errors, and avoid returning a promise.',
    'Remove the first call to avoid unnecessary database queries.',
  ])('are not: %s', (text) => {
    expect(rulesOf(text)).toEqual([]);
  });

  it.each([
    'No emojis.',
    'No new dependencies please.',
    'Avoid global state.',
    'Use tabs, and ensure that the tests pass.',
    "don't touch the schema (v3)",
    'Never push :)',
  ])('are: %s', (text) => {
    expect(rulesOf(text)).toEqual([text]);
  });

  it('are read whole where lines were wrapped', () => {
    const text =
      'When you change the exporter of the invoices (the old\none) you must never touch the table\nlegacy_ledger.';
    expect(rulesOf(text)).toEqual([
      'When you change the exporter of the invoices (the old one) you must never touch the table legacy_ledger.',
    ]);
  });

  it('are, of a pasted document, the opening that was typed and explicit ones alone', () => {
    const finding = '- **high** src/a.ts: the list should not be sorted here, it must keep its order.\n';
    const text = `Fix these. You must not change the tests.\n\n## Review\n${finding.repeat(30)}\nNever commit to main.\n`;
    expect(rulesOf(text)).toEqual(['You must not change the tests.', 'Never commit to main.']);
  });
});

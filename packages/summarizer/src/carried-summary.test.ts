import type { Message, Messages } from '@hermes-context/contract';
import { estimateTextTokens } from '@hermes-context/messages';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractSummary } from './extractive-summarizer.ts';
import { parseSections } from './summary-sections.ts';

const written = `## Goal
- Move the invoice exporter to schema v3

## Constraints & Preferences
- "Never touch table legacy_ledger."

## Progress
### Done
- Read the schema
### In Progress
- Rewriting pay.ts
### Blocked
- the staging database is down

## Key Decisions
- Use SQLite for the tests

## Relevant Files
- src/pay.ts - the exporter

## Next Steps
- Rewrite tax.ts

## Critical Context
- The port is 5433`;

const more: Messages = [
  { role: 'assistant', content: 'I go on with pay.ts.' },
  { role: 'user', content: 'Also add a changelog entry.' },
  { role: 'assistant', content: 'Working on it.' },
];

/** Enough text that half of it leaves room for what is carried. */
const padding: Message = { role: 'assistant', content: `Notes: ${'and so on and so forth '.repeat(300)}` };

function extract(messages: Messages, previousSummary: string, maxTokens = 2_000): string {
  return extractSummary({ messages: [padding, ...messages], previousSummary, maxTokens });
}

describe('a summary that is carried along', () => {
  it('S-060 keeps what the summary before says, section by section, in front of what is new', () => {
    const sections = parseSections(extract(more, written));
    expect(sections.Goal).toEqual(['Move the invoice exporter to schema v3', '“Also add a changelog entry.”']);
    expect(sections['Constraints & Preferences']).toContain('"Never touch table legacy_ledger."');
    expect(sections.Done[0]).toBe('Read the schema');
    expect(sections.Blocked).toContain('the staging database is down');
    expect(sections['Key Decisions']).toContain('Use SQLite for the tests');
    expect(sections['Relevant Files']).toContain('src/pay.ts - the exporter');
    expect(sections['Critical Context']).toContain('The port is 5433');
  });

  it('marks what was open before as of unknown state, and drops it once the user asked for more', () => {
    const first = extract(more, written);
    expect(parseSections(first)['In Progress']).toContain('Open before, state unknown: Rewrite tax.ts');
    expect(parseSections(first)['Next Steps']).not.toContain('Rewrite tax.ts');
    expect(extract([{ role: 'user', content: 'Now the release notes.' }], first)).not.toContain('Rewrite tax.ts');
  });

  it('moves the goal to Done when it was finished since', () => {
    const done: Messages = [{ role: 'assistant', content: 'Done: the exporter is on schema v3, all tests pass.' }];
    const sections = parseSections(extractSummary({ messages: done, previousSummary: written, maxTokens: 2_000 }));
    expect(sections.Goal.join('\n')).not.toContain('invoice exporter');
    expect(sections.Done.join('\n')).toMatch(
      /Finished: Move the invoice exporter.* — “Done: the exporter is on schema v3/,
    );
  });

  it('adds up counts of files and messages over several extracts', () => {
    const read = (id: string): Messages => [
      { role: 'user', content: 'Look at the exporter.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: '{"path":"src/pay.ts"}' } }],
      },
      { role: 'tool', tool_call_id: id, content: 'x' },
    ];
    const first = extract([...read('a'), ...read('b')], '');
    const second = extract(read('c'), first);
    expect(second).toContain('src/pay.ts: read 3x');
    expect(second).toContain('11 messages');
    expect(second.match(/Local extract/g)).toHaveLength(1);
    expect(second.match(/is not finished/g)).toHaveLength(1);
  });

  it('lets older facts go first when room is short', () => {
    const small = extract(more, written, 150);
    expect(small).toContain('changelog entry');
    expect(small).not.toContain('The port is 5433');
  });

  it('is condensed alone where there are no messages', () => {
    const long = `${written}\n${'- one more fact to remember\n'.repeat(300)}`;
    const summary = extractSummary({ messages: [], previousSummary: long, maxTokens: 400 });
    expect(estimateTextTokens(summary)).toBeLessThanOrEqual(400);
    expect(summary).toContain('Move the invoice exporter to schema v3');
    expect(summary).toContain('Rewrite tax.ts');
  });

  it('grows no further by being extracted again and again', () => {
    fc.assert(
      fc.property(fc.array(transcript({ maxTurns: 3 }), { minLength: 3, maxLength: 6 }), (rounds) => {
        let summary = '';
        for (const messages of rounds) {
          summary = extractSummary({ messages, previousSummary: summary, maxTokens: 600 });
          expect(estimateTextTokens(summary)).toBeLessThanOrEqual(600);
          expect(summary.match(/messages \(user/g)?.length ?? 0).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 40 },
    );
  });
});

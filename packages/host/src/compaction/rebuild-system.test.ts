import type { Messages } from '@hermes-context/contract';
import { COMPACTION_NOTE, isSummary } from '@hermes-context/messages';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rebuildSystem } from './rebuild-system.ts';

const question = { role: 'user', content: 'Where is it?' } as const;

describe('the system prompt at a compaction', () => {
  it('S-070 is put in the place of the stored one when it has changed', () => {
    const stored: Messages = [{ role: 'system', content: 'Monday.', _context: { id: 's:1' } }, question];
    const [system, ...rest] = rebuildSystem(stored, 'Tuesday.');
    expect(system).toEqual({ role: 'system', content: 'Tuesday.' });
    expect(rest).toEqual([question]);
    expect(rest[0]).toBe(question);
  });

  it('S-070 keeps the note that the conversation was compacted', () => {
    const noted: Messages = [{ role: 'system', content: `Monday.\n\n${COMPACTION_NOTE}` }, question];
    expect(rebuildSystem(noted, 'Tuesday.')[0]?.content).toBe(`Tuesday.\n\n${COMPACTION_NOTE}`);
    expect(rebuildSystem(noted, 'Monday.')).toBe(noted);
  });

  it('comes to a conversation that had none', () => {
    expect(rebuildSystem([question], 'Help.')).toEqual([{ role: 'system', content: 'Help.' }, question]);
    expect(rebuildSystem([], 'Help.')).toEqual([{ role: 'system', content: 'Help.' }]);
  });

  it.each([undefined, ''])('stays as it is stored where the host has none (%j)', (prompt) => {
    const stored: Messages = [{ role: 'system', content: 'Monday.' }, question];
    expect(rebuildSystem(stored, prompt)).toBe(stored);
  });

  it('stays the same object where it says the same in parts', () => {
    const stored: Messages = [{ role: 'system', content: [{ type: 'text', text: 'Monday.' }] }, question];
    expect(rebuildSystem(stored, 'Monday.')).toBe(stored);
  });

  it('takes the place of no summary, whatever role that has', () => {
    const mark = { kind: 'summary', summary: { source: 'model', coveredCount: 9 } } as const;
    const stored: Messages = [{ role: 'system', content: 'What happened.', _context: { mark } }, question];
    const rebuilt = rebuildSystem(stored, 'Help.');
    expect(rebuilt[0]).toEqual({ role: 'system', content: 'Help.' });
    expect(rebuilt.filter(isSummary)).toEqual([stored[0]]);
  });

  it('changes no other message, and nothing at the second time', () => {
    fc.assert(
      fc.property(transcript(), fc.string({ minLength: 1 }), (messages, prompt) => {
        const rebuilt = rebuildSystem(messages, prompt);
        const rest = (list: Messages): Messages => list.filter(({ role }) => role !== 'system');
        expect(rest(rebuilt).every((message, index) => message === rest(messages)[index])).toBe(true);
        expect(rest(rebuilt)).toHaveLength(rest(messages).length);
        expect(rebuilt[0]).toMatchObject({ role: 'system', content: expect.stringContaining(prompt) });
        expect(rebuildSystem(rebuilt, prompt)).toBe(rebuilt);
      }),
      { numRuns: 40 },
    );
  });
});

import { COMPACTION_NOTE } from '@hermes-context/messages';
import { deepFreeze, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteCompaction } from './note-compaction.ts';

describe('noteCompaction', () => {
  it('S-057 appends the note to the system prompt, and the first time only', () => {
    const noted = noteCompaction(deepFreeze([{ role: 'system', content: 'Be brief.' }]));
    expect(noted).toEqual([{ role: 'system', content: `Be brief.\n\n${COMPACTION_NOTE}` }]);
    expect(noteCompaction(noted)).toBe(noted);
  });

  it('S-057 appends it as a part of its own to a list of parts, and in place of an empty prompt', () => {
    const parts = [{ type: 'text', text: 'Be brief.' }] as const;
    expect(noteCompaction([{ role: 'system', content: parts }])[0]?.content).toEqual([
      ...parts,
      { type: 'text', text: COMPACTION_NOTE },
    ]);
    expect(noteCompaction([{ role: 'system', content: null }])[0]?.content).toBe(COMPACTION_NOTE);
  });

  it('touches nothing but the system prompt', () => {
    fc.assert(
      fc.property(transcript(), (messages) => {
        const noted = noteCompaction(messages);
        expect(noted.filter((message) => !messages.includes(message)).every(({ role }) => role === 'system')).toBe(
          true,
        );
        expect(noted).toHaveLength(messages.length);
      }),
    );
  });
});

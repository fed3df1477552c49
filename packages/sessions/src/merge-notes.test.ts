import { describe, expect, it } from 'vitest';
import { mergeNotes, type Notes } from './merge-notes.ts';

const notes = (title: string, goal: string | undefined, metadata = '{}'): Notes => ({ title, goal, metadata });

describe('mergeNotes', () => {
  it('keeps each note that was changed here, and takes what comes for the others', () => {
    const before = notes('one', '"goal"');
    const now = notes('two', undefined, '{"a":1}');
    expect(mergeNotes(before, { before, now })).toEqual(now);
    expect(mergeNotes(notes('mine', '"goal"'), { before, now })).toEqual(notes('mine', undefined, '{"a":1}'));
    expect(mergeNotes(notes('one', '"mine"'), { before, now })).toEqual(notes('two', '"mine"', '{"a":1}'));
  });

  it('keeps all notes of a session that no import brought', () => {
    const local = notes('one', undefined);
    expect(mergeNotes(local, { before: undefined, now: notes('two', '"goal"') })).toEqual(local);
  });
});

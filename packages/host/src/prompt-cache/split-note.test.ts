import type { WirePrompt } from '@hermes-context/caching';
import { COMPACTION_NOTE } from '@hermes-context/messages';
import { deepFreeze } from '@hermes-context/testing';
import { describe, expect, it } from 'vitest';
import { splitNote } from './split-note.ts';

const NOTED = `You are an agent.\n\n${COMPACTION_NOTE}`;
const PARTS = [
  { type: 'text', text: 'You are an agent.' },
  { type: 'text', text: COMPACTION_NOTE },
];
const user = { role: 'user', content: 'Go.' };
const anthropic = (system: string | undefined): WirePrompt =>
  deepFreeze({ shape: 'anthropic', messages: [user], ...(system === undefined ? {} : { system }) });
const chat = (content: unknown, role = 'system'): WirePrompt =>
  deepFreeze({ shape: 'openai-chat', messages: [{ role, content }, user] });

describe('the note of a compaction', () => {
  it('S-108 stands in a block of its own, so that the system prompt before it is what was cached', () => {
    expect(splitNote(anthropic(NOTED)).system).toEqual(PARTS);
    expect(splitNote(chat(NOTED)).messages).toEqual([{ role: 'system', content: PARTS }, user]);
  });

  it('is split off the same message as the same object, so that the next request is recognised', () => {
    const prompt = chat(NOTED);
    expect(splitNote(prompt).messages[0]).toBe(splitNote(prompt).messages[0]);
  });

  it.each<[string, WirePrompt]>([
    ['no system prompt', anthropic(undefined)],
    ['a system prompt without it', anthropic('You are an agent.')],
    ['nothing but the note', anthropic(COMPACTION_NOTE)],
    ['a message of a user that quotes it', chat(NOTED, 'user')],
    ['parts already', chat(PARTS)],
    ['no message', { shape: 'openai-chat', messages: [] }],
    ['items of the Responses API', { shape: 'openai-responses', system: NOTED, messages: [user] }],
  ])('leaves a prompt with %s as it is', (_, prompt) => {
    expect(splitNote(prompt)).toBe(prompt);
  });
});

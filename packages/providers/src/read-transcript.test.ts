import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import { contentText, groupMessages } from '@hermes-context/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from './document/read-document.ts';
import { readTranscript } from './read-transcript.ts';
import type { TranscriptFormat } from './transcript.ts';
import { wireFiles } from './wire-conversations.fixture.ts';

const FORMATS: readonly TranscriptFormat[] = ['openai-chat', 'anthropic', 'openai-responses'];

/** A message without side data and reasoning, and with its content as text: what must survive an edit beside it. */
function gist(message: Message): object {
  const { _context, content, reasoning_content, ...fields } = { reasoning_content: undefined, ...message };
  return { ...fields, content: contentText(content) };
}

function edited(message: Message): Message {
  return { ...message, content: 'edited — 你好' };
}

describe.each(FORMATS)('a transcript in the form of %s', (format) => {
  it('is recognised with its container and written back byte for byte', () => {
    fc.assert(
      fc.property(wireFiles(format), ({ text, container }) => {
        const transcript = readTranscript(text);
        expect(transcript.format).toBe(format);
        expect(transcript.container).toBe(container);
        expect(transcript.write(transcript.messages)).toBe(text);
        expect(transcript.write([...transcript.messages])).toBe(text);
      }),
    );
  });

  it('keeps every byte in front of a message that is added', () => {
    fc.assert(
      fc.property(wireFiles(format), ({ text, elements }) => {
        const transcript = readTranscript(text);
        const written = transcript.write([...transcript.messages, { role: 'user', content: 'And now?' }]);
        // JSON cannot end inside of what was there before, so the common start holds all elements of the file.
        const kept = commonStart(written, text);
        expect(written.slice(kept)).not.toContain(JSON.stringify(elements.at(-1)));
        expect(readTranscript(written).messages.slice(0, -1).map(gist)).toEqual(transcript.messages.map(gist));
        expect(readTranscript(written).messages.at(-1)).toMatchObject({ role: 'user' });
        expect(text.slice(kept)).toMatch(/^[\s\]},]*("|$)/);
      }),
    );
  });

  it('says what the messages say after any of them were edited or left out', () => {
    fc.assert(
      fc.property(wireFiles(format), fc.array(fc.constantFrom('keep', 'edit', 'copy', 'drop')), ({ text }, plan) => {
        const transcript = readTranscript(text);
        const stepOf = (index: number): string => plan[index % Math.max(1, plan.length)] ?? 'keep';
        const wanted = groupMessages(transcript.messages).flatMap(({ start, end }): Messages => {
          // Calls leave with their results: without the other, neither is a conversation.
          if (stepOf(start) === 'drop') return [];
          return transcript.messages.slice(start, end).map((message, offset) => {
            const step = stepOf(start + offset);
            if (step === 'edit') return edited(message);
            return step === 'copy' ? { ...message } : message;
          });
        });
        const written = transcript.write(wanted);
        expect(written).not.toContain('_context');
        const again = written.trim() === '' ? [] : readTranscript(written).messages;
        expect(spoken(again)).toEqual(spoken(wanted));
      }),
    );
  });

  it('writes all elements but the one that was edited as exact source bytes', () => {
    fc.assert(
      fc.property(wireFiles(format), fc.nat(), ({ text }, seed) => {
        const transcript = readTranscript(text);
        const said = transcript.messages.flatMap(({ role }, index) =>
          role === 'user' || role === 'system' ? [index] : [],
        );
        const at = said[seed % Math.max(1, said.length)];
        fc.pre(at !== undefined);
        const written = transcript.write(transcript.messages.with(at, edited(transcript.messages[at]!)));
        const [before, after] = [slicesOf(text), slicesOf(written)];
        expect(after).toHaveLength(before.length);
        expect(after.filter((slice, index) => slice !== before[index]).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is frozen to its bottom', () => {
    fc.assert(
      fc.property(wireFiles(format), ({ text }) => {
        const { messages, tools, warnings } = readTranscript(text);
        for (const value of [messages, tools, warnings]) expect(isFrozenDeeply(value)).toBe(true);
      }),
    );
  });
});

/** What a reader of the conversation gets: the words, the calls, the results. */
function spoken(messages: Messages): readonly string[] {
  return messages.flatMap((message) => {
    const text = contentText(message.content).replaceAll('<system-note>\n', '').replaceAll('\n</system-note>', '');
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const result = message.role === 'tool' ? [message.tool_call_id] : [];
    const said = [...result, ...(text === '' ? [] : [text]), ...calls.map((call) => JSON.stringify(call))];
    // Calls of the old form have no ids of their own; those that they get count the calls.
    return said.map((line) => line.replace(/function_call_\d+/, 'function_call_N'));
  });
}

/** The source of each element. */
function slicesOf(text: string): readonly string[] {
  return readDocument(text).spans.map(({ start, end }) => text.slice(start, end));
}

function isFrozenDeeply(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDeeply);
}

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

describe('recorded conversations', () => {
  const own = join(import.meta.dirname, '../fixtures');
  const examples = join(import.meta.dirname, '../../../examples/transcripts');
  // biome-ignore lint/style/noProcessEnv: the recordings are too large for this repository, so a folder of them is named from outside.
  const given = process.env['HERMES_DATA'];
  const folders = [own, given ?? examples].filter((folder) => existsSync(folder));
  const files = folders.flatMap(filesIn);

  it('has recordings to read', () => {
    expect(files.length).toBeGreaterThanOrEqual(5);
  });

  it.each(files)('writes %s back byte for byte, copied messages included', (file) => {
    const text = readFileSync(file, 'utf8');
    const transcript = readTranscript(text);
    expect(transcript.write(transcript.messages)).toBe(text);

    const copied = transcript.messages.map((message) => ({ ...message }));
    expect(readTranscript(transcript.write(copied)).messages).toEqual(transcript.messages);
  });

  it.each(files)('keeps the bytes of all other messages of %s when one is edited', (file) => {
    const text = readFileSync(file, 'utf8');
    const transcript = readTranscript(text);
    const at = Math.floor(transcript.messages.length / 2);
    const wanted = transcript.messages.with(at, edited(transcript.messages[at]!));
    const again = readTranscript(transcript.write(wanted));
    expect(again.messages.map(gist)).toEqual(wanted.map(gist));
    expect(again.tools).toEqual(transcript.tools);
    // Undone, the file says what it said, and all but the one message in the same bytes.
    const undone = again.write(again.messages.with(at, transcript.messages[at]!));
    expect(readTranscript(undone).messages).toEqual(transcript.messages);
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|jsonl|transcript)$/.test(name))
    .map((name) => join(folder, name));
}

import type { Messages, SummaryRequest } from '@hermes-context/contract';
import { deepFreeze, scrambledTranscript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderRequestPrompt } from './render-prompt.ts';
import { SUMMARY_HEADINGS } from './summary-sections.ts';

const BASE64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(40);

const messages: Messages = deepFreeze<Messages>([
  { role: 'user', content: 'Move the exporter to schema v3.' },
  {
    role: 'assistant',
    content: 'I look at the files.',
    reasoning_content: 'private musings',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"pay.ts"}' } }],
    _context: { id: 'message-17' },
  },
  { role: 'tool', tool_call_id: 'c1', content: `line\n${'x '.repeat(8_000)}end of file` },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Like this:' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64}` } },
    ],
  },
]);

function prompt(more: Partial<SummaryRequest> = {}, today?: string): string {
  return renderRequestPrompt({ messages, maxTokens: 2_000, signal: new AbortController().signal, ...more }, today);
}

describe('the prompt for a summary', () => {
  it('S-055 names the sections in the order of the seed', () => {
    expect(prompt()).toContain(`\n${SUMMARY_HEADINGS.join('\n')}\n`);
  });

  it('S-056 names the size as a target', () => {
    expect(prompt({ maxTokens: 3_456 })).toContain('Aim at about 3456 tokens');
  });

  it('S-060 hands the previous summary over, to be updated and not started afresh', () => {
    const first = prompt();
    const next = prompt({ previousSummary: '## Goal\n- Ship v3' });
    expect(first).not.toContain('UPDATE');
    expect(next).toContain('UPDATE it with the turns below; do not start afresh');
    expect(next).toContain('<previous-checkpoint>\n## Goal\n- Ship v3\n</previous-checkpoint>');
    expect(next.indexOf('- Ship v3')).toBeLessThan(next.indexOf('<turns>'));
  });

  it('labels each message, oldest first, with the tool that a result is of', () => {
    const text = prompt();
    const positions = [
      '[1 user]',
      '[2 assistant]',
      'call read_file {"path":"pay.ts"}',
      '[3 result of read_file]',
      '[4 user]',
    ].map((label) => text.indexOf(label));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
  });

  it('leaves out reasoning, side data and the bytes of pictures', () => {
    const text = prompt();
    expect(text).not.toContain('private musings');
    expect(text).not.toContain('message-17');
    expect(text).not.toContain('_context');
    expect(text).not.toContain('base64');
    expect(text).not.toContain('iVBOR');
    expect(text).toContain('[image]');
  });

  it('clips the middle of long messages and arguments, and keeps both ends', () => {
    const long = deepFreeze<Messages>([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'write', arguments: `{"a":"begin ${'y '.repeat(4_000)}finish"}` },
          },
        ],
      },
    ]);
    expect(prompt()).toContain('end of file');
    expect(prompt().length).toBeLessThan(10_000);
    const text = prompt({ messages: long });
    expect(text).toContain('begin');
    expect(text).toContain('finish');
    expect(text.length).toBeLessThan(5_000);
  });

  it('says the date only when it is given', () => {
    expect(prompt()).not.toMatch(/today/i);
    expect(prompt({}, '2026-12-01')).toContain('Today is 2026-12-01.');
  });

  it('quotes memory as one JSON string that cannot close its block', () => {
    const text = prompt({ memoryContext: 'likes </memory> & "tabs"\nand tea' });
    expect(text).toContain('"likes \\u003c/memory\\u003e \\u0026 \\"tabs\\"\\nand tea"');
  });

  it('puts the focus topic last', () => {
    const text = prompt({ focusTopic: 'the tax rules', memoryContext: 'm', previousSummary: 'p' });
    expect(text.indexOf('the tax rules')).toBeGreaterThan(text.indexOf('</turns>'));
    expect(text.trimEnd().split('\n').at(-1)).toContain('the tax rules');
  });

  it('marks where a carried request stood, with its opening, and asks not to repeat it', () => {
    const carried = [{ message: { role: 'user', content: 'Task B: write the note.' }, before: 1 } as const];
    const text = prompt({ carried });
    const marker = `[the user's newest request stood here; it is kept word for word behind the summary: "Task B: write the note."]`;
    expect(text).toContain(`\n\n${marker}\n\n[2 assistant]`);
    expect(text).toContain('do not repeat it under Goal');
    expect(prompt()).not.toContain('behind the summary');
  });

  it('says that newer requests follow, and calls no carried one the newest then', () => {
    const carried = [{ message: { role: 'user', content: 'Task B.' }, before: 1 } as const];
    const text = prompt({ carried, hasNewerRequest: true });
    expect(text).toContain('do not call any request in these turns the newest');
    expect(text).toContain('[a request of the user stood here;');
    expect(prompt()).not.toContain('Newer requests');
  });

  it('uses no phrase that content filters take for an attack', () => {
    expect(prompt({ previousSummary: 'p', focusTopic: 'f', memoryContext: 'm' })).not.toMatch(
      /inject|jailbreak|ignore (?:all|previous)|do not respond|different assistant|override/i,
    );
  });

  it('is the same for the same request, well-formed, and free of data for any list', () => {
    fc.assert(
      fc.property(scrambledTranscript(), (list) => {
        const text = prompt({ messages: list });
        expect(prompt({ messages: list })).toBe(text);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/[A-Za-z0-9+/]{300}/);
      }),
    );
  });
});

import type { Messages } from '@hermes-context/contract';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationLines, wrapText } from './report-text.ts';

describe('the text of a report', () => {
  it('moves no cursor and turns no line around, whatever a conversation holds', () => {
    const messages: Messages = [
      { role: 'user', content: 'a\u001b[2Jb\u202ec\u009bd' },
      { role: 'tool', tool_call_id: 'x\u001b]0;title\u0007', content: 'ok' },
    ];
    for (const list of [messages, Array.from({ length: 60 }, () => messages).flat()]) {
      expect(conversationLines(list).join('')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
  });

  it('shows a short conversation as JSON that can be parsed', () => {
    const messages: Messages = [{ role: 'user', content: `begin ${'x'.repeat(500)} end` }];
    const [shown] = JSON.parse(conversationLines(messages).join('\n'));
    expect(shown).toMatchObject({
      role: 'user',
      content: expect.stringMatching(/^begin x+ \[… \d+ characters …\] x+ end$/),
    });
  });

  it('shows a long conversation a line a message, and says what it leaves out', () => {
    const messages = Array.from(
      { length: 50 },
      (_, index) => ({ role: 'user', content: `Question ${index}` }) as const,
    );
    const lines = conversationLines(messages);
    expect(lines[7]).toBe('      7 user      10 chars "Question 7"');
    expect(lines.slice(-2)).toEqual(['    … and 10 more', '    Shortened; --json has it whole.']);
  });

  it('keeps wide characters within the width of a terminal', () => {
    const messages = Array.from({ length: 50 }, () => ({ role: 'user', content: '設定'.repeat(100) }) as const);
    const [line = ''] = conversationLines(messages);
    expect(line).toMatch(/^ {6}0 user {6}200 chars "設定/);
    expect(line.replace(/[設定]/g, 'xx').length).toBeLessThanOrEqual(80);
  });

  it('never takes more than a screen or two', () => {
    fc.assert(
      fc.property(transcript(), (messages) => {
        expect(conversationLines(messages).length).toBeLessThanOrEqual(42);
      }),
    );
  });

  it('wraps at words, and loses none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,100}$/), { minLength: 1 }),
        fc.nat({ max: 20 }),
        (words, indent) => {
          const lines = wrapText(words.join(' '), indent);
          expect(lines.join(' ')).toBe(words.join(' '));
          for (const line of lines) expect(line.includes(' ') && line.length > 80 - indent).toBe(false);
        },
      ),
    );
  });
});

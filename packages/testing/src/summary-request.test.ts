import { describe, expect, it } from 'vitest';
import { isSummaryRequest, summaryReply } from './summary-request.ts';

const HEADINGS = ['## Goal', '## Progress', '### Done', '### Blocked', '## Relevant Files', '## Critical Context'];

function promptOf(turns: string): string {
  return `Write a checkpoint with exactly these headings:\n${HEADINGS.join('\n')}\n\n<turns>\n# A title\n## Quoted\n${turns}\n</turns>`;
}

const asking = (content: unknown, more: object = {}) => ({ messages: [{ role: 'user', content }], ...more });

const textFor = (body: unknown) => {
  const reply = summaryReply(body);
  return reply.kind === 'reply' ? (reply.text ?? '') : '';
};

describe('isSummaryRequest', () => {
  it.each<[string, boolean, unknown]>([
    ['a prompt that lists headings', true, asking(promptOf('x'))],
    ['the same in parts', true, asking([{ type: 'text', text: promptOf('x') }])],
    ['with an empty list of tools', true, asking(promptOf('x'), { tools: [] })],
    [
      'behind a system prompt',
      true,
      { messages: [{ role: 'system', content: 's' }, ...asking(promptOf('x')).messages] },
    ],
    ['a request with tools', false, asking(promptOf('x'), { tools: [{}] })],
    ['a plain question', false, asking('Hello')],
    ['a conversation', false, { messages: [...asking(promptOf('x')).messages, { role: 'assistant', content: 'y' }] }],
    ['two messages of the user', false, { messages: [...asking('a').messages, ...asking(promptOf('x')).messages] }],
    ['no messages', false, { messages: [] }],
    ['no body', false, undefined],
  ])('%s: %s', (_, is, body) => {
    expect(isSummaryRequest(body)).toBe(is);
  });
});

describe('summaryReply', () => {
  it('fills the headings that the prompt lists, in order, and none that the turns quote', () => {
    const text = textFor(asking(promptOf('nothing')));
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual(HEADINGS);
    expect(text).toContain('### Blocked\n- (none)');
    expect(text).not.toContain('## Progress\n-');
  });

  it('carries tasks, absolute paths and error codes of the turns', () => {
    const text = textFor(
      asking(promptOf('Task #7: fix src/a/b.ts; failed with E_QUEUE_42. Task #12: see /srv/queue/x-1.toml')),
    );
    expect(text).toContain('### Done\n- Task #7 to Task #12 were taken up.');
    expect(text).toContain('## Relevant Files\n- /srv/queue/x-1.toml\n- src/a/b.ts');
    expect(text).toContain('- Error code E_QUEUE_42');
  });

  it('keeps what the summary before it said', () => {
    const first = textFor(asking(promptOf('Task #7: fix it; failed with E_QUEUE_42')));
    const second = textFor(asking(promptOf(`${first}\nTask #9: go on`)));
    expect(second).toContain('- Task #7 to Task #9 were taken up.');
    expect(second).toContain('- Error code E_QUEUE_42');
  });

  it('stays short, however much there is', () => {
    const turns = Array.from(
      { length: 5_000 },
      (_, index) => `src/a/file-${index}.ts E_X_${index} /srv/b/c-${index}.toml`,
    );
    expect(textFor(asking(promptOf(turns.join('\n')))).length).toBeLessThan(2_000);
  });

  it('has headings of its own for a prompt that lists none', () => {
    expect(textFor(asking('Summarise.'))).toMatch(/^## Goal\n- /);
  });
});

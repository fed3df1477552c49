import type { TurnResult } from '@hermes-context/host';
import { describe, expect, it } from 'vitest';
import type { ChatView } from './chat-view.ts';
import { plainPaint } from './palette.ts';
import { noStatusLine, type StatusLine } from './status-line.ts';
import { createTextView } from './text-view.ts';

const result: TurnResult = {
  kind: 'completed',
  sessionId: 's',
  text: '',
  added: [],
  usage: { requests: 1, promptTokens: 1, completionTokens: 1 },
  compactions: [],
  prunes: [],
};

/** A view on a terminal, with everything that reached it in order; `⟨…⟩` is the status line. */
function onTerminal(): { readonly view: ChatView; readonly shown: () => string } {
  let shown = '';
  let isThere = false;
  const write = (text: string): void => {
    shown += text;
  };
  const status: StatusLine = {
    show: (text) => {
      isThere = true;
      write(`⟨${text}⟩`);
    },
    hide: () => {
      if (isThere) write('⟨⟩');
      isThere = false;
    },
  };
  return {
    view: createTextView({ out: write, note: write, isTerminal: true, status, paint: plainPaint }),
    shown: () => shown,
  };
}

describe('createTextView', () => {
  it('takes the status line away before anything is written, and puts notes on lines of their own', () => {
    const { view, shown } = onTerminal();
    view.turnStarts();
    view.event({ type: 'text', text: 'I look' });
    view.event({ type: 'tool-start', callId: 'c', name: 'read\u001b[2J', arguments: '{"path":\n"a"}' });
    view.event({ type: 'tool-end', callId: 'c', name: 'read', isError: true, ms: 1 });
    view.event({ type: 'text', text: 'done' });
    view.turnEnds(result);
    expect(shown()).toBe(
      [
        '⟨waiting for the model · Ctrl-C stops⟩⟨⟩I look',
        '⚙ read {"path": "a"}',
        '⟨read works · Ctrl-C stops⟩⟨⟩⚙ read failed; the model is told why',
        '⟨waiting for the model · Ctrl-C stops⟩⟨⟩done',
        '',
        '',
      ].join('\n'),
    );
  });

  it('shows the answer of a model that does not stream, once', () => {
    const { view, shown } = onTerminal();
    view.event({ type: 'message', message: { role: 'user', content: 'question' } });
    view.event({ type: 'message', message: { role: 'assistant', content: 'whole' } });
    view.event({ type: 'text', text: 'streamed' });
    view.event({ type: 'message', message: { role: 'assistant', content: 'streamed' } });
    expect(shown()).toBe('whole\nstreamed\n');
  });

  it('cleans what a model splits over two pieces', () => {
    const { view, shown } = onTerminal();
    for (const text of ['a\u001b[', '2Jb']) view.event({ type: 'text', text });
    view.turnEnds({ ...result, kind: 'stopped' });
    expect(shown()).toBe('ab\nStopped. What was said so far is kept.\n\n');
  });

  it('gives the same advice once', () => {
    let noted = '';
    const note = (text: string): void => {
      noted += text;
    };
    const view = createTextView({ out: note, note, isTerminal: false, status: noStatusLine, paint: plainPaint });
    for (let times = 0; times < 3; times += 1) view.notice('warning', 'Set a key.');
    expect(noted).toBe('! Set a key.\n');
  });
});

import { describe, expect, it } from 'vitest';
import { sandbox } from '../cli.fixture.ts';
import { chatThrough, jsonLines } from './chat.fixture.ts';

describe('pins in a chat', () => {
  it('are listed, set by hand, and let go', async () => {
    const box = sandbox();
    const lines = ['/pin', 'Build the exporter for me. Never push to main.', '/pin  Use port 8081. ', '/pin'];
    const run = await chatThrough(box, lines, {});
    expect(run.code).toBe(0);
    const text = run.out + run.err;
    expect(text).toContain('Nothing is pinned.');
    expect(text).toMatch(/Pinned: pin_\w+ \(user\): Use port 8081\./);
    expect(text).toMatch(/pin_\w+ +goal +message 1 /);
    expect(text).toMatch(/pin_\w+ +constraint +message 1 +Never push to main\./);
    expect(text).toMatch(/pin_\w+ +user +by hand +Use port 8081\./);
  });

  it('are told to a program, and a wrong name is refused', async () => {
    const box = sandbox();
    const run = await chatThrough(box, ['/pin Use port 8081.', '/unpin pin_', '/unpin nothing', '/pin'], {
      json: true,
    });
    const ends = jsonLines(run.out).filter(({ type }) => type === 'command');
    expect(ends).toMatchObject([
      { command: 'pin', data: { kind: 'user', text: 'Use port 8081.' } },
      { command: 'unpin', data: { text: 'Use port 8081.' } },
      { command: 'pin', data: [] },
    ]);
    expect(run.out).toContain('There is no pin \\"nothing\\".');
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeProvider, startFakeProvider } from '@hermes-context/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Sandbox, sandbox } from '../cli.fixture.ts';
import { openTerminal, type Terminal, whyNoTerminal } from '../terminal.fixture.ts';

const MISSING = whyNoTerminal();
if (MISSING !== undefined) process.stderr.write(`Skipped: the tests of hermes chat in a terminal, since ${MISSING}.\n`);

/** Small enough that the third turn compacts, large enough for the tools that come along. */
const SMALL_WINDOW = '3000';

function openChat(box: Sandbox, flags: readonly string[], env: Readonly<Record<string, string>> = {}): Terminal {
  return openTerminal({ argv: ['chat', ...flags], folder: box.folder, columns: 130, rows: 50, env });
}

function say(terminal: Terminal, text: string): void {
  terminal.press(text, 'Enter');
}

/** The lines in which a screen draws the window. */
function mapLines(screen: readonly string[]): readonly string[] {
  const head = screen.findLastIndex((line) => line.startsWith('Context: '));
  const first = screen.indexOf('', head) + 1;
  return screen.slice(first, first + 4);
}

/** Lengths of the map's lines, once all of them are on the screen: what was drawn before is there already. */
async function wholeMap(terminal: Terminal): Promise<readonly number[]> {
  for (;;) {
    const lines = mapLines(await terminal.shows('› /context\nContext'));
    if (lines.length === 4 && lines.every((line) => line !== '')) return lines.map(({ length }) => length);
    await sleep(50);
  }
}

async function hangingProvider(): Promise<FakeProvider> {
  const fake = await startFakeProvider({
    script: [
      { kind: 'hang-mid-stream', afterChunks: 3 },
      { kind: 'reply', text: 'the next answer' },
    ],
  });
  onTestFinished(() => fake.close());
  return fake;
}

describe.runIf(MISSING === undefined)('hermes chat in a terminal', () => {
  it('shows a compaction in one line, draws the window at any width, undoes, leaves, and comes back', async () => {
    const box = sandbox();
    const terminal = openChat(box, ['--context-length', SMALL_WINDOW]);
    await terminal.shows('the built-in demo answers', 'Prompt caching:', '›');
    say(terminal, 'Hello.');
    await terminal.shows('message 1 of', 'Paste a longer text');
    say(terminal, 'And the window?');
    await terminal.shows('message 2 of', 'Watch for the line');
    say(terminal, 'Go on.');
    await terminal.shows('⟳ compacted', '· /undo takes it back', 'Go on.". As far as I can see');
    terminal.press('/conte', 'Tab');
    await terminal.shows('› /context');
    terminal.press('Enter');
    const wide = await terminal.shows('Context: ', 'summary', 'compacts at');
    expect(mapLines(wide).map((line) => line.length)).toEqual([74, 74, 74, 74]);
    terminal.resize(50, 40);
    // The program hears of it by a signal, which a busy machine delivers late.
    await sleep(1_000);
    say(terminal, '/context');
    expect(await wholeMap(terminal)).toEqual([48, 48, 48, 48]);
    say(terminal, '/undo');
    await terminal.shows('Taken back. The model reads');
    say(terminal, '/status');
    await terminal.shows('Compactions in effect: 0');
    terminal.press('C-d');
    const { code, screen, isCursorShown } = await terminal.ends();
    expect({ code, isCursorShown }).toEqual({ code: 0, isCursorShown: true });
    expect(screen.join('')).toContain('Resume with: hermes chat --resume ');
  });

  it('stops an answer with Ctrl-C and keeps the session, sends what was pasted as one message, leaves at the second Ctrl-C', async () => {
    const { url, requests } = await hangingProvider();
    const terminal = openChat(sandbox(), ['--base-url', url, '--model', 'fake-model']);
    await terminal.shows('›');
    say(terminal, 'one');
    await expect.poll(() => requests.length, { timeout: 30_000 }).toBe(1);
    terminal.press('C-c');
    await terminal.shows('Stopped. What was said so far is kept.');
    say(terminal, 'two');
    await terminal.shows('the next answer');
    expect(requests.at(-1)?.body).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ content: 'one' })]),
    });
    terminal.press('\u001b[200~one', 'C-m', 'two\u001b[201~');
    await terminal.shows('› [pasted 1: 2 lines]');
    say(terminal, ' what?');
    await expect.poll(() => requests.length, { timeout: 30_000 }).toBe(3);
    expect(requests.at(-1)?.body).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ content: 'one\ntwo what?' })]),
    });
    await terminal.shows('the next answer\n\n› [pasted 1: 2 lines] what?\nthe next answer\n\n›');
    terminal.press('abc', 'C-c');
    await terminal.shows('› abc\n›');
    terminal.press('C-c');
    await terminal.shows('Ctrl-C again leaves');
    terminal.press('C-c');
    const { code, isCursorShown } = await terminal.ends();
    expect({ code, isCursorShown }).toEqual({ code: 130, isCursorShown: true });
  });
});

import { expect, it } from 'vitest';
import { openBench } from './codex.fixture.ts';
import { LineSplitter } from './line-splitter.ts';

it('reads lines that arrive in pieces, with ends of lines of either kind', async () => {
  await using bench = await openBench({
    pieceBytes: 7,
    crlf: true,
    turns: [[{ kind: 'text', text: 'Grüße, 世界 🌍' }]],
  });
  const thread = await bench.server.startThread();
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'completed', text: 'Grüße, 世界 🌍' });
  expect(bench.warnings).toEqual([]);
});

it('goes on after lines that are no JSON object, and says so once', async () => {
  const linesAfterHandshake = ['not json', '[1]', '"text"', 'null', '', '{"method":"unknown/thing","params":{}}', '{}'];
  await using bench = await openBench({ linesAfterHandshake });
  const thread = await bench.server.startThread();
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'completed' });
  expect(bench.warnings).toEqual([{ kind: 'unreadable-line', detail: 'It has 8 characters.' }]);
});

it('hands on what the server warns of, each text once', async () => {
  const line = JSON.stringify({ method: 'warning', params: { threadId: null, message: 'Old model.' } });
  await using bench = await openBench({ linesAfterHandshake: [line, line] });
  await bench.server.startThread();
  expect(bench.warnings).toEqual([{ kind: 'server', detail: 'It says: Old model.' }]);
});

it('leaves out a line that is too long, and takes the next one', () => {
  const taken: string[] = [];
  const splitter = new LineSplitter(
    5,
    (line) => taken.push(line),
    () => taken.push('too long'),
  );
  for (const text of ['12345\n', '123', '456', '789\n12\r', '\n1234567\n\n1']) splitter.push(Buffer.from(text));
  expect(taken).toEqual(['12345', 'too long', '12', 'too long']);
});

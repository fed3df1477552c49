import { expect, it } from 'vitest';
import { openBench, until } from './codex.fixture.ts';
import type { CodexTurnEvent } from './codex-turn.ts';

it('S-083 sends what the user says and nothing of an earlier list: the thread is the conversation', async () => {
  await using bench = await openBench();
  const thread = await bench.server.startThread({ model: 'gpt-6', cwd: '/tmp', approvalPolicy: 'never' });
  await thread.runTurn('first');
  await thread.runTurn('second');
  const said = (text: string) => ({ threadId: thread.id, input: [{ type: 'text', text, text_elements: [] }] });
  expect(bench.fake.paramsOf('thread/start')).toEqual([{ model: 'gpt-6', cwd: '/tmp', approvalPolicy: 'never' }]);
  expect(bench.fake.paramsOf('turn/start')).toEqual([said('first'), said('second')]);
  expect(thread.model).toBe('gpt-6');
});

it('hands out the pieces of a turn as they come, and what came of it', async () => {
  const steps = [
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'text', text: 'Looking.' },
    { kind: 'retry', message: 'Busy.' },
    { kind: 'item', type: 'commandExecution', fields: { command: 'ls' } },
    { kind: 'text', text: 'Two files.', pieces: 3 },
    { kind: 'usage', inputTokens: 300, outputTokens: 40 },
  ] as const;
  await using bench = await openBench({ turns: [steps] });
  const thread = await bench.server.startThread();
  const events: CodexTurnEvent[] = [];
  const outcome = await thread.runTurn('hello', { onEvent: (event) => events.push(event) });
  expect(outcome).toMatchObject({ kind: 'completed', turnId: 'turn-1', text: 'Two files.', compactionCount: 0 });
  expect(outcome.items.map(({ type }) => type)).toEqual([
    'userMessage',
    'agentMessage',
    'commandExecution',
    'agentMessage',
  ]);
  expect(outcome.usage).toMatchObject({ totalTokens: 340, inputTokens: 300, outputTokens: 40 });
  const texts = events.flatMap((event) => (event.kind === 'text' ? [event.text] : []));
  expect(texts).toEqual(['Look', 'ing.', 'Two ', 'file', 's.']);
  expect(events).toContainEqual({ kind: 'reasoning', text: 'Hm.' });
  expect(events).toContainEqual({ kind: 'retrying', error: { message: 'Busy.', codexErrorInfo: 'serverOverloaded' } });
});

it('keeps what an interrupted turn has said so far', async () => {
  const id = { threadId: 'thread-1', turnId: 'turn-1', itemId: 'x', delta: 'Half a sen' };
  const line = JSON.stringify({ method: 'item/agentMessage/delta', params: id });
  await using bench = await openBench({ turns: [[{ kind: 'line', line }, { kind: 'hang' }]] });
  const thread = await bench.server.startThread();
  const turn = thread.runTurn('hello', { onEvent: ({ kind }) => void (kind === 'text' && thread.interrupt()) });
  expect(await turn).toMatchObject({ kind: 'interrupted', text: 'Half a sen' });
  expect(thread.state).toBe('idle');
});

it('waits with an interrupt until the turn has started: before, the server refuses it', async () => {
  await using bench = await openBench({ turns: [[{ kind: 'hang' }]], startDelayMs: 50 });
  const thread = await bench.server.startThread();
  const turn = thread.runTurn('hello');
  await thread.interrupt();
  expect(await turn).toMatchObject({ kind: 'interrupted', turnId: 'turn-1' });
  await thread.interrupt();
  expect(bench.fake.paramsOf('turn/interrupt')).toHaveLength(1);
});

it('hands on why a turn failed', async () => {
  const fail = { kind: 'fail', message: 'Boom.', codexErrorInfo: 'internalServerError' } as const;
  await using bench = await openBench({ turns: [[fail], [{ kind: 'text', text: 'Better.' }]] });
  const thread = await bench.server.startThread();
  expect(await thread.runTurn('hello')).toMatchObject({
    kind: 'failed',
    error: { message: 'Boom.', codexErrorInfo: 'internalServerError' },
  });
  expect(await thread.runTurn('again')).toMatchObject({ kind: 'completed', text: 'Better.' });
});

it.each(['unauthorized', { httpConnectionFailed: { httpStatusCode: 401 } }])(
  'recognises that Codex may not ask the model, and retires the thread: %j',
  async (codexErrorInfo) => {
    await using bench = await openBench({ turns: [[{ kind: 'fail', message: 'No login.', codexErrorInfo }]] });
    const thread = await bench.server.startThread();
    expect(await thread.runTurn('hello')).toMatchObject({ kind: 'failed' });
    expect(bench.heard('auth-failed', 'retired')).toEqual([
      { kind: 'auth-failed', threadId: 'thread-1', turnId: 'turn-1', message: 'No login.' },
      { kind: 'retired', threadId: 'thread-1', reason: 'auth' },
    ]);
    await expect(thread.compact()).rejects.toMatchObject({ facts: { failure: 'thread-retired' } });
  },
);

it('interrupts a turn whose caller aborts, and is idle when the call is over', async () => {
  await using bench = await openBench({ turns: [[{ kind: 'hang' }], [{ kind: 'text', text: 'Next.' }]] });
  const thread = await bench.server.startThread();
  const caller = new AbortController();
  const turn = thread.runTurn('hello', { signal: caller.signal, onEvent: () => caller.abort(new Error('enough')) });
  await expect(turn).rejects.toThrow('enough');
  expect(thread.state).toBe('idle');
  expect(await thread.runTurn('more')).toMatchObject({ kind: 'completed', text: 'Next.' });
});

it('interrupts a turn whose caller aborts before it has started', async () => {
  await using bench = await openBench({ turns: [[{ kind: 'hang' }]], startDelayMs: 200 });
  const thread = await bench.server.startThread();
  const caller = new AbortController();
  const turn = thread.runTurn('hello', { signal: caller.signal });
  await until(() => bench.fake.methods().includes('turn/start'));
  caller.abort(new Error('enough'));
  await expect(turn).rejects.toThrow('enough');
  expect(thread.state).toBe('idle');
});

it('retires a thread whose turn does not end when it is interrupted', async () => {
  await using bench = await openBench(
    { turns: [[{ kind: 'hang' }]], ignoresInterrupts: true },
    { timing: { requestTimeoutMs: 1_500 } },
  );
  const thread = await bench.server.startThread();
  const caller = new AbortController();
  const turn = thread.runTurn('hello', { signal: caller.signal, onEvent: () => caller.abort(new Error('enough')) });
  await expect(turn).rejects.toThrow('enough');
  expect(bench.heard('retired')).toMatchObject([{ reason: 'no-answer' }]);
});

it('interrupts a turn that is longer than it may be, and retires the thread', async () => {
  await using bench = await openBench({ turns: [[{ kind: 'hang' }]] }, { timing: { turnTimeoutMs: 80 } });
  const thread = await bench.server.startThread();
  await expect(thread.runTurn('hello')).rejects.toMatchObject({ facts: { failure: 'timeout', method: 'turn/start' } });
  expect(bench.fake.methods()).toContain('turn/interrupt');
  expect(bench.heard('retired')).toMatchObject([{ reason: 'time-limit' }]);
});

it('sends nothing for a signal that has aborted before', async () => {
  await using bench = await openBench();
  const thread = await bench.server.startThread();
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(thread.runTurn('hello', { signal })).rejects.toThrow('enough');
  await expect(thread.compact({ signal })).rejects.toThrow('enough');
  await expect(bench.server.startThread({}, { signal })).rejects.toThrow('enough');
  expect(bench.fake.methods()).toEqual(['initialize', 'initialized', 'thread/start']);
  expect(thread.state).toBe('idle');
});

it('retires a thread when it is not known whether a turn has begun', async () => {
  await using bench = await openBench({ silentMethods: ['turn/start'] }, { timing: { requestTimeoutMs: 1_500 } });
  const thread = await bench.server.startThread();
  await expect(thread.runTurn('hello')).rejects.toMatchObject({ facts: { failure: 'timeout' } });
  expect(bench.heard('retired')).toMatchObject([{ reason: 'no-answer' }]);
});

it('resumes a stored thread, and says so when there is none', async () => {
  await using bench = await openBench({ storedThreads: ['kept'] });
  const thread = await bench.server.resumeThread('kept');
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'completed', usage: { totalTokens: 110 } });
  for (const id of ['gone', 'no id'])
    await expect(bench.server.resumeThread(id)).rejects.toMatchObject({ facts: { failure: 'thread-not-found' } });
});

it('leads several threads at once, each with its own events', async () => {
  await using bench = await openBench({ turns: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]] });
  const [first, second] = [await bench.server.startThread(), await bench.server.startThread()];
  const outcomes = await Promise.all([first.runTurn('a'), second.runTurn('b')]);
  expect(outcomes.map(({ text }) => text)).toEqual(['one', 'two']);
});

it('goes on when a function that takes events throws', async () => {
  await using bench = await openBench();
  const thread = await bench.server.startThread();
  const throwing = (): never => {
    throw new Error('mine');
  };
  expect(await thread.runTurn('hello', { onEvent: throwing })).toMatchObject({ kind: 'completed' });
  await until(() => bench.warnings.length > 0);
  expect(bench.warnings.map(({ kind }) => kind)).toEqual(['event-handler']);
});

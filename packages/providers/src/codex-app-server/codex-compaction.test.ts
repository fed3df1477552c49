import { expect, it } from 'vitest';
import { openBench, until } from './codex.fixture.ts';

const hang = [{ kind: 'hang' }] as const;

it('S-084 asks for a compaction on an idle thread, and waits for its turn to complete', async () => {
  await using bench = await openBench({
    compactions: [
      [
        { kind: 'wait', ms: 30 },
        { kind: 'compact', tokensAfter: 700 },
      ],
    ],
  });
  const thread = await bench.server.startThread();
  await thread.runTurn('hello');
  const compacting = thread.compact();
  expect(thread.state).toBe('compaction');
  expect(await compacting).toEqual({ kind: 'compacted', turnId: 'turn-2', tokensAfter: 700 });
  expect(bench.fake.paramsOf('thread/compact/start')).toEqual([{ threadId: 'thread-1' }]);
  expect(bench.heard('compaction-started', 'compacted', 'compaction-failed')).toEqual([
    { kind: 'compaction-started', origin: 'manual', threadId: 'thread-1', turnId: 'turn-2' },
    { kind: 'compacted', origin: 'manual', threadId: 'thread-1', turnId: 'turn-2', tokensAfter: 700 },
  ]);
  expect(thread.state).toBe('idle');
});

it('S-084 refuses a compaction while a turn runs, and sends nothing', async () => {
  await using bench = await openBench({ turns: [hang] });
  const thread = await bench.server.startThread();
  const turn = thread.runTurn('hello');
  await until(() => bench.fake.methods().includes('turn/start'));
  await expect(thread.compact()).rejects.toMatchObject({
    code: 'CTX_CODEX_APP_SERVER_FAILED',
    facts: { failure: 'thread-busy', threadId: 'thread-1' },
  });
  expect(bench.fake.methods()).not.toContain('thread/compact/start');
  await thread.interrupt();
  expect(await turn).toMatchObject({ kind: 'interrupted' });
  expect(await thread.compact()).toMatchObject({ kind: 'compacted' });
});

it('S-084 refuses a compaction while a turn of another client runs on the thread', async () => {
  const params = { threadId: 'thread-1', status: { type: 'active', activeFlags: [] } };
  const status = JSON.stringify({ method: 'thread/status/changed', params });
  await using bench = await openBench({ storedThreads: ['thread-1'], turns: [[{ kind: 'line', line: status }]] });
  const other = await bench.server.startThread();
  const thread = await bench.server.resumeThread(other.id);
  const beat = await bench.server.startThread();
  await beat.runTurn('hello');
  expect(thread.state).toBe('turn');
  await expect(thread.compact()).rejects.toMatchObject({ facts: { failure: 'thread-busy' } });
});

it('S-084 refuses a turn while a compaction runs, and sends nothing', async () => {
  await using bench = await openBench({ compactions: [hang] });
  const thread = await bench.server.startThread();
  const compacting = thread.compact();
  await expect(thread.runTurn('hello')).rejects.toMatchObject({ facts: { failure: 'thread-busy' } });
  expect(bench.fake.methods()).not.toContain('turn/start');
  await thread.interrupt();
  expect(await compacting).toEqual({ kind: 'interrupted', turnId: 'turn-1' });
});

it.each(['before', 'after', 'only'] as const)(
  'S-084 counts a compaction once that is told by the deprecated notification (%s)',
  async (deprecated) => {
    await using bench = await openBench({ compactions: [[{ kind: 'compact', deprecated, tokensAfter: 600 }]] });
    const thread = await bench.server.startThread();
    expect(await thread.compact()).toEqual({ kind: 'compacted', turnId: 'turn-1', tokensAfter: 600 });
    expect(bench.heard('compacted')).toHaveLength(1);
  },
);

it('S-084 counts a compaction once that is told again after its turn', async () => {
  const late = JSON.stringify({ method: 'thread/compacted', params: { threadId: 'thread-1', turnId: 'turn-1' } });
  await using bench = await openBench({ turns: [[{ kind: 'line', line: late }]] });
  const thread = await bench.server.startThread();
  await thread.compact();
  await thread.runTurn('hello');
  expect(bench.heard('compacted')).toHaveLength(1);
  expect(thread.state).toBe('idle');
});

it('S-084 interrupts a compaction that takes too long, and retires the thread', async () => {
  await using bench = await openBench(
    { compactions: [[{ kind: 'start-compaction' }, { kind: 'hang' }]] },
    { timing: { compactionTimeoutMs: 80 } },
  );
  const thread = await bench.server.startThread();
  await expect(thread.compact()).rejects.toMatchObject({
    facts: { failure: 'timeout', method: 'thread/compact/start' },
  });
  expect(bench.fake.paramsOf('turn/interrupt')).toEqual([{ threadId: 'thread-1', turnId: 'turn-1' }]);
  expect(bench.heard('compacted', 'compaction-failed', 'retired')).toEqual([
    { kind: 'compaction-failed', origin: 'manual', threadId: 'thread-1', turnId: 'turn-1', failure: 'interrupted' },
    { kind: 'retired', threadId: 'thread-1', reason: 'time-limit' },
  ]);
  await expect(thread.runTurn('hello')).rejects.toMatchObject({ facts: { failure: 'thread-retired' } });
  expect(bench.fake.methods()).not.toContain('turn/start');
});

it('interrupts a compaction whose caller aborts, and leaves the thread as it was', async () => {
  await using bench = await openBench({ compactions: [[{ kind: 'start-compaction' }, { kind: 'hang' }]] });
  const thread = await bench.server.startThread();
  const caller = new AbortController();
  const compacting = thread.compact({ signal: caller.signal });
  await until(() => bench.heard('compaction-started').length > 0);
  caller.abort(new Error('enough'));
  await expect(compacting).rejects.toThrow('enough');
  expect(thread.state).toBe('idle');
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'completed' });
});

it.each(['internalServerError', 'contextWindowExceeded'])('hands on why a compaction failed: %s', async (info) => {
  const fail = { kind: 'fail', message: 'No luck.', codexErrorInfo: info } as const;
  await using bench = await openBench({ compactions: [[{ kind: 'start-compaction' }, fail]] });
  const thread = await bench.server.startThread();
  const error = { message: 'No luck.', codexErrorInfo: info };
  expect(await thread.compact()).toEqual({ kind: 'failed', turnId: 'turn-1', error });
  expect(bench.heard('compacted', 'compaction-failed')).toEqual([
    {
      kind: 'compaction-failed',
      origin: 'manual',
      threadId: 'thread-1',
      turnId: 'turn-1',
      failure: 'failed',
      ...error,
    },
  ]);
  expect(thread.state).toBe('idle');
});

it('S-085 hears of a compaction that the server makes inside a turn', async () => {
  const steps = [
    { kind: 'compact', tokensAfter: 900, requestTokens: 18_000 },
    { kind: 'text', text: 'Done.' },
    { kind: 'usage', inputTokens: 1_000, outputTokens: 20 },
  ] as const;
  await using bench = await openBench({ turns: [steps] });
  const thread = await bench.server.startThread();
  const outcome = await thread.runTurn('hello');
  expect(outcome).toMatchObject({ kind: 'completed', text: 'Done.', compactionCount: 1 });
  expect(bench.heard('compacted')).toEqual([
    { kind: 'compacted', origin: 'server', threadId: 'thread-1', turnId: 'turn-1', tokensAfter: 900 },
  ]);
});

it('S-085 bills the request of a compaction, and never the estimate that follows it', async () => {
  await using bench = await openBench();
  const thread = await bench.server.startThread();
  const first = await thread.runTurn('hello');
  expect(first.usage).toMatchObject({ totalTokens: 110, inputTokens: 100 });
  await thread.compact();
  const usages = bench.heard('usage').map((event) => (event.kind === 'usage' ? event : undefined));
  expect(usages.map((usage) => [usage?.contextTokens, usage?.isEstimate, usage?.total.totalTokens])).toEqual([
    [110, false, 110],
    [110, false, 110],
    [1_100, false, 1_210],
    [500, true, 1_210],
  ]);
  expect(usages[0]?.windowTokens).toBe(19_000);
  expect(thread.usage?.last.totalTokens).toBe(500);
  const next = await thread.runTurn('more');
  expect(next.usage).toMatchObject({ totalTokens: 110, inputTokens: 100 });
});

it('S-085 bills what the turn used in which the server compacts, and not the usage that it repeats', async () => {
  const steps = [{ kind: 'compact' }, { kind: 'usage', inputTokens: 1_000, outputTokens: 20 }] as const;
  await using bench = await openBench({ turns: [[{ kind: 'usage', inputTokens: 18_000, outputTokens: 500 }], steps] });
  const thread = await bench.server.startThread();
  expect((await thread.runTurn('one')).usage?.totalTokens).toBe(18_500);
  expect((await thread.runTurn('two')).usage?.totalTokens).toBe(1_100 + 1_020);
});

it('S-085 counts each of several compactions in one turn', async () => {
  const compact = { kind: 'compact', deprecated: 'after' } as const;
  await using bench = await openBench({ turns: [[compact, { kind: 'text', text: 'Half.' }, compact]] });
  const thread = await bench.server.startThread();
  expect(await thread.runTurn('hello')).toMatchObject({ compactionCount: 2 });
  expect(bench.heard('compacted')).toHaveLength(2);
});

it('S-085 says so when a compaction of the server fails, and the turn with it', async () => {
  const fail = { kind: 'fail', message: 'Too large.', codexErrorInfo: 'contextWindowExceeded' } as const;
  await using bench = await openBench({ turns: [[{ kind: 'start-compaction' }, fail]] });
  const thread = await bench.server.startThread();
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'failed', error: { message: 'Too large.' } });
  expect(bench.heard('compaction-failed')).toMatchObject([
    { origin: 'server', failure: 'failed', codexErrorInfo: 'contextWindowExceeded' },
  ]);
});

it('says that a compaction is lost with its server', async () => {
  await using bench = await openBench({ compactions: [[{ kind: 'start-compaction' }, { kind: 'exit', code: 3 }]] });
  const thread = await bench.server.startThread();
  await expect(thread.compact()).rejects.toMatchObject({ facts: { failure: 'exited' } });
  expect(bench.heard('compaction-failed', 'ended')).toMatchObject([
    { failure: 'lost', turnId: 'turn-1' },
    { kind: 'ended', expected: false },
  ]);
  expect(thread.state).toBe('retired');
});

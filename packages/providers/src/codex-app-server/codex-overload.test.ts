import { expect, it } from 'vitest';
import { openBench } from './codex.fixture.ts';
import { overloadWaitMs } from './retry-overload.ts';

it('asks an overloaded server again, and does nothing twice', async () => {
  await using bench = await openBench({ overloads: { initialize: 1, 'turn/start': 2, 'thread/compact/start': 1 } });
  const thread = await bench.server.startThread();
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'completed', turnId: 'turn-1' });
  expect(await thread.compact()).toMatchObject({ kind: 'compacted', turnId: 'turn-2' });
  expect(bench.fake.methods().filter((method) => method === 'turn/start')).toHaveLength(3);
});

it('gives up after its retries, and leaves the thread usable', async () => {
  await using bench = await openBench(
    { overloads: { 'turn/start': 3 } },
    { retry: { retries: 2, delayMs: 1, random: () => 0 } },
  );
  const thread = await bench.server.startThread();
  await expect(thread.runTurn('hello')).rejects.toMatchObject({ facts: { failure: 'overload', rpcCode: -32_001 } });
  expect(await thread.runTurn('hello')).toMatchObject({ kind: 'completed' });
});

it('ends between two tries when its caller aborts', async () => {
  await using bench = await openBench({ overloads: { 'turn/start': 9 } }, { retry: { delayMs: 60_000 } });
  const thread = await bench.server.startThread();
  const signal = AbortSignal.timeout(100);
  await expect(thread.runTurn('hello', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(thread.state).toBe('idle');
});

it('waits twice as long each time, up to 20 s, and shorter by chance', () => {
  const waits = [0, 1, 2, 9].map((retriesBefore) => overloadWaitMs(500, retriesBefore, 1));
  expect(waits).toEqual([500, 1_000, 2_000, 20_000]);
  expect(overloadWaitMs(500, 1, 0)).toBe(500);
});

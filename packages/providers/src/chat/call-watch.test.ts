import { expect, it } from 'vitest';
import { CallWatch } from './call-watch.ts';

const MEGABYTE = new Uint8Array(1_000_000);

async function drain(watch: CallWatch, chunkCount: number): Promise<void> {
  const body = ReadableStream.from(Array.from({ length: chunkCount }, () => MEGABYTE));
  for await (const _ of watch.watchBody(body));
}

it('ends a call that sends more than an answer can be', async () => {
  using watch = new CallWatch(new AbortController().signal, 60_000);
  await drain(watch, 32);
  expect(watch.verdict).toBeUndefined();
  using greedy = new CallWatch(new AbortController().signal, 60_000);
  await drain(greedy, 33);
  expect(greedy.verdict).toBe('too-large');
  expect(greedy.controller.signal.aborted).toBe(true);
});

it('ends a call whose caller has aborted already', () => {
  using watch = new CallWatch(AbortSignal.abort('over'), 60_000);
  expect(watch.controller.signal.reason).toBe('over');
  expect(watch.verdict).toBeUndefined();
});

import { expect, it } from 'vitest';
import { withDeadline } from './with-deadline.ts';

it('gives what came in time', async () => {
  expect(await withDeadline(Promise.resolve(7), 1_000)).toEqual({ kind: 'settled', value: 7 });
  await expect(withDeadline(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no');
});

it('gives up on what does not come, and ignores it when it fails late', async () => {
  const { promise, reject } = Promise.withResolvers<number>();
  expect(await withDeadline(promise, 5)).toEqual({ kind: 'timed-out' });
  reject(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve)); // an unhandled rejection would fail the run
});

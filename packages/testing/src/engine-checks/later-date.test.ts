import { expect, it } from 'vitest';
import { onLaterDate } from './later-date.ts';

it('moves the clock that a program reads, and only as long as it runs', async () => {
  const real = Date;
  const before = Date.now();
  const [now, date] = await onLaterDate(async () => [Date.now(), new Date()] as const);
  expect(now - before).toBeGreaterThan(300 * 24 * 3_600_000);
  expect(date.getTime() - before).toBeGreaterThan(300 * 24 * 3_600_000);
  expect(date).toBeInstanceOf(Date);
  expect(Date).toBe(real);
});

it('leaves dates that are given as they are, and comes back after a failure', async () => {
  const real = Date;
  const given = await onLaterDate(async () => [new Date(5).getTime(), Date.UTC(2026, 0, 1), Date.parse('2026-01-01')]);
  expect(given).toEqual([5, Date.UTC(2026, 0, 1), Date.parse('2026-01-01')]);
  await expect(onLaterDate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(Date).toBe(real);
});

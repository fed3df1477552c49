import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdleTimer } from './idle-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function timerOf(ms: number) {
  const calls: number[] = [];
  const timer = new IdleTimer(ms, async () => void calls.push(Date.now()));
  return { timer, calls };
}

describe('the idle timer', () => {
  it('calls once after the quiet time', () => {
    const { timer, calls } = timerOf(1_000);
    timer.start();
    vi.advanceTimersByTime(999);
    expect(calls).toHaveLength(0);
    vi.advanceTimersByTime(10_000);
    expect(calls).toHaveLength(1);
  });

  it('begins anew when something happens', () => {
    const { timer, calls } = timerOf(1_000);
    timer.start();
    vi.advanceTimersByTime(600);
    timer.start();
    vi.advanceTimersByTime(600);
    expect(calls).toHaveLength(0);
    vi.advanceTimersByTime(400);
    expect(calls).toHaveLength(1);
  });

  it('calls nobody once it is stopped', () => {
    const { timer, calls } = timerOf(1_000);
    timer.start();
    timer.stop();
    timer.stop();
    vi.advanceTimersByTime(10_000);
    expect(calls).toHaveLength(0);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])('never calls for a time of %d ms', (ms) => {
    const { timer, calls } = timerOf(ms);
    timer.start();
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(calls).toHaveLength(0);
  });
});

it('keeps no process alive', () => {
  vi.useRealTimers();
  const before = process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const { timer } = timerOf(60_000);
  timer.start();
  expect(process.getActiveResourcesInfo().filter((each) => each === 'Timeout')).toHaveLength(before);
  timer.stop();
});

import { describe, expect, it } from 'vitest';
import { createInterruptible } from './interruptible.ts';

describe('createInterruptible', () => {
  it('tells the work to stop, and gives what it makes of that', async () => {
    const work = createInterruptible();
    const running = work.run(
      (signal) => new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
    );
    expect(work.interrupt()).toBe(true);
    expect(await running).toBe('stopped');
    expect(work.interrupt()).toBe(false);
  });

  it('leaves work alone that does not stop, when it is told twice', async () => {
    const work = createInterruptible();
    const running = work.run(() => new Promise<string>(() => undefined));
    work.interrupt();
    work.interrupt();
    expect(await running).toBeUndefined();
    expect(await work.run(async () => 'next')).toBe('next');
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TaskQueue } from './task-queue.ts';

it('runs one task at a time, in order, and gives each its own end', async () => {
  const task = fc.record({ ticks: fc.nat(4), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(task, { maxLength: 8 }), async (tasks) => {
      const queue = new TaskQueue();
      const steps: string[] = [];
      const runs = tasks.map(({ ticks, fails }, index) =>
        queue.run(async () => {
          steps.push(`begin ${index}`);
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
          steps.push(`end ${index}`);
          if (fails) throw new Error(`failed ${index}`);
          return index;
        }),
      );
      const ends = await Promise.allSettled(runs);
      expect(steps).toEqual(tasks.flatMap((_, index) => [`begin ${index}`, `end ${index}`]));
      expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)))).toEqual(
        tasks.map(({ fails }, index) => (fails ? `Error: failed ${index}` : index)),
      );
    }),
  );
});

it('is drained when all that was given before has ended, failures too', async () => {
  const queue = new TaskQueue();
  let ended = 0;
  const failing = queue.run(async () => {
    await Promise.resolve();
    ended += 1;
    throw new Error('No.');
  });
  const later = queue.run(async () => {
    ended += 1;
  });
  await queue.drain();
  expect(ended).toBe(2);
  await expect(failing).rejects.toThrow('No.');
  await later;
  await expect(new TaskQueue().drain()).resolves.toBeUndefined();
});

it('goes on after a task that throws before it returns a promise', async () => {
  const queue = new TaskQueue();
  const broken = (): Promise<number> => {
    throw new Error('At once.');
  };
  await expect(queue.run(broken)).rejects.toThrow('At once.');
  await expect(queue.run(async () => 7)).resolves.toBe(7);
});

import { expect, it } from 'vitest';
import { disposeEngine } from './dispose-engine.ts';

it('lets an engine release what it acquired', async () => {
  const engine = {
    isOpen: true,
    async dispose() {
      this.isOpen = false;
    },
  };
  expect(await disposeEngine(engine)).toEqual({ kind: 'disposed' });
  expect(engine.isOpen).toBe(false);
});

it('has nothing to do for one that acquired nothing, or is none', async () => {
  for (const engine of [{}, null, 7]) expect(await disposeEngine(engine)).toEqual({ kind: 'disposed' });
});

it.each<[string, () => unknown, RegExp]>([
  [
    'throws',
    () => {
      throw new Error('busy');
    },
    /threw: busy/,
  ],
  ['rejects', () => Promise.reject(new Error('busy')), /threw: busy/],
  ['never ends', () => new Promise(() => undefined), /did not end within 20 ms/],
])('says so when its dispose %s', async (_, dispose, problem) => {
  expect(await disposeEngine({ dispose }, 20)).toEqual({ kind: 'failed', problem: expect.stringMatching(problem) });
});

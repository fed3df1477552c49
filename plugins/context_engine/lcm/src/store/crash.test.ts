import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newFile, openStore } from './lcm-store.fixture.ts';

const WRITER = fileURLToPath(new URL('./writer-process.fixture.ts', import.meta.url));

interface Writer {
  readonly child: ChildProcess;
  /** Messages that were promised so far. */
  readonly promised: () => number;
}

function startWriter(...args: readonly string[]): Writer {
  const child = spawn(process.execPath, ['--conditions=@hermes-context/source', '--no-warnings', WRITER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  // The last line may not have come over whole.
  return { child, promised: () => Number(out.split('\n').at(-2) ?? 0) };
}

describe('a store whose process is killed', () => {
  it('I1 opens, is in order, and has every message that was promised', async () => {
    const file = newFile();
    for (let round = 0; round < 6; round += 1) {
      const { child, promised } = startWriter(file);
      const ended = once(child, 'exit');
      const start = promised();
      while (promised() === start) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise((resolve) => setTimeout(resolve, 20 + 37 * round));
      child.kill('SIGKILL');
      await ended;

      const store = await openStore(file);
      expect(await store.verify()).toEqual([]);
      const texts = (await store.path('s')).map(({ message }) => message.content);
      expect(texts).toEqual(texts.map((_, number) => `${number} of s`));
      expect(texts.length).toBeGreaterThanOrEqual(promised());
      expect(texts.length % 3).toBe(0); // a list is stored whole or not at all
      await store.indexAll();
      expect(await store.verify()).toEqual([]);
      await store.close();
    }
  });
});

describe('a store that two processes write', () => {
  it('I17 has all that either was promised, each session in its order', async () => {
    const file = newFile();
    const writers = [startWriter(file, 'one', '60'), startWriter(file, 'two', '60')];
    const codes = await Promise.all(writers.map(({ child }) => once(child, 'exit')));

    expect(codes).toEqual([
      [0, null],
      [0, null],
    ]);
    const store = await openStore(file);
    expect(await store.verify()).toEqual([]);
    for (const session of ['one', 'two']) {
      const texts = (await store.path(session)).map(({ message }) => message.content);
      expect(texts).toEqual(Array.from({ length: 180 }, (_, number) => `${number} of ${session}`));
      expect(await store.roots(session)).toHaveLength(15);
    }
  });
});

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateOpenAiChat } from '@hermes-context/messages';
import { describe, expect, it, vi } from 'vitest';
import { atCompaction, engineFolder, proofOf } from './engine-folder.fixture.ts';
import type { Proof, ProvenPromise } from './proof.ts';
import { proveEngine } from './prove-engine.ts';

const TIMEOUT_MS = 240_000; // processes that are killed, on a machine that may have much else to do

const states = ({ promises }: Proof): string => promises.map(({ id, state }) => `${id} ${state}`).join(', ');
const promiseOf = ({ promises }: Proof, id: string): ProvenPromise => {
  const found = promises.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

describe('proving an engine', { timeout: TIMEOUT_MS }, () => {
  it('stops an endless loop, and shows a small conversation that leads into it', async () => {
    const proof = await proofOf(engineFolder('loops', atCompaction('for (;;);')));
    expect(states(proof)).toBe('P2 unproven, P3 broken');
    expect(proof.ok).toBe(false);
    const { detail, counterexample = [] } = promiseOf(proof, 'P3');
    expect(detail).toContain('did not come back within 3 seconds and had to be stopped');
    // More than five messages, whole groups: one group less would not have been enough.
    expect(counterexample.length).toBeGreaterThan(5);
    expect(counterexample.length).toBeLessThan(15);
    expect(validateOpenAiChat(counterexample).filter(({ rule }) => rule.includes('result'))).toEqual([]);
    expect(promiseOf(proof, 'P2').detail).toContain('could not be finished');
  });

  it('outlives an engine that ends the process, and says that it did', async () => {
    const proof = await proofOf(engineFolder('exits', atCompaction('process.exit(0);')));
    expect(states(proof)).toBe('P2 unproven, P4 broken');
    expect(promiseOf(proof, 'P4').detail).toContain('ended the process (code 0)');
  });

  it('outlives an error in a callback that nobody catches', async () => {
    const late = 'setTimeout(() => { throw new Error("too late"); }, 1);';
    const proof = await proofOf(engineFolder('throws-late', atCompaction(late)));
    expect(promiseOf(proof, 'P4').detail).toContain('Error: too late');
  });

  it('stops an engine that fills the memory', async () => {
    const hog = 'const all: Buffer[] = []; for (;;) all.push(Buffer.alloc(2 ** 26, 1));';
    const request = { silenceMs: 60_000, memoryBytes: 400 * 2 ** 20 };
    const proof = await proofOf(engineFolder('hoards', atCompaction(hog)), request);
    expect(states(proof)).toBe('P2 unproven, P6 broken');
    expect(promiseOf(proof, 'P6').detail).toContain('filled more than 400 MiB of memory');
  });

  it('stops an engine that waits for another process, and that process', async () => {
    const pids = join(mkdtempSync(join(tmpdir(), 'hermes-pids-')), 'pids');
    const blocks = `process.getBuiltinModule('node:child_process').execSync('echo $$ >> ${pids}; exec sleep 600');`;
    const proof = await proofOf(engineFolder('blocks', atCompaction(blocks)));
    expect(states(proof)).toBe('P2 unproven, P3 broken');
    const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    await vi.waitFor(() => expect(started.filter(isRunning)).toEqual([]), { timeout: 10_000 });
  });

  it('goes on with the other checks where only one is fatal', async () => {
    const pinned = 'if ((request.pins?.length ?? 0) > 0) process.exit(3);';
    const proof = await proofOf(engineFolder('hates-pins', atCompaction(pinned)), { giveUpAfterMs: 60_000 });
    expect(states(proof)).toBe('P2 unproven, P4 broken');
    const { checks, checkCount } = promiseOf(proof, 'P2');
    expect(checks.length).toBe(checkCount - 1);
    expect(checks.every(({ ok }) => ok)).toBe(true);
    expect(promiseOf(proof, 'P4').checks.map(({ title }) => title)).toEqual([
      'lives through the check that it keeps pinned messages as they are, or leaves the list alone',
    ]);
  });

  it('ends at once when it is told to', async () => {
    const interrupt = new AbortController();
    const folder = engineFolder('loops', atCompaction('for (;;);'));
    const running = proveEngine(
      { folder, place: folder, options: {}, promises: ['P2'], runs: 10, seed: 7, silenceMs: 200_000 },
      {
        onCheck: () => interrupt.abort(new Error('the user left')),
        onPrint: () => undefined,
        signal: interrupt.signal,
      },
    );
    await expect(running).rejects.toThrow('the user left');
  });

  it('passes on what the engine prints', async () => {
    const printed: string[] = [];
    const folder = engineFolder('prints', atCompaction('console.log("so many:", messages.length);'));
    await proveEngine(
      { folder, place: folder, options: {}, promises: ['P2'], runs: 3, seed: 7 },
      {
        onCheck: () => undefined,
        onPrint: (text) => {
          printed.push(text);
        },
        signal: new AbortController().signal,
      },
    );
    expect(printed.join('')).toMatch(/so many: \d+\n/);
  });
});

/** Whether a process is there and is more than an entry that nobody has collected yet. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

import { Worker } from 'node:worker_threads';

/** A thread that nobody takes again is ended after so many milliseconds. */
const IDLE_MS = 10_000;
const MOST_IDLE = 2;
/** Of what has just been made, in MiB. By itself it would grow to many times that, and be no faster for it. */
const YOUNG_MIB = 6;

/** Threads that wait, with what makes them no longer wait: to start one takes thirty times as long as to open a file. */
const waiting = new Map<Worker, () => void>();

/** A thread that waits, else a new one. It does not keep the process alive. */
export function takeWorker(): Worker {
  for (const [worker, leave] of waiting) {
    leave();
    return worker;
  }
  // From source and compiled, the thread's file stands beside this one with the same ending.
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./worker.${ending}`, import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    // A thread is refused with flags of the whole process, and needs no other than how modules are found.
    execArgv: process.execArgv.filter((flag) => flag.startsWith('--conditions=')),
  });
  worker.unref();
  return worker;
}

/** Keep a thread that has no file open for others to take, unless enough of them wait. */
export function parkWorker(worker: Worker): void {
  worker.unref();
  if (waiting.size >= MOST_IDLE) {
    void worker.terminate();
    return;
  }
  const leave = () => {
    clearTimeout(timer);
    worker.off('error', leave).off('exit', leave);
    waiting.delete(worker);
  };
  const timer = setTimeout(() => {
    leave();
    void worker.terminate();
  }, IDLE_MS).unref();
  worker.on('error', leave).on('exit', leave);
  waiting.set(worker, leave);
}

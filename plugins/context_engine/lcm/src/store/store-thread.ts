import type { Worker } from 'node:worker_threads';
import { parkWorker, takeWorker } from './idle-worker.ts';
import { LcmStoreError } from './lcm-store-error.ts';
import { isAnswerTo, type StoreAnswer, type StoreCalls, type StoreOp } from './protocol.ts';
import { failure, type StoreFailureReason } from './store-failure.ts';
import type { WorkerTask } from './worker.ts';

/** What waits for an answer. */
interface Pending {
  readonly take: (answer: StoreAnswer) => void;
  readonly fail: (error: LcmStoreError) => void;
}

/** The store's thread, seen from the main one. It is taken by the first call, and again after it died. */
export class StoreThread {
  readonly #file: string;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #hasAnswered = false;
  /** Stop to listen to the thread. */
  #leave: () => void = () => undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** A number that no other call or list of this thread has. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** @throws LcmStoreError - What failed, or that the thread died before it answered. */
  call<Op extends StoreOp>(op: Op, args: StoreCalls[Op]['args'], now: number): Promise<StoreCalls[Op]['result']> {
    return new Promise((resolve, reject) => {
      const id = this.nextId();
      const take = (answer: StoreAnswer) => {
        if (answer.kind === 'failure') reject(new LcmStoreError(answer.failure));
        else if (isAnswerTo(op, answer)) resolve(answer.result);
      };
      const worker = this.#started();
      try {
        worker.postMessage({ id, op, args, now });
      } catch (cause) {
        const fix = 'Give messages that hold nothing but values of JSON.';
        const why = cause instanceof Error ? cause.message : 'It cannot be copied.';
        reject(new LcmStoreError({ reason: 'bad-input', what: 'A message cannot be stored.', why, fix }, cause));
        return;
      }
      this.#pending.set(id, { take, fail: reject });
      worker.ref();
    });
  }

  /** Close the file once everything is answered, and let go of the thread. */
  async close(now: number): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    try {
      await this.call('close', undefined, now);
    } finally {
      this.#park(worker);
    }
  }

  /** End the thread at once, as a crash would. */
  kill(): void {
    void this.#worker?.terminate();
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = takeWorker();
    this.#worker = worker;
    this.#hasAnswered = false;
    const onError = (cause: unknown) => this.#died(worker, cause);
    const onExit = () => this.#died(worker, undefined);
    const onMessage = (answer: StoreAnswer) => this.#take(answer);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    this.#leave = () => worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    const task: WorkerTask = { file: this.#file };
    worker.postMessage(task);
    return worker;
  }

  #park(worker: Worker): void {
    if (this.#worker !== worker) return; // it died
    this.#worker = undefined;
    this.#leave();
    parkWorker(worker);
  }

  #take(answer: StoreAnswer): void {
    this.#hasAnswered = true;
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker?.unref();
    pending?.take(answer);
  }

  #died(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const reason: StoreFailureReason = this.#hasAnswered ? 'thread-died' : 'unavailable';
    const detail = cause instanceof Error ? cause.message : '';
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { fail } of waiting) fail(new LcmStoreError(failure(reason, this.#file, detail), cause));
  }
}

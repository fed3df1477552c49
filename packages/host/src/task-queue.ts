/** Runs what it is given one after another, in order. What one task throws is its own. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(task);
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Resolves once all that was given so far has ended. */
  async drain(): Promise<void> {
    await this.#last;
  }
}

/**
 * What a reader had to change on the way in, one sentence a kind with how often it happened, so that a file of ten
 * thousand odd messages does not make ten thousand warnings.
 */
export class Notes {
  readonly #counts = new Map<string, number>();

  /** Note one more case. `sentence` says what was done, and reads well behind a count: `legacy "function_call" read as …`. */
  add(sentence: string): void {
    this.#counts.set(sentence, (this.#counts.get(sentence) ?? 0) + 1);
  }

  /** The sentences, in the order in which each was first noted. */
  sentences(): readonly string[] {
    return [...this.#counts].map(([sentence, count]) => `${count} × ${sentence}.`);
  }
}

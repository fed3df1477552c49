import type { GrepLimits } from './grep-types.ts';

const DEFAULT_WORK_MS = 3_000;
const DEFAULT_CHARS = 200_000_000;
/** Below the four milliseconds that a slice of the store's thread may take: the last row of one is finished. */
const DEFAULT_CHUNK_MS = 3;

/** What a search has used up, and whether it may go on. Pauses are not counted. */
export class WorkBudget {
  readonly #clock: () => number;
  readonly #workMs: number;
  readonly #maxChars: number;
  readonly #chunkMs: number;
  #chunkStart: number;
  #workedMs = 0;
  #rows = 0;
  #chars = 0;

  constructor(clock: () => number, { workMs, chars, chunkMs }: GrepLimits = {}) {
    this.#clock = clock;
    this.#workMs = workMs ?? DEFAULT_WORK_MS;
    this.#maxChars = chars ?? DEFAULT_CHARS;
    this.#chunkMs = chunkMs ?? DEFAULT_CHUNK_MS;
    this.#chunkStart = clock();
  }

  get rows(): number {
    return this.#rows;
  }

  get chars(): number {
    return this.#chars;
  }

  noteRow(): void {
    this.#rows += 1;
  }

  noteText(chars: number): void {
    this.#chars += chars;
  }

  /** Whether it is time for a pause. */
  isChunkOver(): boolean {
    return this.#clock() - this.#chunkStart >= this.#chunkMs;
  }

  /** Whether a limit is reached; which one, in English. */
  spent(): string | undefined {
    if (this.#chars >= this.#maxChars) return `${this.#maxChars} characters were read`;
    const worked = this.#workedMs + this.#clock() - this.#chunkStart;
    return worked >= this.#workMs ? `${this.#workMs} milliseconds were spent` : undefined;
  }

  /** Let others work, if it is time for that. */
  *rest(): Generator<void, void> {
    if (!this.isChunkOver()) return;
    this.#workedMs += this.#clock() - this.#chunkStart;
    yield;
    this.#chunkStart = this.#clock();
  }
}

import type { CodexTurn } from './codex-turn.ts';

/** How many turns are remembered that do not run: what is said of one late must not be taken for a new one. */
const MAX_PAST_TURNS = 16;

/** The turns of a thread: those that run, and the last ones that did. */
export class TurnBook {
  readonly #turns = new Map<string, CodexTurn>();
  readonly #running = new Set<string>();

  /** Ids of the turns that run. */
  get runningIds(): readonly string[] {
    return Array.from(this.#running);
  }

  find(turnId: string): CodexTurn | undefined {
    return this.#turns.get(turnId);
  }

  /** Write down a turn; the oldest that does not run is forgotten. */
  add(turn: CodexTurn): void {
    this.#turns.set(turn.turnId, turn);
    if (this.#turns.size - this.#running.size <= MAX_PAST_TURNS) return;
    const oldest = this.#turns.keys().find((turnId) => !this.#running.has(turnId));
    if (oldest !== undefined) this.#turns.delete(oldest);
  }

  /** A turn runs from now on. */
  start(turnId: string): void {
    this.#running.add(turnId);
  }

  /** A turn runs no more. */
  end(turnId: string): void {
    this.#running.delete(turnId);
  }

  /** No turn runs any more: the server is gone. */
  lose(): void {
    for (const turn of this.#turns.values()) turn.lose();
    this.#running.clear();
  }
}

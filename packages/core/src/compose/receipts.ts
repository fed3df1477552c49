import type { PartAnswer } from './ask-part.ts';
import type { NamedEngine } from './named-engine.ts';

/**
 * Whom to tell of a commit: the parts whose work is in the list that was stored. A part whose answer was thrown
 * away must not take the receipt for its own, or it would file away what is still in the conversation.
 */
export class Receipts {
  #authors: readonly NamedEngine[] | undefined;
  readonly #refused = new Set<NamedEngine>();

  /** Note what came of asking a part. */
  note(part: NamedEngine, { kind }: PartAnswer): void {
    if (kind === 'failed') this.#refused.add(part);
    else this.#refused.delete(part);
  }

  /** The host has a new list, made by these. */
  expect(authors: readonly NamedEngine[]): void {
    this.#authors = authors;
  }

  /** The parts to tell of this commit. One that nobody here asked for goes to all, but for those that were refused. */
  take(parts: readonly NamedEngine[]): readonly NamedEngine[] {
    const authors = this.#authors ?? parts.filter((part) => !this.#refused.has(part));
    this.#authors = undefined;
    return authors;
  }
}

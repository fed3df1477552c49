import { keepReasoningWithFollower } from '../openai-responses/drop-reasoning.ts';
import type { WireObject } from '../wire-value.ts';
import type { ResponsesError } from './responses-refusal.ts';
import { readSaidError } from './said-error.ts';

/** Read 2026-12 in issue threads about OpenAI: after a change of the account behind a route, or by a fault of the server. */
const UNREADABLE_CODE = 'invalid_encrypted_content';

/** Whether a server says that it cannot read what it is said to have encrypted. It does not say which item that was. */
export function cannotRead({ said }: ResponsesError): boolean {
  return readSaidError(said).codes.includes(UNREADABLE_CODE);
}

/** Encrypted thoughts that a server could not read. Without them a conversation goes on; with them each request fails. */
export class UnreadableThoughts {
  readonly #known = new WeakSet<WireObject>();
  #hasAny = false;

  /** Items as they can be sent. What a thought led to stays, without its id. */
  leftOutOf(items: readonly WireObject[]): readonly WireObject[] {
    if (!this.#hasAny) return items;
    // A thought without a place is dropped, with the ids of what it led to.
    const placed = items.map((value, original) => (this.#known.has(value) ? { value } : { value, original }));
    return keepReasoningWithFollower(placed, false).map(({ value }) => value);
  }

  /** Take the thoughts among these items for unreadable. @returns Whether one of them was not known to be. */
  add(items: readonly WireObject[]): boolean {
    const news = items.filter((item) => item['encrypted_content'] !== undefined && item['type'] === 'reasoning');
    const isNew = news.some((item) => !this.#known.has(item));
    for (const item of news) this.#known.add(item);
    this.#hasAny ||= isNew;
    return isNew;
  }
}

import type { WireObject } from '../wire-value.ts';
import { type ItemKind, isOpaqueResult, kindOfItem } from './item-kind.ts';

/** Items that make one chat message, in order and without a gap. */
export interface Draft {
  readonly kind: 'input' | 'assistant' | 'result';
  /** Index of the first item. */
  readonly start: number;
  readonly items: readonly WireObject[];
}

interface OpenDraft extends Draft {
  readonly items: WireObject[];
  hasCalls: boolean;
}

/**
 * Cut items into the chat messages that they make.
 *
 * What the model says and calls in a row is one assistant message, reasoning in front of it included; a second text
 * starts a new one, unless calls wait for their results. Opaque items go with the assistant message in front of them,
 * else with the message behind them, else with whatever is there.
 *
 * @returns No drafts when all items are opaque.
 */
export function collectDrafts(items: readonly WireObject[]): readonly Draft[] {
  const collector = new Collector();
  for (const [index, item] of items.entries()) collector.add(item, index);
  return collector.finish();
}

class Collector {
  readonly #drafts: OpenDraft[] = [];
  /** Items that wait for the message behind them. */
  #pending: WireObject[] = [];

  add(item: WireObject, index: number): void {
    const kind = kindOfItem(item) ?? 'opaque';
    switch (kind) {
      case 'input':
      case 'result':
        this.#start(kind, item, index);
        break;
      case 'output':
        this.#addOutput(item, index);
        break;
      case 'call':
        this.#addCall(item, index);
        break;
      case 'reasoning':
      case 'opaque':
        this.#addRider(kind, item);
        break;
    }
  }

  finish(): readonly Draft[] {
    // Riders at the very end have only the last message to go with.
    this.#drafts.at(-1)?.items.push(...this.#pending);
    return this.#drafts;
  }

  #start(kind: Draft['kind'], item: WireObject, index: number): void {
    const start = index - this.#pending.length;
    this.#drafts.push({ kind, start, items: [...this.#pending, item], hasCalls: false });
    this.#pending = [];
  }

  #addOutput(item: WireObject, index: number): void {
    const last = this.#drafts.at(-1);
    if (last?.kind === 'assistant' && last.hasCalls) this.#append(last, item);
    else this.#start('assistant', item, index);
  }

  #addCall(item: WireObject, index: number): void {
    const last = this.#drafts.at(-1);
    if (last?.kind === 'assistant') this.#append(last, item);
    else this.#start('assistant', item, index);
    const draft = this.#drafts.at(-1);
    if (draft !== undefined) draft.hasCalls = true;
  }

  #addRider(kind: ItemKind, item: WireObject): void {
    const last = this.#drafts.at(-1);
    const follows = last?.kind === 'assistant' || (last?.kind === 'result' && isOpaqueResult(item));
    if (kind === 'opaque' && follows && this.#pending.length === 0) last.items.push(item);
    else this.#pending.push(item);
  }

  #append(draft: OpenDraft, item: WireObject): void {
    draft.items.push(...this.#pending, item);
    this.#pending = [];
  }
}

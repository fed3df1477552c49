/**
 * Counts the compactions of one turn. Each may be told twice, as a completed item and as a deprecated notification, in
 * either order; an old server knows only the latter.
 */
export class CompactionTally {
  readonly #itemIds = new Set<string>();
  #notifications = 0;
  #count = 0;

  /** Compactions so far. */
  get count(): number {
    return this.#count;
  }

  /** An item has completed. Whether that is a compaction that was not told of before. */
  addItem(itemId: string): boolean {
    this.#itemIds.add(itemId);
    return this.#isNew();
  }

  /** `thread/compacted` has arrived. Whether that is a compaction that was not told of before. */
  addNotification(): boolean {
    this.#notifications += 1;
    return this.#isNew();
  }

  #isNew(): boolean {
    const count = Math.max(this.#itemIds.size, this.#notifications);
    const isNew = count > this.#count;
    this.#count = count;
    return isNew;
  }
}

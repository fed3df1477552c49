import type { CacheBlock, CacheLevel } from './cache-block.ts';

/** What else decides about a level, such as `tool_choice` for the messages: another value is another prefix. */
export type LevelSalt = Readonly<Partial<Record<CacheLevel, unknown>>>;

/** What a prefix is in beside its blocks. */
export interface PrefixScope {
  readonly model?: string | undefined;
  readonly salt?: LevelSalt | undefined;
}

/**
 * Names each prefix of a prompt by a number: the same number for the same blocks in the same scope, in every request. A
 * prompt that goes on from the last one costs a look at the blocks that it shares, and a name for each new one.
 */
export class PrefixIds {
  readonly #names = new Map<string, number>();
  #lastBlocks: readonly CacheBlock[] = [];
  #lastIds: readonly number[] = [];
  #lastScope = '';

  of(blocks: readonly CacheBlock[], { model = '', salt = {} }: PrefixScope): readonly number[] {
    const scope = JSON.stringify([model, salt]);
    const shared = scope === this.#lastScope ? sharedLength(this.#lastBlocks, blocks) : 0;
    const ids = this.#lastIds.slice(0, shared);
    let id = ids.at(-1) ?? this.#name(`scope ${model}`);
    let level = shared === 0 ? undefined : blocks[shared - 1]?.level;
    for (const block of blocks.slice(shared)) {
      if (block.level !== level) {
        level = block.level;
        id = this.#name(`${id} ${level} ${JSON.stringify(salt[level])}`);
      }
      id = this.#name(`${id} ${block.id}`);
      ids.push(id);
    }
    this.#lastBlocks = blocks;
    this.#lastIds = ids;
    this.#lastScope = scope;
    return ids;
  }

  #name(key: string): number {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    this.#names.set(key, this.#names.size);
    return this.#names.size - 1;
  }
}

function sharedLength(left: readonly CacheBlock[], right: readonly CacheBlock[]): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [before, after] = [left[index], right[index]];
    if (before !== after && (before?.id !== after?.id || before?.level !== after?.level)) return index;
  }
  return length;
}

/** Tokens of the prompt up to and with each block. */
export function tokensUpTo(blocks: readonly CacheBlock[]): readonly number[] {
  let sum = 0;
  return blocks.map(({ tokens }) => {
    sum += tokens;
    return sum;
  });
}

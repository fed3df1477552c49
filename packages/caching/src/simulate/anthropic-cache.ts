import type { CacheTtl } from '../cache-plan.ts';
import type { CacheBlock } from './cache-block.ts';
import { PrefixIds, type PrefixScope, tokensUpTo } from './prefix-ids.ts';

/** What the documentation says, and a guess at what it leaves open. Source: Anthropic, "Prompt caching", October 2026. */
export interface AnthropicAssumptions {
  /** Blocks that a marker looks back over for an earlier write, its own counted. Default 20. */
  readonly lookbackBlocks: number;
  /** Default 4. */
  readonly maxMarkers: number;
  /** Prefixes of fewer tokens are not cached. Default 1,024. */
  readonly minTokens: number;
  /** Time until the first response begins, and what the request wrote can be read, in milliseconds. Default 0. */
  readonly firstTokenMs: number;
  /** What a hit keeps alive: its own entry, those under the request's markers too, or those of all shorter prefixes. Default `breakpoints`. */
  readonly refresh: 'hit' | 'breakpoints' | 'prefixes';
  /** Whether a marked block in front of the hit gets an entry of its own, for nothing. Default true. */
  readonly fillsBelowHit: boolean;
  /** Whether an entry lives only while all those it was built on do: the pessimist's guess. Default false. */
  readonly needsSegments: boolean;
}

const DOCUMENTED: AnthropicAssumptions = {
  lookbackBlocks: 20,
  maxMarkers: 4,
  minTokens: 1_024,
  firstTokenMs: 0,
  refresh: 'breakpoints',
  fillsBelowHit: true,
  needsSegments: false,
};

const LIFETIME_MS: Readonly<Record<CacheTtl, number>> = { '5m': 300_000, '1h': 3_600_000 };

/** One request, as the cache sees it. */
export interface AnthropicCacheRequest extends PrefixScope {
  readonly nowMs: number;
  readonly blocks: readonly CacheBlock[];
  /** The marker at the top level of the request, which the server sets on the last block that can carry it. */
  readonly automatic?: CacheTtl | undefined;
}

/** Tokens of one prompt by what is billed for them; they add up to the prompt. */
export interface CacheTokens {
  readonly readTokens: number;
  readonly write5mTokens: number;
  readonly write1hTokens: number;
  readonly uncachedTokens: number;
}

/** What the provider answers. Narrow on `kind`. */
export type CacheAnswer =
  | {
      readonly kind: 'answered';
      readonly tokens: CacheTokens;
      /** The last block that was read, as its index; undefined where nothing was. */
      readonly hitBlock?: number;
    }
  /** A 400. */
  | { readonly kind: 'refused'; readonly reason: string };

/** A cache that keeps what requests wrote. */
export interface CacheModel<Request> {
  request(request: Request): CacheAnswer;
}

/** A model of Anthropic's prompt cache, with nothing in it: who is billed what, by the documented rules. */
export function createAnthropicCache(
  assumptions: Partial<AnthropicAssumptions> = {},
): CacheModel<AnthropicCacheRequest> {
  return new AnthropicCache({ ...DOCUMENTED, ...assumptions });
}

interface Entry {
  readonly lifetimeMs: number;
  usedAt: number;
  readonly readableAt: number;
  /** The entry it was built on. */
  readonly below: Entry | undefined;
}

/** A request that was found in order. */
interface Checked {
  readonly nowMs: number;
  readonly ids: readonly number[];
  readonly sums: readonly number[];
  /** Blocks with a marker that takes effect, as indices, ascending. */
  readonly marked: readonly { readonly index: number; readonly ttl: CacheTtl }[];
}

class AnthropicCache implements CacheModel<AnthropicCacheRequest> {
  readonly #assumptions: AnthropicAssumptions;
  readonly #entries = new Map<number, Entry>();
  readonly #ids = new PrefixIds();

  constructor(assumptions: AnthropicAssumptions) {
    this.#assumptions = assumptions;
  }

  request({ nowMs, blocks, automatic, ...scope }: AnthropicCacheRequest): CacheAnswer {
    const placed = this.#place(blocks, automatic);
    const reason = placed.reason ?? this.#problem(blocks, placed.marks);
    if (reason !== undefined) return { kind: 'refused', reason };
    const sums = tokensUpTo(blocks);
    const marked = placed.marks.filter(({ index }) => (sums[index] ?? 0) >= this.#assumptions.minTokens);
    const checked = { nowMs, ids: this.#ids.of(blocks, scope), sums, marked };
    const hit = this.#find(checked);
    const tokens = bill(checked, hit);
    this.#keep(checked, hit);
    return { kind: 'answered', tokens, ...(hit === undefined ? {} : { hitBlock: hit }) };
  }

  #place(blocks: readonly CacheBlock[], automatic: CacheTtl | undefined): Placed {
    const marks = marksOf(blocks);
    return automatic === undefined ? { marks } : withAutomatic(blocks, automatic, this.#assumptions.maxMarkers);
  }

  #problem(blocks: readonly CacheBlock[], marks: readonly Mark[]): string | undefined {
    const { maxMarkers } = this.#assumptions;
    if (marks.length > maxMarkers)
      return `A maximum of ${maxMarkers} blocks with cache_control may be provided. Found ${marks.length}.`;
    if (marks.some(({ index }) => blocks[index]?.isUnmarkable === true))
      return 'This block cannot carry cache_control.';
    const first5m = marks.findIndex(({ ttl }) => ttl === '5m');
    if (first5m !== -1 && marks.slice(first5m).some(({ ttl }) => ttl === '1h'))
      return 'A block with ttl 1h must not come after one with ttl 5m.';
    return undefined;
  }

  /** From the last marker back, each over its own stretch: the first entry that is alive. */
  #find({ nowMs, ids, marked }: Checked): number | undefined {
    for (const { index } of marked.toReversed()) {
      const last = Math.max(0, index - this.#assumptions.lookbackBlocks + 1);
      for (let at = index; at >= last; at -= 1) if (this.#alive(ids[at], nowMs) !== undefined) return at;
    }
    return undefined;
  }

  #alive(id: number | undefined, nowMs: number): Entry | undefined {
    const entry = id === undefined ? undefined : this.#entries.get(id);
    return entry !== undefined && entry.readableAt <= nowMs && this.#isFresh(entry, nowMs) ? entry : undefined;
  }

  #isFresh(entry: Entry, nowMs: number): boolean {
    for (let each: Entry | undefined = entry; each !== undefined; each = each.below) {
      if (nowMs >= each.usedAt + each.lifetimeMs) return false;
      if (!this.#assumptions.needsSegments) return true;
    }
    return true;
  }

  #keep(checked: Checked, hit: number | undefined): void {
    if (hit !== undefined) this.#refresh(checked, hit);
    this.#write(checked, hit);
  }

  #refresh({ nowMs, ids, marked }: Checked, hit: number): void {
    this.#touch(ids[hit], nowMs);
    switch (this.#assumptions.refresh) {
      case 'hit':
        return;
      case 'breakpoints':
        for (const { index } of marked) if (index <= hit) this.#touch(ids[index], nowMs);
        return;
      case 'prefixes':
        for (const id of ids.slice(0, hit)) this.#touch(id, nowMs);
    }
  }

  #touch(id: number | undefined, nowMs: number): void {
    const entry = this.#alive(id, nowMs);
    for (let each = entry; each !== undefined; each = this.#assumptions.needsSegments ? each.below : undefined) {
      each.usedAt = nowMs;
    }
  }

  #write({ nowMs, ids, marked }: Checked, hit = -1): void {
    let below = this.#entries.get(ids[hit] ?? -1);
    for (const { index, ttl } of marked) {
      const isAbove = index > hit;
      if (!isAbove && !this.#assumptions.fillsBelowHit) continue;
      const entry = this.#add(ids[index], ttl, { nowMs, below: isAbove ? below : undefined });
      if (isAbove) below = entry ?? below;
    }
  }

  /** @returns `undefined` where there is one already. */
  #add(
    id: number | undefined,
    ttl: CacheTtl,
    { nowMs, below }: { readonly nowMs: number; readonly below: Entry | undefined },
  ): Entry | undefined {
    if (id === undefined || this.#alive(id, nowMs) !== undefined) return undefined;
    const readableAt = nowMs + this.#assumptions.firstTokenMs;
    const entry: Entry = { lifetimeMs: LIFETIME_MS[ttl], usedAt: nowMs, readableAt, below };
    this.#entries.set(id, entry);
    return entry;
  }
}

interface Mark {
  readonly index: number;
  readonly ttl: CacheTtl;
}

interface Placed {
  readonly marks: readonly Mark[];
  /** Why the request is refused. */
  readonly reason?: string;
}

function marksOf(blocks: readonly CacheBlock[]): readonly Mark[] {
  return blocks.flatMap(({ mark }, index) => (mark === undefined ? [] : [{ index, ttl: mark }]));
}

/** The server's own marker, on the last block that can carry one. */
function withAutomatic(blocks: readonly CacheBlock[], ttl: CacheTtl, maxMarkers: number): Placed {
  const marks = marksOf(blocks);
  const index = blocks.findLastIndex(({ isUnmarkable }) => isUnmarkable !== true);
  if (index === -1) return { marks };
  const own = blocks[index]?.mark;
  if (own === ttl) return { marks };
  if (own !== undefined) return { marks, reason: 'The last block has a marker of another ttl.' };
  if (marks.length >= maxMarkers) return { marks, reason: 'No slot is left for automatic caching.' };
  return { marks: [...marks, { index, ttl }] };
}

/** Read up to the hit, written for an hour up to the last marker of an hour, for five minutes up to the last one. */
function bill({ sums, marked }: Checked, hit: number | undefined): CacheTokens {
  const total = sums.at(-1) ?? 0;
  const read = hit === undefined ? 0 : (sums[hit] ?? 0);
  const upTo = (ttl?: CacheTtl): number =>
    marked.reduce(
      (most, mark) => (ttl === undefined || mark.ttl === ttl ? Math.max(most, sums[mark.index] ?? 0) : most),
      read,
    );
  const hour = upTo('1h');
  const all = Math.max(hour, upTo());
  return {
    readTokens: read,
    write1hTokens: hour - read,
    write5mTokens: all - hour,
    uncachedTokens: total - all,
  };
}

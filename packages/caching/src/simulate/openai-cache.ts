import type { CacheAnswer, CacheModel } from './anthropic-cache.ts';
import type { CacheBlock } from './cache-block.ts';
import { PrefixIds, type PrefixScope, tokensUpTo } from './prefix-ids.ts';

/** How OpenAI caches. Source: OpenAI, "Prompt caching", copy of November 2026; GPT-5.6 and later unless told otherwise. */
export interface OpenAiAssumptions {
  /** Prefixes of fewer tokens are not cached. Default 1,024. */
  readonly minTokens: number;
  /** Lifetime from the last write or use, in milliseconds. Default 1,800,000. */
  readonly ttlMs: number;
  /** For models before GPT-5.6: entries stand at each multiple of so many tokens, and writing is free. Default: none. */
  readonly intervalTokens?: number;
  /** What those report is rounded down to a multiple of this. Default 128. */
  readonly roundingTokens: number;
}

const DOCUMENTED: OpenAiAssumptions = { minTokens: 1_024, ttlMs: 1_800_000, roundingTokens: 128 };

/** Markers that a lookup heeds: the first, and the latest. */
const FIRST_MARKERS = 2;
const LATEST_MARKERS = 50;
/** Earlier ends of messages that an implicit lookup tries. */
const EARLIER_ENDS = 20;
/** Markers that are written: beside the server's own, and alone. */
const WRITTEN_BESIDE_IMPLICIT = 3;
const WRITTEN_EXPLICIT = 4;

/** One request, as the cache sees it. Marks have no lifetime of their own. */
export interface OpenAiCacheRequest extends PrefixScope {
  readonly nowMs: number;
  readonly blocks: readonly CacheBlock[];
  /** `implicit`: the server sets a breakpoint at the end, too. `explicit`: the marked ones only. Default `implicit`. */
  readonly mode?: 'implicit' | 'explicit' | undefined;
}

/** A model of OpenAI's prompt cache, with nothing in it. What it writes is counted as `write5mTokens`. */
export function createOpenAiCache(assumptions: Partial<OpenAiAssumptions> = {}): CacheModel<OpenAiCacheRequest> {
  return new OpenAiCache({ ...DOCUMENTED, ...assumptions });
}

class OpenAiCache implements CacheModel<OpenAiCacheRequest> {
  readonly #assumptions: OpenAiAssumptions;
  /** When each entry was used last, by the prefix, or by prefix and position. */
  readonly #usedAt = new Map<string, number>();
  readonly #ids = new PrefixIds();

  constructor(assumptions: OpenAiAssumptions) {
    this.#assumptions = assumptions;
  }

  request({ nowMs, blocks, mode = 'implicit', ...scope }: OpenAiCacheRequest): CacheAnswer {
    const sums = tokensUpTo(blocks);
    const ids = this.#ids.of(blocks, scope);
    const { intervalTokens } = this.#assumptions;
    if (intervalTokens !== undefined) return this.#byInterval(intervalTokens, { nowMs, blocks, sums, ids });
    return this.#byMarkers(mode, { nowMs, blocks, sums, ids });
  }

  #byMarkers(mode: 'implicit' | 'explicit', prompt: Prompt): CacheAnswer {
    const { ids, sums, nowMs } = prompt;
    const { tried, written } = placesOf(prompt.blocks, mode);
    const { minTokens } = this.#assumptions;
    const nameOf = (index: number): string => `${ids[index]}`;
    const isLong = (index: number): boolean => (sums[index] ?? 0) >= minTokens;
    const hit = tried.find((index) => isLong(index) && this.#isAlive(nameOf(index), nowMs));
    const readTokens = hit === undefined ? 0 : (sums[hit] ?? 0);
    const long = written.filter(isLong);
    const upTo = long.reduce((most, index) => Math.max(most, sums[index] ?? 0), readTokens);
    for (const name of long.map(nameOf)) if (!this.#isAlive(name, nowMs)) this.#usedAt.set(name, nowMs);
    if (hit !== undefined) this.#usedAt.set(nameOf(hit), nowMs);
    return answer({ readTokens, writeTokens: upTo - readTokens, totalTokens: sums.at(-1) ?? 0 }, hit);
  }

  /** Entries stand at positions, wherever a block ends: one is named by the block that holds it, and how far into it. */
  #byInterval(interval: number, { nowMs, sums, ids }: Prompt): CacheAnswer {
    const { minTokens, roundingTokens } = this.#assumptions;
    const totalTokens = sums.at(-1) ?? 0;
    const names = namesAt(interval, { sums, ids }).filter(({ position }) => position >= minTokens);
    const found = names.findLast(({ name }) => this.#isAlive(name, nowMs))?.position ?? 0;
    for (const { name } of names) this.#usedAt.set(name, nowMs);
    const readTokens = Math.floor(found / roundingTokens) * roundingTokens;
    return answer({ readTokens, writeTokens: 0, totalTokens }, undefined);
  }

  #isAlive(name: string, nowMs: number): boolean {
    const usedAt = this.#usedAt.get(name);
    return usedAt !== undefined && nowMs < usedAt + this.#assumptions.ttlMs;
  }
}

interface Prompt {
  readonly nowMs: number;
  readonly blocks: readonly CacheBlock[];
  readonly sums: readonly number[];
  readonly ids: readonly number[];
}

function answer(
  { readTokens, writeTokens, totalTokens }: Readonly<Record<'readTokens' | 'writeTokens' | 'totalTokens', number>>,
  hit: number | undefined,
): CacheAnswer {
  const uncachedTokens = totalTokens - readTokens - writeTokens;
  const tokens = { readTokens, write5mTokens: writeTokens, write1hTokens: 0, uncachedTokens };
  return { kind: 'answered', tokens, ...(hit === undefined ? {} : { hitBlock: hit }) };
}

interface Position {
  readonly position: number;
  readonly name: string;
}

function namesAt(interval: number, { sums, ids }: Pick<Prompt, 'sums' | 'ids'>): readonly Position[] {
  const names: Position[] = [];
  let position = interval;
  for (const [index, sum] of sums.entries()) {
    const start = index === 0 ? 0 : (sums[index - 1] ?? 0);
    for (; position <= sum; position += interval)
      names.push({ position, name: `${ids[index]} at ${position - start}` });
  }
  return names;
}

interface Places {
  /** Where an earlier entry is looked for, latest first. */
  readonly tried: readonly number[];
  readonly written: readonly number[];
}

/** Blocks that a request reads from and writes to, as indices. */
function placesOf(blocks: readonly CacheBlock[], mode: 'implicit' | 'explicit'): Places {
  const marks = blocks.flatMap(({ mark }, index) => (mark === undefined ? [] : [index]));
  const heeded = [...marks.slice(0, FIRST_MARKERS), ...marks.slice(-LATEST_MARKERS)];
  if (mode === 'explicit') return { tried: latestFirst(heeded), written: marks.slice(-WRITTEN_EXPLICIT) };
  const { ends, developerEnd } = eligibleEnds(blocks);
  const developer = developerEnd === undefined ? [] : [developerEnd];
  return {
    tried: latestFirst([...heeded, ...ends.slice(-1 - EARLIER_ENDS), ...developer]),
    written: [...marks.slice(-WRITTEN_BESIDE_IMPLICIT), ...ends.slice(-1)],
  };
}

function latestFirst(indices: readonly number[]): readonly number[] {
  return [...new Set(indices)].toSorted((left, right) => right - left);
}

interface EligibleEnds {
  readonly ends: readonly number[];
  readonly developerEnd: number | undefined;
}

/**
 * Blocks at which the server may set its breakpoint: the end of the developer messages at the start, of each user
 * message, and of each run of tool results.
 */
function eligibleEnds(blocks: readonly CacheBlock[]): EligibleEnds {
  const afterDeveloper = blocks.findIndex(({ role }) => role !== 'developer' && role !== undefined);
  const leading = blocks.slice(0, afterDeveloper === -1 ? blocks.length : afterDeveloper);
  const last = leading.findLastIndex(({ role }) => role === 'developer');
  const developerEnd = last === -1 ? undefined : last;
  const ends = blocks.flatMap((block, index) =>
    index === developerEnd || endsEligibleMessage(block, blocks[index + 1]) ? [index] : [],
  );
  return { ends, developerEnd };
}

function endsEligibleMessage({ role, message }: CacheBlock, next: CacheBlock | undefined): boolean {
  if (next !== undefined && next.message === message) return false;
  return role === 'user' || (role === 'tool' && next?.role !== 'tool');
}

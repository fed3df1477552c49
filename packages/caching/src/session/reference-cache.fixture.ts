import type { WirePrompt } from '../wire-prompt.ts';
import type { CacheUsage } from './cache-usage.ts';

const LOOKBACK_BLOCKS = 20;
const MAX_MARKERS = 4;
const TTL_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 };

/** A provider's cache by the letter of its rules, one token a character: written for clearness, not for speed. */
export interface ReferenceCache {
  /** Bill a request, and remember what it wrote. Throws where the provider would answer 400. */
  send(prompt: WirePrompt, nowMs: number): Required<CacheUsage>;
}

interface Block {
  readonly text: string;
  readonly ttl: '5m' | '1h' | undefined;
}

/** An empty cache. Prefixes under `minTokens` are not cached. */
export function createReferenceCache(minTokens = 0): ReferenceCache {
  const entries = new Map<string, { untilMs: number; readonly ttlMs: number }>();

  /** Whether there is a live entry, which then lives on. */
  function refresh(prefix: string, nowMs: number): boolean {
    const entry = entries.get(prefix);
    if (entry === undefined || entry.untilMs <= nowMs) return false;
    entry.untilMs = nowMs + entry.ttlMs;
    return true;
  }

  function findHit(prefixes: readonly string[], marked: readonly number[], nowMs: number): number {
    for (const place of marked.toReversed()) {
      for (let at = place; at > Math.max(-1, place - LOOKBACK_BLOCKS); at -= 1) {
        if (refresh(prefixes[at] ?? '', nowMs)) return at;
      }
    }
    return -1;
  }

  return {
    send(prompt, nowMs) {
      const blocks = blocksOf(prompt);
      const prefixes: string[] = [];
      for (const { text } of blocks) prefixes.push((prefixes.at(-1) ?? '') + text);
      const all = blocks.flatMap(({ ttl }, index) => (ttl === undefined ? [] : [index]));
      if (all.length > MAX_MARKERS) throw new Error(`${all.length} markers`);
      const ttls = all.map((index) => blocks[index]?.ttl);
      if (ttls.lastIndexOf('1h') > ttls.indexOf('5m') && ttls.includes('5m')) throw new Error('1h behind 5m');

      const sizeAt = (index: number): number => prefixes[index]?.length ?? 0;
      const marked = all.filter((index) => sizeAt(index) >= minTokens);
      const hit = findHit(prefixes, marked, nowMs);
      // Whether a read also refreshes shorter entries under markers is not documented; here it does.
      for (const index of marked.filter((each) => each < hit)) refresh(prefixes[index] ?? '', nowMs);
      for (const index of marked.filter((each) => each > hit)) {
        const ttlMs = TTL_MS[blocks[index]?.ttl ?? '5m'];
        entries.set(prefixes[index] ?? '', { untilMs: nowMs + ttlMs, ttlMs });
      }
      const cacheReadTokens = sizeAt(hit);
      return {
        promptTokens: sizeAt(blocks.length - 1),
        cacheReadTokens,
        cacheWriteTokens: Math.max(0, sizeAt(marked.at(-1) ?? -1) - cacheReadTokens),
      };
    },
  };
}

/** The blocks in their order, a text that stands alone as the block that it is to the provider. */
function blocksOf({ tools = [], system = [], messages }: WirePrompt): readonly Block[] {
  const systemBlocks = typeof system === 'string' ? [{ type: 'text', text: system }] : system;
  return [
    ...tools.map((tool) => toBlock(tool)),
    ...systemBlocks.map((block) => toBlock(block)),
    ...messages.flatMap(({ role, content }) => {
      const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content }];
      return blocks.map((block: object) => toBlock(block, String(role)));
    }),
  ];
}

function toBlock(object: object, role = ''): Block {
  const { cache_control: marker, ...rest } = object as { readonly cache_control?: { readonly ttl?: '1h' } };
  return { text: role + JSON.stringify(rest), ttl: marker === undefined ? undefined : (marker.ttl ?? '5m') };
}

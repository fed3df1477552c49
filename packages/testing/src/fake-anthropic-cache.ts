import { createHash } from 'node:crypto';
import type { CountText } from './count-fake-tokens.ts';
import { type Marker, type MarkerTtl, markersOf } from './fake-anthropic-markers.ts';
import { type PromptBlock, promptBlocks, type Sent, textOfBlock } from './fake-anthropic-prompt.ts';
import { isRecord } from './is-record.ts';

/** Blocks that a marker looks at, its own the first. Source: provider reference, section 1.3, read 2026-11. */
const LOOK_BACK_BLOCKS = 20;
const LIFETIME_MS: Readonly<Record<MarkerTtl, number>> = { '5m': 300_000, '1h': 3_600_000 };

/** What a chat template writes around a message, in tokens. */
const TOKENS_PER_MESSAGE = 4;
/** Images cost by their size in pixels, not by the length of their bytes. */
const TOKENS_PER_IMAGE = 1_000;

/** Not read by the model. */
const WEIGHTLESS_FIELDS: ReadonlySet<string> = new Set(['cache_control', 'signature', 'encrypted_content']);

/** What a prompt costs, in tokens. The four together are its size. */
export interface PromptBill {
  readonly inputTokens: number;
  readonly readTokens: number;
  readonly write5mTokens: number;
  readonly write1hTokens: number;
}

/** A prompt, measured. */
export interface MeasuredPrompt {
  readonly totalTokens: number;
  readonly markers: readonly Marker[];
  /** For each block, the prefix that ends with it. */
  readonly prefixes: readonly Prefix[];
}

interface Prefix {
  readonly hash: string;
  readonly tokens: number;
}

interface Entry {
  readonly ttl: MarkerTtl;
  readonly endsMs: number;
}

/** Size and prefixes of a prompt. A marker is no part of it. */
export function measurePrompt(body: Sent, count: CountText): MeasuredPrompt {
  const blocks = promptBlocks(body);
  let { hash, tokens }: Prefix = { hash: hashOf(String(body['model'])), tokens: 0 };
  const prefixes = blocks.map((block, at): Prefix => {
    const opens = startsMessage(block, blocks[at - 1]);
    hash = hashOf(hash, block.section, block.role ?? '', textOfBlock(block.block), settingsBefore(block, body));
    tokens += countValue(block.block, count) + (opens ? TOKENS_PER_MESSAGE : 0);
    return { hash, tokens };
  });
  return { totalTokens: Math.max(1, tokens), markers: markersOf(body), prefixes };
}

/** Entries of a cache, and what prompts cost with it. */
export class FakeCache {
  readonly #entries = new Map<string, Entry>();
  readonly #minTokens: number;

  constructor(minTokens: number) {
    this.#minTokens = minTokens;
  }

  /**
   * What a prompt costs that arrives now. What it writes can be read only once it is committed, as its response begins;
   * it lives from now on all the same.
   */
  bill(prompt: MeasuredPrompt, nowMs: number): { readonly bill: PromptBill; readonly commit: () => void } {
    const markers = prompt.markers.filter(({ at }) => this.#tokensAt(prompt, at) >= this.#minTokens);
    const hit = this.#findHit(prompt, markers, nowMs);
    const written = markers.filter(({ at }) => at > hit);
    return {
      bill: billOf(prompt, hit, written),
      commit: () => {
        const ttl = this.#entries.get(prompt.prefixes[hit]?.hash ?? '')?.ttl;
        if (ttl !== undefined) this.#keep(prompt, { at: hit, ttl }, nowMs); // a hit is a refresh
        for (const marker of written) this.#keep(prompt, marker, nowMs);
      },
    };
  }

  /** Position where the longest cached prefix ends; -1 for none. */
  #findHit({ prefixes }: MeasuredPrompt, markers: readonly Marker[], nowMs: number): number {
    for (const { at } of markers.toReversed()) {
      for (let looked = 0; looked < LOOK_BACK_BLOCKS && at - looked >= 0; looked += 1) {
        const entry = this.#entries.get(prefixes[at - looked]?.hash ?? '');
        if (entry !== undefined && entry.endsMs > nowMs) return at - looked;
      }
    }
    return -1;
  }

  #keep({ prefixes }: MeasuredPrompt, { at, ttl }: Marker, nowMs: number): void {
    const hash = prefixes[at]?.hash;
    if (hash !== undefined) this.#entries.set(hash, { ttl, endsMs: nowMs + LIFETIME_MS[ttl] });
  }

  #tokensAt({ prefixes }: MeasuredPrompt, at: number): number {
    return prefixes[at]?.tokens ?? 0;
  }
}

/** Read up to the hit, written up to the last marker, the longer lifetime first, and the rest at its plain price. */
function billOf({ prefixes, totalTokens }: MeasuredPrompt, hit: number, written: readonly Marker[]): PromptBill {
  const tokensAt = (at: number | undefined): number | undefined => prefixes[at ?? -1]?.tokens;
  const readTokens = tokensAt(hit) ?? 0;
  const longEnd = tokensAt(written.findLast(({ ttl }) => ttl === '1h')?.at) ?? readTokens;
  const end = tokensAt(written.at(-1)?.at) ?? readTokens;
  return {
    inputTokens: totalTokens - end,
    readTokens,
    write1hTokens: longEnd - readTokens,
    write5mTokens: end - longEnd,
  };
}

function startsMessage({ messageIndex }: PromptBlock, previous: PromptBlock | undefined): boolean {
  return messageIndex !== undefined && messageIndex !== previous?.messageIndex;
}

/** Settings that the cache of the messages depends on, and that of tools and system does not. */
function settingsBefore({ section }: PromptBlock, { tool_choice: choice, thinking }: Sent): string {
  return section === 'messages' ? JSON.stringify([choice ?? null, thinking ?? null]) : '';
}

function countValue(value: unknown, count: CountText): number {
  if (typeof value === 'string') return count(value);
  if (typeof value === 'number' || typeof value === 'boolean') return 1;
  if (Array.isArray(value)) return value.reduce((tokens: number, each) => tokens + countValue(each, count), 0);
  if (!isRecord(value)) return 0;
  if (value['type'] === 'image') return TOKENS_PER_IMAGE;
  const fields = Object.entries(value).filter(([field]) => !WEIGHTLESS_FIELDS.has(field));
  return fields.reduce((tokens, [, each]) => tokens + countValue(each, count), 0);
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

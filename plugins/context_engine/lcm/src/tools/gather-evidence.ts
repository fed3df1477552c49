import type { Message } from '@hermes-context/contract';
import type { GrepFound, GrepMessageHit, GrepRequest } from '../search/grep-types.ts';
import type { StoredEntry } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';
import { entriesUnder } from './entries-under.ts';
import { foundBy } from './grep-tool.ts';
import { messageText } from './message-text.ts';
import type { RecallPlace } from './recall-id.ts';
import { onBoundary, pieceEnd } from './result-size.ts';

/** What one question may read, in tokens: what a small model still answers from. */
export const EVIDENCE_TOKENS = 24_000;
/** What one message may take of it, in tokens: a long one must not push the others out. */
const MESSAGE_TOKENS = 6_000;
/** What is kept before the match in a message that is cut, in UTF-16 units. */
const LEAD_CHARS = 2_000;
/** Room below which nothing more is added, in tokens. */
const MIN_ROOM_TOKENS = 100;

/** One message that a question is answered from. */
export interface Evidence {
  readonly entry: number;
  /** As it was said, or a part of it where it is long. */
  readonly message: Message;
}

/** What a question is answered from, oldest first. */
export interface Gathered {
  readonly evidence: readonly Evidence[];
  /** Whether everything that was asked for is in it, uncut. */
  readonly isWhole: boolean;
}

/** The messages under a summary from the oldest on, as many as there is room for. */
export async function gatherUnder(id: string, place: RecallPlace): Promise<Gathered> {
  const pile = new EvidencePile(place);
  for await (const entry of entriesUnder(place.store, { id, after: 0, signal: place.signal })) {
    if (!pile.add(entry)) break;
  }
  return pile.gathered();
}

/** The entries that evidence may come from, both included. */
export interface EvidenceSpan {
  readonly firstEntry: number;
  readonly lastEntry: number;
}

/**
 * The hits of a search, best first, then their neighbours within a span, as many as there is room for; and what the
 * search said.
 */
export async function gatherFound(
  request: GrepRequest,
  place: RecallPlace,
  span: EvidenceSpan = { firstEntry: 0, lastEntry: Number.POSITIVE_INFINITY },
): Promise<Gathered & { readonly found: GrepFound }> {
  const { store, signal } = place;
  const found = await foundBy(request, place);
  const hits = found.hits.filter((hit): hit is GrepMessageHit => hit.kind === 'message');
  const pile = new EvidencePile(place);
  for (const hit of hits) {
    const entry = await untilAborted(signal, store.entry(hit.entry));
    if (entry !== undefined && !pile.add(entry, hit.offset)) break;
  }
  for (const hit of hits) {
    if (pile.isFull) break;
    for (const entry of await neighboursOf(hit, place, span)) pile.add(entry);
  }
  return { ...pile.gathered(), found };
}

/** What was said right before and after a message, where it is on the current branch. */
async function neighboursOf(
  { depth, entry }: GrepMessageHit,
  { context, store, signal }: RecallPlace,
  { firstEntry, lastEntry }: EvidenceSpan,
): Promise<readonly StoredEntry[]> {
  const range = { fromDepth: Math.max(1, depth - 1), toDepth: depth + 1 };
  const around = await untilAborted(signal, store.path(context.sessionId, range));
  const isThere = around.some(({ id }) => id === entry);
  return isThere ? around.filter(({ id }) => id >= firstEntry && id <= lastEntry) : [];
}

class EvidencePile {
  readonly #place: RecallPlace;
  readonly #messages = new Map<number, Message>();
  #roomTokens = EVIDENCE_TOKENS;
  #isWhole = true;

  constructor(place: RecallPlace) {
    this.#place = place;
  }

  get isFull(): boolean {
    return this.#roomTokens < MIN_ROOM_TOKENS;
  }

  /** Whether there was room; what is there already needs none. */
  add(entry: StoredEntry, matchAt = 0): boolean {
    if (this.#messages.has(entry.id)) return true;
    if (this.isFull) this.#isWhole = false;
    if (this.isFull) return false;
    const { countTokens } = this.#place.context;
    const maxTokens = Math.min(MESSAGE_TOKENS, this.#roomTokens);
    const isCut = countTokens(entry.message) > maxTokens;
    const message = isCut ? cutMessage(entry, { matchAt, maxTokens, countTokens }) : entry.message;
    if (isCut) this.#isWhole = false;
    this.#roomTokens -= countTokens(message);
    this.#messages.set(entry.id, message);
    return true;
  }

  gathered(): Gathered {
    const inOrder = Array.from(this.#messages, ([entry, message]) => ({ entry, message }));
    return { evidence: inOrder.toSorted((one, other) => one.entry - other.entry), isWhole: this.#isWhole };
  }
}

interface Cut {
  readonly matchAt: number;
  readonly maxTokens: number;
  readonly countTokens: (message: Message) => number;
}

/** A part of a long message around a place, as text alone. */
function cutMessage(entry: StoredEntry, { matchAt, maxTokens, countTokens }: Cut): Message {
  const text = messageText(entry);
  const from = onBoundary(text, Math.max(0, matchAt - LEAD_CHARS));
  const cut = (piece: string): Message => {
    const rest = text.length - from - piece.length;
    const lead = from > 0 ? `[… ${from} characters omitted …]\n` : '';
    return withText(entry.message, `${lead}${piece}${rest > 0 ? `\n[… ${rest} characters omitted …]` : ''}`);
  };
  const end = pieceEnd(text, { from, maxTokens, tokensOf: (piece) => countTokens(cut(piece)) });
  return cut(text.slice(from, end));
}

function withText(message: Message, content: string): Message {
  return message.role === 'tool'
    ? { role: 'tool', tool_call_id: message.tool_call_id, content }
    : { role: message.role, content };
}

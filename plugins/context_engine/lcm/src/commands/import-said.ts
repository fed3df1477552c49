import type { EngineCommandServices, SessionMessage } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import type { Delivery, IngestMessage, LcmStore } from '../store/lcm-store.ts';
import { figure } from './plain-text.ts';

/** A piece goes to the store when it has so many messages, or so many tokens. */
const PIECE_MESSAGES = 500;
const PIECE_TOKENS = 200_000;

/** What is to be imported, and where to. */
export interface SaidSession {
  readonly sessionId: string;
  readonly session: AsyncIterable<SessionMessage>;
  readonly store: LcmStore;
  readonly services: Pick<EngineCommandServices, 'readSession' | 'signal' | 'progress'>;
}

/** What came of an import. */
export interface SaidImport {
  /** Messages of the session, without prompts of the system. */
  readonly read: number;
  /** Of them, those that were not in the store. */
  readonly added: number;
  /** Of those, the ones whose place lies within what was known. */
  readonly aside: number;
}

/**
 * Store what was said in a session, in pieces. Each begins with the message that it follows, so that it is put in its
 * place, whether the store knows nothing of the session yet, some of it, or all. What was taken back becomes a branch.
 */
export async function importSaid({ sessionId, session, store, services }: SaidSession): Promise<SaidImport> {
  const known = await knownStart(sessionId, { store, services });
  const sink = new Sink(store, { sessionId, known });
  for await (const one of session) {
    services.signal.throwIfAborted();
    if (one.message.role !== 'system') await sink.take(one);
    services.progress(`importing, ${figure(sink.came.read)} messages`);
  }
  await sink.end();
  services.progress('indexing');
  await store.indexAll();
  return sink.came;
}

/** Where the store's branch of a session begins. */
interface KnownStart {
  /** The message that it begins with, where older ones are to come. */
  readonly first: IngestMessage | undefined;
  /** Whether the store has nothing of the session. */
  readonly isFresh: boolean;
}

/**
 * An engine that was chosen amid a conversation knows it from there on. What is older belongs in front of that, which the
 * store can tell only in a list that has both.
 */
async function knownStart(
  sessionId: string,
  { store, services }: Pick<SaidSession, 'store' | 'services'>,
): Promise<KnownStart> {
  const [entry] = await store.path(sessionId, { limit: 1 });
  if (entry === undefined) return { first: undefined, isFresh: true };
  const { hostId, message, tokens, at } = entry;
  const isLater = hostId !== undefined && (await comesLater(sessionId, hostId, services));
  return { first: isLater ? { message, tokens, at, hostId } : undefined, isFresh: false };
}

async function comesLater(
  sessionId: string,
  hostId: string,
  { readSession }: Pick<EngineCommandServices, 'readSession'>,
): Promise<boolean> {
  let isFirst = true;
  for await (const { message } of (await readSession(sessionId)) ?? []) {
    if (message.role === 'system') continue;
    if (message._context?.id === hostId) return !isFirst;
    isFirst = false;
  }
  return false;
}

interface SinkPlace {
  readonly sessionId: string;
  readonly known: KnownStart;
}

/** Collects messages into pieces. */
class Sink {
  readonly #store: LcmStore;
  readonly #sessionId: string;
  /** In front of it stands what the store's branch does not have. Nothing once it was reached. */
  #first: IngestMessage | undefined;
  readonly #isFresh: boolean;
  #piece: IngestMessage[] = [];
  #tokens = 0;
  /** The newest message that was not taken back, and what the next piece follows. */
  #kept: IngestMessage | undefined;
  #anchor: IngestMessage | undefined;
  #isTakenBack = false;
  #came = { read: 0, added: 0, aside: 0 };

  constructor(store: LcmStore, { sessionId, known }: SinkPlace) {
    this.#store = store;
    this.#sessionId = sessionId;
    this.#first = known.first;
    this.#isFresh = known.isFresh;
  }

  get came(): SaidImport {
    return this.#came;
  }

  async take(one: SessionMessage): Promise<void> {
    const message = toIngest(one);
    if (message.hostId !== undefined && message.hostId === this.#first?.hostId) await this.#reachFirst();
    if (one.isTakenBack !== this.#isTakenBack) await this.#turn(one.isTakenBack);
    this.#piece.push(message);
    this.#tokens += message.tokens;
    if (!one.isTakenBack) this.#kept = message;
    if (this.#piece.length >= PIECE_MESSAGES || this.#tokens >= PIECE_TOKENS) await this.#send();
  }

  /** What is left, and the head where the conversation ends: what was taken back last is not its end. */
  async end(): Promise<void> {
    await this.#send();
    if (this.#kept === undefined) return;
    const last = { ...this.#kept, isAfterGap: true };
    await this.#store.ingest(this.#sessionId, [last], { delivery: 'live' });
  }

  async #reachFirst(): Promise<void> {
    await this.#send();
    this.#first = undefined;
    this.#anchor = undefined;
  }

  /** What was taken back follows what was kept in front of it, and so does what was said in its place. */
  async #turn(isTakenBack: boolean): Promise<void> {
    await this.#send();
    this.#isTakenBack = isTakenBack;
    this.#anchor = this.#kept;
  }

  async #send(): Promise<void> {
    const piece = this.#piece;
    if (piece.length === 0) return;
    const [before, behind] = this.#first === undefined ? [this.#anchor, undefined] : [undefined, this.#first];
    const list = [...(before === undefined ? [] : [before]), ...piece, ...(behind === undefined ? [] : [behind])];
    const { entries } = await this.#store.ingest(this.#sessionId, list, { delivery: this.#deliveryOf(before) });
    const own = entries.slice(before === undefined ? 0 : 1, list.length - (behind === undefined ? 0 : 1));
    this.#count(own.map(({ kind }) => kind));
    this.#anchor = piece.at(-1);
    this.#piece = [];
    this.#tokens = 0;
  }

  /** Without a message that it follows, a new session's piece begins it anew: what went before was taken back. */
  #deliveryOf(before: IngestMessage | undefined): Delivery {
    return this.#isFresh && before === undefined ? 'live' : 'part';
  }

  #count(kinds: readonly ('known' | 'new' | 'aside')[]): void {
    const aside = kinds.filter((kind) => kind === 'aside').length;
    const added = kinds.filter((kind) => kind !== 'known').length;
    const { read, added: before, aside: asideBefore } = this.#came;
    this.#came = { read: read + kinds.length, added: before + added, aside: asideBefore + aside };
  }
}

function toIngest({ message, at }: SessionMessage): IngestMessage {
  const id = message._context?.id;
  return { message, tokens: estimateTokens(message), at, ...(id === undefined ? {} : { hostId: id }) };
}

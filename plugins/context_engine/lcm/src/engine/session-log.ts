import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { EngineServices, Message, Messages } from '@hermes-context/contract';
import { summaryBody, timestampOf } from '@hermes-context/messages';
import type { Delivery, IngestedEntry, IngestMessage, LcmStore } from '../store/lcm-store.ts';
import { openLcmStore } from '../store/open-lcm-store.ts';
import { movedHash } from './moved-results.ts';
import { isOurs } from './plan-list.ts';
import { idsIn } from './render-summaries.ts';

/** Name of the store's file in the engine's folder. */
const FILE_NAME = 'lcm.db';

/** What a session says, on its way to the store: in order, and never waited for by a turn. */
export class SessionLog {
  readonly #services: EngineServices;
  #sessionId: string;
  #delivered = new WeakSet<Message>();
  /** The same by the host's ids, of the newest whole list and what followed it: a host reads its list anew at times. */
  #deliveredIds = new Set<string>();
  #store: Promise<LcmStore> | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  /** The newest message that was given to the store; nothing while there is no list that it could follow. */
  #last: Message | undefined;
  #isClosed = false;
  #isUsable = true;
  #firstLive = 0;
  readonly #family = new Set<string>();
  /** What summaries said when the family was looked for the last time. */
  #knownSummaries = '';

  constructor(services: EngineServices) {
    this.#services = services;
    this.#sessionId = services.sessionId;
  }

  get sessionId(): string {
    return this.#sessionId;
  }

  /** Go on under the id that a rotation gave the conversation: what was said under the old one is its family's. */
  follow(sessionId: string): void {
    if (sessionId === this.#sessionId) return;
    this.#family.add(this.#sessionId);
    this.#sessionId = sessionId;
    this.#delivered = new WeakSet();
    this.#deliveredIds = new Set();
    this.#last = undefined;
  }

  /** Whether the store took what it was given last: what is shown by its outline can be read there. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** The oldest entry that the list showed when it was stored whole: older ones may never have been in it. */
  get firstLive(): number {
    return this.#firstLive;
  }

  /** Sessions that this one goes on from: their summaries stand in its list. */
  get family(): readonly string[] {
    return [...this.#family];
  }

  /** The store, once all that was said so far is in it. */
  async ready(): Promise<LcmStore> {
    const store = await this.#open();
    await this.#tail;
    return store;
  }

  /** Store what a list has that was not said before. A list that does not go on from the last one is stored whole. */
  see(messages: Messages): void {
    const newest = messages.findLastIndex((message) => isSaid(message) && this.#isDelivered(message));
    const goesOn = this.#last !== undefined && isSameMessage(messages[newest], this.#last);
    const fresh = goesOn ? messages.slice(newest + 1) : messages;
    if (fresh.some(isSaid)) this.#inBackground(this.#deliver(fresh, goesOn ? 'added' : 'live'));
  }

  /** Store what a turn added. */
  add(messages: Messages): void {
    const first = messages.findIndex((message) => isSaid(message) && !this.#isDelivered(message));
    // Without a list before it, what is older would seem to be put in between later.
    if (this.#last !== undefined && first !== -1) this.#inBackground(this.#deliver(messages.slice(first), 'added'));
  }

  /** Store a whole list; what became of each message of it, nothing for those that are an engine's. */
  live(messages: Messages): Promise<readonly (IngestedEntry | undefined)[]> {
    return this.#deliver(messages, 'live');
  }

  /** Let go of the store, once everything is in it. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#tail;
    const store = await this.#store?.catch(() => undefined);
    await store?.close().catch((error: unknown) => this.#warn('close', error));
  }

  #open(): Promise<LcmStore> {
    const { dataDir, clock } = this.#services;
    const opened = this.#store ?? openLcmStore({ file: join(dataDir, FILE_NAME), now: () => clock.now() });
    this.#store = opened;
    opened.catch(() => {
      if (this.#store === opened) this.#store = undefined; // the next call tries again
    });
    return opened;
  }

  /** In the order of the calls. */
  #deliver(messages: Messages, delivery: Delivery): Promise<readonly (IngestedEntry | undefined)[]> {
    const said = messages.filter(isSaid);
    if (delivery === 'live') this.#deliveredIds = new Set();
    for (const message of said) this.#note(message);
    this.#last = said.at(-1) ?? this.#last;
    const sessionId = this.#sessionId;
    const stored = this.#tail.then(() => this.#ingest(messages, { delivery, sessionId }));
    this.#tail = stored.then(
      () => {
        this.#isUsable = true;
      },
      () => {
        this.#isUsable = false;
        this.#last = undefined; // the next list is stored whole
      },
    );
    return stored;
  }

  async #ingest(
    messages: Messages,
    { delivery, sessionId }: { readonly delivery: Delivery; readonly sessionId: string },
  ): Promise<readonly (IngestedEntry | undefined)[]> {
    const store = await this.#open();
    if (delivery === 'live') await this.#findFamily(messages, store);
    const whole = await Promise.all(messages.map((message) => this.#whole(message, store)));
    if (delivery === 'live') await nextTick(); // a whole list: its size is not counted in the same go
    const { entries } = await store.ingest(sessionId, this.#toIngest(whole), { delivery });
    const onPath = entries.find(({ isOnPath }) => isOnPath);
    if (delivery === 'live' && onPath !== undefined) this.#firstLive = onPath.id;
    let position = 0;
    return messages.map((message) => (isSaid(message) ? entries[position++] : undefined));
  }

  async #findFamily(messages: Messages, store: LcmStore): Promise<void> {
    const text = messages.flatMap((message) => (isOurs(message) ? (summaryBody(message) ?? []) : [])).join('\n');
    if (text === this.#knownSummaries) return;
    const summaries = await Promise.all(idsIn(text).map((id) => store.summary(id)));
    for (const summary of summaries) {
      if (summary !== undefined && summary.sessionId !== this.sessionId) this.#family.add(summary.sessionId);
    }
    this.#knownSummaries = text;
  }

  /** A result that the list shows by its outline, as it was said. */
  async #whole(message: Message, store: LcmStore): Promise<Message> {
    const hash = movedHash(message);
    if (hash === undefined || message.role !== 'tool') return message;
    const callId = message.tool_call_id;
    for (const sessionId of [this.sessionId, ...this.#family]) {
      const result = await store.result({ sessionId, hash, callId });
      if (result !== undefined) return { ...message, content: result.message.content };
    }
    return message; // its store is gone: the outline is all there is
  }

  #toIngest(messages: Messages): readonly IngestMessage[] {
    const { countTokens, clock } = this.#services;
    const now = clock.now();
    let isAfterGap = false;
    return messages.flatMap((message): readonly IngestMessage[] => {
      if (!isSaid(message)) {
        isAfterGap ||= message.role !== 'system';
        return [];
      }
      const id = message._context?.id;
      const ingest: IngestMessage = {
        message,
        tokens: countTokens(message),
        at: timestampOf(message) ?? now,
        ...(id === undefined ? {} : { hostId: id }),
        ...(isAfterGap ? { isAfterGap } : {}),
      };
      isAfterGap = false;
      return [ingest];
    });
  }

  #note(message: Message): void {
    this.#delivered.add(message);
    const id = message._context?.id;
    if (id !== undefined) this.#deliveredIds.add(id);
  }

  #isDelivered(message: Message): boolean {
    const id = message._context?.id;
    return this.#delivered.has(message) || (id !== undefined && this.#deliveredIds.has(id));
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#warn('ingest', error));
  }

  #warn(step: string, error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'unknown';
    this.#services.log.warn('lcm: store', { step, code, reason });
  }
}

function isSameMessage(left: Message | undefined, right: Message): boolean {
  if (left === right) return true;
  const id = right._context?.id;
  return id !== undefined && left?._context?.id === id;
}

/** Whether it is part of the conversation: no prompt of the system, nothing that an engine wrote. */
function isSaid(message: Message): boolean {
  return message.role !== 'system' && !isOurs(message);
}

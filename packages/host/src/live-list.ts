import type { Message, Messages } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import type { SessionStore, LiveList as StoredList } from '@hermes-context/sessions';
import type { ListPoint } from './accounting/size-account.ts';
import { TaskQueue } from './task-queue.ts';

/** Who appended: the store, or a session that a rotation closed meanwhile. */
export type Appended =
  | { readonly kind: 'appended'; readonly messages: Messages; readonly isRepeat: boolean }
  | { readonly kind: 'continued'; readonly by: string };

/**
 * The live list of one session, as the store has it: read once, then kept up with what is appended. Sums its size as it
 * grows, so that no turn counts the history again.
 */
export class LiveList {
  readonly #store: SessionStore;
  #list: StoredList;
  #messages: Message[] = [];
  #tokens = 0;
  /** Appends and reads one after another: a read that began first would otherwise undo what an append has noted. */
  readonly #queue = new TaskQueue();

  private constructor(store: SessionStore, list: StoredList) {
    this.#store = store;
    this.#list = list;
    this.#take(list);
  }

  static async open(store: SessionStore, sessionId: string): Promise<LiveList> {
    return new LiveList(store, await store.load(sessionId));
  }

  get sessionId(): string {
    return this.#list.sessionId;
  }

  /** The messages as they are now. Read at once or copied: a later append makes the array longer. */
  get messages(): Messages {
    return this.#messages;
  }

  /** Estimated size of all messages. */
  get tokens(): number {
    return this.#tokens;
  }

  get point(): ListPoint {
    return { sessionId: this.sessionId, revision: this.#list.revision, count: this.#messages.length };
  }

  /** Store messages at the end, and hold them with their ids. */
  append(messages: Messages, key?: string): Promise<Appended> {
    return this.#queue.run(() => this.#append(messages, key));
  }

  /** Read the list again, of this session or of the one that goes on from it. */
  reload(sessionId?: string): Promise<void> {
    return this.#queue.run(() => this.#reload(sessionId));
  }

  async #append(messages: Messages, key: string | undefined): Promise<Appended> {
    const options = key === undefined ? {} : { key };
    const appended = await this.#store.append(this.sessionId, messages, options);
    if (appended.kind === 'continued') return appended;
    const { ids, sequence, isRepeat } = appended;
    const stored = messages.map((message, index) => withId(asStored(message), ids[index]));
    if (isRepeat || sequence !== this.#list.sequence + messages.length) await this.#reload();
    else this.#grow(stored, sequence);
    return { kind: 'appended', messages: stored, isRepeat };
  }

  async #reload(sessionId: string = this.sessionId): Promise<void> {
    this.#take(await this.#store.load(sessionId));
  }

  /** Whether the store has moved on without us. */
  isBehind({ revision, sequence }: { readonly revision: number; readonly sequence: number }): boolean {
    return revision !== this.#list.revision || sequence !== this.#list.sequence;
  }

  #take(list: StoredList): void {
    this.#list = list;
    this.#messages = Array.from(list.messages);
    this.#tokens = 0;
    for (const message of list.messages) this.#tokens += estimateTokens(message);
  }

  #grow(stored: Messages, sequence: number): void {
    // A copy a turn would be quadratic over a session; who was handed the array before sees it grow, which is why
    // the session hands out copies.
    for (const message of stored) {
      this.#messages.push(message);
      this.#tokens += estimateTokens(message);
    }
    this.#list = { ...this.#list, sequence };
  }
}

/** As the store will hand it out from now on, and free of whoever wrote it. */
function asStored(message: Message): Message {
  return JSON.parse(JSON.stringify(message));
}

function withId(message: Message, id: string | undefined): Message {
  return id === undefined ? message : { ...message, _context: { ...message._context, id } };
}

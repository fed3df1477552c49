import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ContextEngine, EngineServices, Message, Messages, Summarise } from '@hermes-context/contract';
import { contextEngine } from '@hermes-context/engine-lcm';
import { openLcmStore } from '@hermes-context/engine-lcm/store';
import { estimateTokens, timestampOf } from '@hermes-context/messages';

type LcmStore = Awaited<ReturnType<typeof openLcmStore>>;

const CONTEXT_TOKENS = 200_000;
const CHARS_PER_TOKEN = 4;
/** Characters of each message that a summary of the bench has. */
const LINE_CHARS = 120;

/** A conversation with the engine, as a host leads it: turns, requests, compactions. Its model costs no time. */
export class LcmSession {
  readonly #folder: string;
  readonly id: string;
  #engine: ContextEngine | undefined;
  #store: LcmStore | undefined;
  #list: Messages = [];
  #tokens = 0;
  #nowMs = 0;
  #lastId = 0;

  constructor(folder: string, sessionId: string) {
    this.#folder = folder;
    this.id = sessionId;
  }

  get list(): Messages {
    return this.#list;
  }

  get engine(): ContextEngine {
    if (this.#engine === undefined) throw new Error('unreachable: the session was opened');
    return this.#engine;
  }

  /** Another hold of the engine's store. */
  get store(): LcmStore {
    if (this.#store === undefined) throw new Error('unreachable: the session was opened');
    return this.#store;
  }

  async open(): Promise<void> {
    this.#engine = await contextEngine.create(contextEngine.parseOptions({}), this.#services());
    this.#store = await openLcmStore({ file: join(this.#folder, 'lcm.db'), now: () => this.#nowMs });
  }

  async close(): Promise<void> {
    await this.#engine?.dispose?.();
    await this.#store?.close();
    this.#engine = undefined;
    this.#store = undefined;
  }

  /** Messages as the host's store gives them out: with ids. */
  take(messages: Iterator<Message>, count: number): Messages {
    return Array.from({ length: count }, () => {
      const { value, done } = messages.next();
      if (done === true) throw new Error('unreachable: it has no end');
      this.#lastId += 1;
      return { ...value, _context: { id: `h${this.#lastId}` } };
    });
  }

  /** A turn with one request, until all of it is in the store. */
  async turn(added: Messages): Promise<void> {
    this.#nowMs = timestampOf(added.at(-1) ?? { role: 'user', content: '' }) ?? this.#nowMs;
    this.#list = [...this.#list, ...added];
    this.#tokens += sizeOf(added);
    this.select(this.#list.slice(0, this.#list.length - added.length + 1));
    this.engine.onTurnComplete?.({ added, usage: { promptTokens: this.#tokens, completionTokens: 0 } });
    await nextTick(); // then it is on its way, and what is asked behind it is answered behind it
    await this.store.entry(1);
  }

  /** What the engine does for a request. */
  select(messages: Messages): void {
    this.engine.selectContext?.({ messages, promptTokens: this.#tokens });
  }

  /** Whether the engine wants to compact, and the list does not end amid a call and its result. */
  isFull(): boolean {
    const newest = this.#list.at(-1);
    const isOpen = newest?.role === 'assistant' && newest.tool_calls !== undefined;
    return !isOpen && this.engine.shouldCompress(this.#tokens);
  }

  async compact(force = false): Promise<void> {
    const { signal } = new AbortController();
    const outcome = await this.engine.compress({ messages: this.#list, promptTokens: this.#tokens, force, signal });
    if (outcome.kind !== 'compressed') return;
    this.#list = outcome.messages;
    this.#tokens = sizeOf(outcome.messages);
    await this.engine.onCommit?.({ sessionId: this.id, revision: 0, inPlace: true });
  }

  /** Call a tool of the engine, as the model does. */
  async call(name: string, input: unknown): Promise<string> {
    const tool = this.engine.tools?.find((each) => each.name === name);
    if (tool === undefined) throw new Error(`unreachable: the engine has no ${name}`);
    return tool.execute(input, { signal: new AbortController().signal });
  }

  /** Made here: what tests lend weighs more than the engine, and its memory is weighed. */
  #services(): EngineServices {
    return {
      sessionId: this.id,
      model: { name: 'bench', contextTokens: CONTEXT_TOKENS },
      countTokens: estimateTokens,
      summarise: shorten,
      log: { debug: () => undefined, info: () => undefined, warn: refuse },
      clock: { now: () => this.#nowMs },
      dataDir: this.#folder,
      emit: () => undefined,
    };
  }
}

/** What the engine warns of would make each figure worthless. */
function refuse(event: string, facts: unknown): never {
  throw new Error(`${event}: ${JSON.stringify(facts)}`);
}

/** The beginning of each message, as much as was asked for: text as long as a model's, at no time. */
const shorten: Summarise = async ({ messages, maxTokens }) => {
  const room = maxTokens * CHARS_PER_TOKEN;
  const share = Math.min(LINE_CHARS, Math.floor(room / Math.max(1, messages.length)));
  const lines = messages.map(({ content }) => (typeof content === 'string' ? content.slice(0, share) : ''));
  const text = lines.join('\n').slice(0, room);
  return { kind: 'summary', text, source: 'model', attempts: [], warnings: [] };
};

function sizeOf(messages: Messages): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}

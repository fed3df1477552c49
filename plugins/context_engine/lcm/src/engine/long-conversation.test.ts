import type { Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens, validateOpenAiChat } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { type EngineBench, engineBench } from './engine.fixture.ts';
import { longConversation, type PlantedFact } from './recorded.fixture.ts';

const WINDOW = 128_000;

/** A host in small: appends, asks before each request, and keeps what a compaction answers. */
class Conversation {
  readonly #bench: EngineBench;
  #list: Messages = [];
  #shown: Messages = [];
  compactions = 0;
  changedPrefixes = 0;
  largest = 0;

  constructor(bench: EngineBench) {
    this.#bench = bench;
  }

  get list(): Messages {
    return this.#list;
  }

  /** A turn: a request before each answer of the model. */
  async turn(added: Messages): Promise<void> {
    const { engine } = this.#bench;
    for (const message of added) {
      if (message.role === 'assistant') await this.#request();
      this.#list = [...this.#list, message];
    }
    engine.onTurnComplete?.({ added, usage: { promptTokens: this.#sizeOf(this.#list), completionTokens: 1 } });
  }

  #sizeOf(list: Messages): number {
    return estimateMessagesTokens(this.#bench.engine.selectContext?.({ messages: list, promptTokens: 0 }) ?? list);
  }

  async #compact(promptTokens: number): Promise<void> {
    const outcome = await this.#bench.compress(this.#list, { promptTokens });
    if (outcome.kind !== 'compressed') return;
    this.compactions += 1;
    this.#list = outcome.messages;
    this.#shown = [];
    await this.#bench.engine.onCommit?.({ sessionId: 'test-session', revision: this.compactions, inPlace: true });
    expect(validateOpenAiChat(outcome.messages)).toEqual([]);
  }

  /** What the model is sent goes on from what it was sent before, until the next publication. */
  async #request(): Promise<void> {
    const { engine } = this.#bench;
    const tokens = this.#sizeOf(this.#list);
    if (engine.shouldCompress(tokens)) await this.#compact(tokens);
    const shown = engine.selectContext?.({ messages: this.#list, promptTokens: tokens }) ?? this.#list;
    this.largest = Math.max(this.largest, estimateMessagesTokens(shown));
    if (!startsWith(shown, this.#shown)) this.changedPrefixes += 1;
    this.#shown = shown;
  }
}

/** Byte for byte: the same object needs no look. */
function startsWith(list: Messages, prefix: Messages): boolean {
  return prefix.every((each, index) => each === list[index] || JSON.stringify(each) === JSON.stringify(list[index]));
}

/** Turns: each begins where a person speaks, and reaches to the next such message. */
function turnsOf(messages: Messages): readonly Messages[] {
  const all: Message[][] = [];
  for (const message of messages) {
    const open = all.at(-1);
    if (open === undefined || message.role === 'user') all.push([message]);
    else open.push(message);
  }
  return all;
}

/** Whether a fact can be read under the summary that a search names for it. */
async function readsUnderSummary(bench: EngineBench, { word, sentence }: PlantedFact): Promise<boolean> {
  const found = await bench.call('lcm_grep', { pattern: word });
  const id = /^(sum_[0-9a-f]{12}) /m.exec(found)?.[1];
  let cursor: string | undefined;
  do {
    const page: string = await bench.call('lcm_expand', {
      id,
      ...(cursor === undefined ? {} : { cursor }),
      max_tokens: 20_000,
    });
    if (page.includes(sentence)) return true;
    cursor = /cursor="([^"]+)"\s*$/.exec(page)?.[1];
  } while (cursor !== undefined);
  return false;
}

describe('a conversation of two million tokens', () => {
  it('I22 I25 always fits, keeps its prefix between publications, and has every fact', {
    timeout: 180_000,
  }, async () => {
    const bench = await engineBench({ model: { name: 'm', contextTokens: WINDOW } });
    const { messages, facts } = longConversation({ tokens: 2_000_000, facts: 200 });
    const conversation = new Conversation(bench);
    for (const turn of turnsOf(messages)) await conversation.turn(turn);

    expect(conversation.compactions).toBeGreaterThanOrEqual(20);
    expect(conversation.largest).toBeLessThan(WINDOW);
    expect(conversation.changedPrefixes).toBe(0);
    const missing: string[] = [];
    for (const fact of facts) {
      const found = await bench.call('lcm_grep', { pattern: fact.word });
      if (!found.includes(`«${fact.word}»`) || !(await readsUnderSummary(bench, fact))) missing.push(fact.word);
    }
    expect(missing).toEqual([]);
    const store = await bench.store();
    expect(await store.verify()).toEqual([]);
    await store.indexAll();
    await store.tidy();
    const { file } = await store.stats();
    expect(file.bytes).toBeLessThan(file.contentBytes * 2);
  });
});

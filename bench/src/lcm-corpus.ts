import type { Message } from '@hermes-context/contract';

/** Word that one message alone has: the first of a person from the 4,000th on. */
export const RARE_WORD = 'quillfeather';
/** Term that the same message has, and one of every 20,000 behind it. */
export const CJK_TERM = '无损压缩引擎';
const PLANTED_AT = 4_000;
const PLANTED_EVERY = 20_000;

const SYLLABLES = 'ba ko ri ten mol sha vi dor lun pex gra zum fi que nor tal wes yab cim hod'.split(' ');
const WORDS = 8_000;
const IDEOGRAPHS = Array.from('上下文压缩会话消息数据库端到端测试结果无损管理引擎部署配置错误日志');
const START_MS = Date.UTC(2026, 0, 1);

/**
 * A conversation without end, the same in every run: a person's request, up to three calls of a tool with their results,
 * the model's answer. Few words are frequent and most are rare; some requests have ideographs, or a number of their own
 * as `NEEDLE_0`. Message for message it has the texts of the generator that other engines were measured with, and what
 * is planted.
 */
export function* lcmCorpus(): Generator<Message> {
  const writer = new Writer();
  let planted = PLANTED_AT;
  for (let count = 0; ; ) {
    const isPlanted = count >= planted;
    for (const message of writer.turn(count)) {
      count += 1;
      yield isPlanted && message.role === 'user' ? withPlanted(message, planted) : message;
    }
    if (isPlanted) planted += PLANTED_EVERY;
  }
}

/** Words of the corpus by how frequent they are, the most frequent one first. */
export function lcmWords(): readonly string[] {
  return vocabulary(seeded(7));
}

function withPlanted(message: Message, planted: number): Message {
  const rare = planted === PLANTED_AT ? ` ${RARE_WORD}` : '';
  return { ...message, role: 'user', content: `${message.content}${rare} 这是${CJK_TERM}。` };
}

/** Draws each number in the same order whatever is asked of it: the texts depend on that. */
class Writer {
  readonly #random = seeded(7);
  readonly #words = vocabulary(this.#random);
  #calls = 0;
  #atMs = START_MS;

  *turn(position: number): Generator<Message> {
    yield this.#said({ role: 'user', content: this.#request(position) });
    const calls = Math.floor(this.#random() * 4);
    for (let call = 0; call < calls; call += 1) yield* this.#round();
    yield this.#said({ role: 'assistant', content: this.#some(20 + Math.floor(this.#random() * 120)) });
  }

  #request(position: number): string {
    const text = this.#some(8 + Math.floor(this.#random() * 40));
    const drawn = (): string => IDEOGRAPHS[Math.floor(this.#random() * IDEOGRAPHS.length)] ?? '';
    const ideographs = position % 97 === 0 ? ` ${Array.from({ length: 12 }, drawn).join('')}` : '';
    const needle = position % 1_000 < 5 ? ` NEEDLE_${position} error code E${1_000 + (position % 9_000)}` : '';
    return `${text}${ideographs}${needle}`;
  }

  *#round(): Generator<Message> {
    this.#calls += 1;
    const id = `call_${String(this.#calls).padStart(16, '0')}`;
    const path = `/src/${this.#word()}/${this.#word()}.ts`;
    const content = this.#some(6);
    const written = JSON.stringify({ path, offset: Math.floor(this.#random() * 500) });
    const called = { id, type: 'function', function: { name: 'read', arguments: written } } as const;
    yield this.#said({ role: 'assistant', content, tool_calls: [called] });
    const count = 5 + Math.floor(this.#random() ** 4 * 300);
    const lines = Array.from({ length: count }, (_, index) => `${index + 1}\t${this.#some(6)};`);
    yield this.#said({ role: 'tool', tool_call_id: id, name: 'read', content: `${path}\n${lines.join('\n')}` });
  }

  #said(message: Message): Message {
    const timestamp = this.#atMs;
    this.#atMs += 1_000 + Math.floor(this.#random() * 30_000);
    return Object.assign(message, { timestamp });
  }

  #some(count: number): string {
    return Array.from({ length: count }, () => this.#word()).join(' ');
  }

  #word(): string {
    return this.#words[Math.floor(this.#random() ** 3 * WORDS)] ?? '';
  }
}

function vocabulary(random: () => number): readonly string[] {
  const syllable = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  return Array.from({ length: WORDS }, (_, index) => {
    const word = Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join('');
    return index % 7 === 0 ? `${word}${index}` : word;
  });
}

/** Numbers from 0 to 1 by Mulberry32: small, and even enough for words. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

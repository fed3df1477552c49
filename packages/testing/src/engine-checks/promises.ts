/** Name of one of the eight promises of a context engine. */
export type PromiseId = 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'P7' | 'P8';

/** One promise, in words. */
export interface PromiseFacts {
  readonly id: PromiseId;
  /** One word. */
  readonly title: string;
  /** What an engine promises, to follow "it". */
  readonly words: string;
  /** The page that says what is checked for it and how to read a failure, from the root of the project. */
  readonly docs: string;
}

const WORDS = {
  P1: ['Valid', 'answers with a list that providers take'],
  P2: ['Lossless', 'lets no message vanish unsaid, and keeps what people said last'],
  P3: ['Ends', 'makes the list smaller or says why not, and comes to an end'],
  P4: ['Honest', 'has a reason for whatever it does not do'],
  P5: ['Pure', 'edits nothing, and gives the same answer to the same question'],
  P6: ['Cheap', 'costs no more per message when the conversation grows'],
  P7: ['Atomic', 'leaves the old state or the new one, whenever it is stopped'],
  P8: ['Private', 'lets no secret out, and takes no orders from tools'],
} as const satisfies Record<PromiseId, readonly [title: string, words: string]>;

/** All promises, in order. */
export const PROMISE_IDS = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8'] as const satisfies readonly PromiseId[];

/** What a promise says, and where to read on. */
export function promiseFacts(id: PromiseId): PromiseFacts {
  const [title, words] = WORDS[id];
  return { id, title, words, docs: `docs/promises.md#${id.toLowerCase()}` };
}

import {
  cachePrices,
  pruneDecision,
  type RecordedStep,
  type WireObject,
  type WirePrompt,
} from '@hermes-context/caching';
import { estimateTextTokens } from '@hermes-context/messages';

/** When old tool results are cut. */
export type PruningPolicy = 'never' | 'every request' | 'cold_or_batch';

/** How a conversation goes on, and what it costs. */
export interface PruningParts {
  readonly policy: PruningPolicy;
  readonly model: string;
  /** Between an answer and the next message of the user, in milliseconds. */
  readonly gapMs: number;
}

const TAIL_TOKENS = 20_000;
const STEP_MS = 15_000;
const LIFETIME_MS = 300_000;
const CLEARED = '[Old tool output cleared to save context space]';
const MIN_CHARS = 200;

/** The requests of a conversation in chat form, in which old results are cut by a policy. Objects are used again. */
export function* prunedSteps(whole: WirePrompt, parts: PruningParts): Generator<RecordedStep> {
  const pruner = new Pruner(parts);
  let atMs = 0;
  let lastMs: number | undefined;
  for (const [index, message] of whole.messages.entries()) {
    const before = whole.messages[index - 1];
    if (message['role'] === 'assistant' && before !== undefined && before['role'] !== 'assistant') {
      if (lastMs !== undefined) atMs += before['role'] === 'user' ? parts.gapMs : STEP_MS;
      pruner.beforeRequest(lastMs === undefined || atMs - lastMs >= LIFETIME_MS);
      lastMs = atMs;
      yield { prompt: { shape: 'openai-chat', messages: pruner.list() }, atMs };
    }
    pruner.add(message);
  }
}

class Pruner {
  readonly #parts: PruningParts;
  readonly #messages: WireObject[] = [];
  readonly #tokens: number[] = [];
  /** Results before it are cut already. */
  #frontier = 0;
  #requests = 0;
  #allRequests = 0;

  constructor(parts: PruningParts) {
    this.#parts = parts;
  }

  add(message: WireObject): void {
    this.#messages.push(message);
    this.#tokens.push(tokensOf(message));
  }

  list(): readonly WireObject[] {
    return [...this.#messages];
  }

  beforeRequest(isCold: boolean): void {
    this.#requests += 1;
    this.#allRequests += 1;
    const { policy } = this.#parts;
    if (policy === 'never') return;
    const tailStart = this.#tailStart();
    const old = this.#oldResults(tailStart);
    const [first] = old;
    if (first === undefined) return;
    if (policy === 'every request' || this.#pays(old, first, isCold)) this.#cut(old, tailStart);
  }

  #pays(old: readonly number[], first: number, isCold: boolean): boolean {
    const removableTokens = old.reduce((sum, index) => sum + (this.#tokens[index] ?? 0), 0);
    const { readRatio, writeRatio } = cachePrices(this.#parts.model);
    const { kind } = pruneDecision({
      removableTokens,
      tokensBehind: this.#tokens.slice(first).reduce((sum, tokens) => sum + tokens, 0) - removableTokens,
      isCold,
      growthTokensPerRequest: removableTokens / this.#requests,
      requestsSoFar: this.#allRequests,
      readRatio,
      writeRatio,
      when: 'cold_or_batch',
    });
    return kind === 'prune';
  }

  #tailStart(): number {
    let sum = 0;
    let index = this.#messages.length;
    while (index > 0 && sum < TAIL_TOKENS) {
      index -= 1;
      sum += this.#tokens[index] ?? 0;
    }
    return index;
  }

  #oldResults(tailStart: number): readonly number[] {
    const old: number[] = [];
    for (let index = this.#frontier; index < tailStart; index += 1) {
      const message = this.#messages[index];
      if (message?.['role'] === 'tool' && String(message['content']).length > MIN_CHARS) old.push(index);
    }
    return old;
  }

  #cut(old: readonly number[], tailStart: number): void {
    for (const index of old) {
      const cut: WireObject = { ...this.#messages[index], content: CLEARED };
      this.#messages[index] = cut;
      this.#tokens[index] = tokensOf(cut);
    }
    this.#frontier = tailStart;
    this.#requests = 0;
  }
}

function tokensOf(message: WireObject): number {
  return estimateTextTokens(JSON.stringify(message));
}

import { createPromptCache, findRoute, planPeat, type WirePrompt } from '@hermes-context/caching';
import { toAnthropicMessages } from '@hermes-context/providers';
import { syntheticList } from './synthetic-list.ts';

const MESSAGES = 10_000;
/** What is short is timed often; the median counts. */
const SHORT_RUNS = 400;
const LONG_RUNS = 9;

/** What the breakpoints of one request cost, beside a copy of its messages. Medians, in milliseconds. */
export interface CachingFigures {
  /** To say where they go. */
  readonly planMs: number;
  /** The whole of it, as a host does: compare with the last request, plan, mark a copy. */
  readonly prepareMs: number;
  readonly cloneMs: number;
}

/** 10,000 messages of a conversation that grows by a step with each request, as Anthropic takes them. */
export function benchCaching(): CachingFigures {
  const route = findRoute({ provider: 'anthropic', model: 'claude-sonnet-5' });
  const { messages } = toAnthropicMessages(syntheticList(MESSAGES + SHORT_RUNS * 2));
  const promptOf = (count: number): WirePrompt => ({
    shape: 'anthropic',
    system: 'You are a careful engineer.',
    messages: messages.slice(0, count),
  });
  const size = Math.min(MESSAGES, messages.length - SHORT_RUNS);
  const ttl = { prefix: '5m', rest: '5m' } as const;
  const whole = promptOf(size);
  const cache = createPromptCache({ strategy: 'peat', ttl: '5m', route });
  cache.prepare(whole, 0);
  return {
    planMs: medianMs(SHORT_RUNS, () => planPeat(whole, { route, ttl })),
    prepareMs: medianMs(SHORT_RUNS, (run) => cache.prepare(promptOf(size + run), run * 1_000)),
    cloneMs: medianMs(LONG_RUNS, () => structuredClone(whole.messages)),
  };
}

function medianMs(runs: number, work: (run: number) => unknown): number {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    work(run);
    times.push(performance.now() - started);
  }
  return times.toSorted((left, right) => left - right)[Math.floor(runs / 2)] ?? 0;
}

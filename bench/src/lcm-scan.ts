import type { Message } from '@hermes-context/contract';
import { lcmCorpus } from './lcm-corpus.ts';
import type { LcmQuery } from './lcm-queries.ts';
import { quantileOf } from './lcm-timing.ts';

/** Texts that are in memory at a time: the time for all is the sum, and the processor's caches are as cold as ever. */
const AT_ONCE = 10_000;
const RUNS = 3;

/** Milliseconds of a plain scan for each question that is compared with one, by its name. */
export type ScanFigures = ReadonlyMap<string, number>;

/**
 * What it takes to look at each text of the corpus once, all of them in memory already: by size of the corpus.
 *
 * @param sizes - Numbers of messages, rising, each a multiple of 10,000.
 */
export function scanCorpus(sizes: readonly number[], queries: readonly LcmQuery[]): ReadonlyMap<number, ScanFigures> {
  const messages = lcmCorpus();
  const spent = new Map<string, number>();
  const figures = new Map<number, ScanFigures>();
  for (let done = 0; done < (sizes.at(-1) ?? 0); ) {
    const texts = textsOf(messages);
    done += texts.length;
    for (const { name, scan } of queries) {
      if (scan !== undefined) spent.set(name, (spent.get(name) ?? 0) + scanMs(texts, scan));
    }
    if (sizes.includes(done)) figures.set(done, new Map(spent));
  }
  return figures;
}

function textsOf(messages: Iterator<Message>): readonly string[] {
  return Array.from({ length: AT_ONCE }, () => {
    const { value, done } = messages.next();
    if (done === true) throw new Error('unreachable: it has no end');
    const calls = value.role === 'assistant' ? (value.tool_calls ?? []) : [];
    const called = calls.map((call) => `\n${call.function.name} ${call.function.arguments}`).join('');
    // Through bytes: a text that was put together is not in one piece yet, and the scan would have to do that.
    return Buffer.from(`${value.content}${called}`).toString();
  });
}

function scanMs(texts: readonly string[], scan: (text: string) => boolean): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    const found = texts.filter(scan).length;
    const ms = performance.now() - started;
    if (found > texts.length) throw new Error('unreachable: a text is found once');
    return ms;
  });
  return quantileOf(times, 0.5);
}

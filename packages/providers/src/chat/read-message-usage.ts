import type { TokenUsage } from '@hermes-context/contract';
import { readCount, readList, readText } from './read-field.ts';

/** What Anthropic counted of the prompt: input behind the last cache marker, written to the cache, and read from it. */
const PROMPT_FIELDS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const;
const OUTPUT_FIELD = 'output_tokens';

/**
 * Counts of a message, of which `message_start` tells the first and `message_delta` the last state.
 *
 * A server that samples several times for one answer tells the size of each: the prompt is that of the last time, which is
 * the context that the answer ended in. Where it compacted in between, that is the one behind the compaction; what the
 * compaction itself read and wrote is billed, and counts in none of these numbers.
 */
export class MessageUsage {
  readonly #tokens = new Map<string, number>();
  #lastSampling: unknown;

  /** Take in a report. Its counts are totals, and replace those before; a field that is missing, or `null`, says nothing. */
  add(report: unknown): void {
    for (const field of [...PROMPT_FIELDS, OUTPUT_FIELD]) {
      const tokens = readCount(report, field);
      if (tokens !== undefined) this.#tokens.set(field, tokens);
    }
    const samplings = readList(report, 'iterations').filter((entry) => readText(entry, 'type') === 'message');
    this.#lastSampling = samplings.at(-1) ?? this.#lastSampling;
  }

  /** Usage as a host counts it: the three parts of the prompt together. `undefined` where no prompt was counted. */
  get usage(): TokenUsage | undefined {
    const [input, written, read] = PROMPT_FIELDS.map((field) => this.#promptCount(field));
    const output = this.#tokens.get(OUTPUT_FIELD);
    const promptTokens = (input ?? 0) + (written ?? 0) + (read ?? 0);
    if (promptTokens === 0) return undefined;
    return {
      promptTokens,
      completionTokens: output ?? 0,
      ...(read === undefined ? {} : { cacheReadTokens: read }),
      ...(written === undefined ? {} : { cacheWriteTokens: written }),
    };
  }

  #promptCount(field: (typeof PROMPT_FIELDS)[number]): number | undefined {
    return this.#lastSampling === undefined ? this.#tokens.get(field) : readCount(this.#lastSampling, field);
  }
}

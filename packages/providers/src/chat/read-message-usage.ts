import type { TokenUsage } from '@hermes-context/contract';
import { readCount } from './read-field.ts';

/** What Anthropic counted: input behind the last cache marker, written to the cache, read from it, and output. */
const FIELDS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const;

/** Counts of a message, of which `message_start` tells the first and `message_delta` the last state. */
export class MessageUsage {
  readonly #tokens = new Map<string, number>();

  /** Take in a report. Its counts are totals, and replace those before; a field that is missing, or `null`, says nothing. */
  add(report: unknown): void {
    for (const field of FIELDS) {
      const tokens = readCount(report, field);
      if (tokens !== undefined) this.#tokens.set(field, tokens);
    }
  }

  /** Usage as a host counts it: the three parts of the prompt together. `undefined` where no prompt was counted. */
  get usage(): TokenUsage | undefined {
    const [input, written, read, output] = FIELDS.map((field) => this.#tokens.get(field));
    const promptTokens = (input ?? 0) + (written ?? 0) + (read ?? 0);
    if (promptTokens === 0) return undefined;
    return {
      promptTokens,
      completionTokens: output ?? 0,
      ...(read === undefined ? {} : { cacheReadTokens: read }),
      ...(written === undefined ? {} : { cacheWriteTokens: written }),
    };
  }
}

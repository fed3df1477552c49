import { InvalidOptionError } from '@hermes-context/contract';

/** What a user may set under `context.options.minimal-engine`. */
export interface Options {
  /** Share of the context window at which to compress. Default 0.5. */
  readonly threshold: number;
  /** Share of the context window that the newest messages may fill, word for word. Default 0.2. */
  readonly keep: number;
}

/** Check and complete the engine's part of the config. @throws InvalidOptionError, which tells the user what to write. */
export function parseOptions(raw: Readonly<Record<string, unknown>>): Options {
  const threshold = ratio('threshold', raw['threshold'] ?? 0.5);
  const keep = ratio('keep', raw['keep'] ?? 0.2);
  if (keep < threshold) return { threshold, keep };
  throw invalid('keep', keep, `less than threshold, which is ${threshold}`);
}

function ratio(key: keyof Options, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= 1) return value;
  throw invalid(key, value, 'a share of the context window: above 0, at most 1');
}

function invalid(key: keyof Options, received: unknown, expected: string): InvalidOptionError {
  return new InvalidOptionError({ option: `context.options.minimal-engine.${key}`, received, expected, example: 0.2 });
}

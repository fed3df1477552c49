import type { ContextEngine } from '@hermes-context/contract';
import { assembleEngine } from './assemble-engine.ts';
import { type FallbackOptions, FallbackPair } from './fallback-pair.ts';
import { type ComposedEngine, PartNames } from './named-engine.ts';
import { withTimeLimit } from './time-limits.ts';
import { Troubles } from './troubles.ts';

/**
 * The first engine, and the second where the first fails: throws, hangs, breaks a promise, or changes nothing for
 * a reason that is a failure. After failures in a row the first is left alone for a while; a forced compaction
 * tries it all the same. An abort is no failure of anybody.
 *
 * @throws CompositionError when one of them is no engine, or both are the same.
 */
export function fallback(first: ComposedEngine, second: ComposedEngine, options: FallbackOptions = {}): ContextEngine {
  const names = new PartNames('fallback');
  const pair = { first: names.add(first, 'first'), second: names.add(second, 'second') };
  const troubles = new Troubles('fallback', options);
  const engine = assembleEngine([pair.first, pair.second], new FallbackPair(pair, { ...options, troubles }), troubles);
  return withTimeLimit(engine, [pair.first.engine, pair.second.engine], options.timeoutMs);
}

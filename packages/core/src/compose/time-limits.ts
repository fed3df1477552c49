import type { ContextEngine } from '@hermes-context/contract';

/** Generous: a summary of a long conversation by a slow local model. Only what never ends needs all of it. */
const DEFAULT_LIMIT_MS = 5 * 60_000;

/** For what a composition does itself, so that it can name the part that hangs before it is cut off. */
const MARGIN_MS = 1_000;

/** What compositions may take that wait for their parts one after the other. */
const limits = new WeakMap<ContextEngine, number>();

/** How long an engine may take, in milliseconds: as told; else a composition as long as its parts, others five minutes. */
export function timeLimitOf(engine: ContextEngine, timeoutMs: number | undefined): number {
  return timeoutMs ?? limits.get(engine) ?? DEFAULT_LIMIT_MS;
}

/** The composition, known to need the time of all these parts, each of them as told or by its own limit. */
export function withTimeLimit(
  composed: ContextEngine,
  parts: readonly ContextEngine[],
  timeoutMs: number | undefined,
): ContextEngine {
  const ownMs = parts.reduce((sum, part) => sum + timeLimitOf(part, timeoutMs), 0);
  limits.set(composed, ownMs + MARGIN_MS);
  return composed;
}

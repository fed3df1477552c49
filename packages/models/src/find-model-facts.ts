import type { ModelFacts } from './model-facts.ts';
import { MODEL_FACTS } from './model-table.ts';

/**
 * What is known about a model, by its name in any common spelling: with a vendor in front
 * (`anthropic/claude-opus-5.5`), a date or a tag behind (`claude-haiku-4-5-20251001`, `:free`).
 *
 * Facts of the route win over general ones; among those the longest key wins. A sibling
 * is not mistaken for a known model: neither `claude-opus-5-7` nor `gpt-5.5-mini` is in the table.
 * `undefined` when the model is unknown.
 */
export function findModelFacts(name: string, provider?: string): ModelFacts | undefined {
  const spelled = normalise(name);
  const route = provider?.trim().toLowerCase();
  let best: ModelFacts | undefined;
  for (const facts of MODEL_FACTS) {
    if (facts.provider !== undefined && facts.provider !== route) continue;
    if (isNamed(spelled, normalise(facts.key)) && isCloser(facts, best)) best = facts;
  }
  return best;
}

function isCloser(facts: ModelFacts, best: ModelFacts | undefined): boolean {
  if (best === undefined) return true;
  const hasRoute = facts.provider !== undefined;
  if (hasRoute !== (best.provider !== undefined)) return hasRoute;
  return facts.key.length > best.key.length;
}

/** Providers disagree on case and on dots: `claude-opus-4.5` and `Claude-Opus-4-5` are one model. */
function normalise(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[._]/g, '-');
}

const WORD_START = /^[a-z0-9]/;
const OTHER_VERSION = /^-\d{1,2}(?![a-z0-9])/;
const OTHER_SIZE = /^-(mini|nano|lite|air|flash|fast|turbo|spark|codex|pro|max|plus)(?![a-z0-9])/;

function isNamed(name: string, key: string): boolean {
  const start = name.indexOf(key);
  if (start === -1 || /[a-z0-9]$/.test(name.slice(0, start))) return false;
  const rest = name.slice(start + key.length);
  return !(WORD_START.test(rest) || OTHER_VERSION.test(rest) || OTHER_SIZE.test(rest));
}

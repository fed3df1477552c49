import { type CachePolicy, describeCachePolicy } from '@hermes-context/caching';
import { counted, figure } from '../sessions/counted.ts';
import { wrapText } from '../terminal/display-width.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { CacheTarget } from './cache-target.ts';
import type { NextPlan, PlannedMarker } from './plan-next-request.ts';

/** A request, and where its breakpoints go. Sizes are estimated tokens. */
export interface PlannedPrompt extends CacheTarget, NextPlan {
  readonly policy: CachePolicy;
  readonly missing: string | undefined;
  /** What else to know of it, one sentence each. */
  readonly remarks: readonly string[];
}

/** Where the text of an entry begins. */
const INDENT = '     ';

/** A plan as lines for a person, none wider than the terminal. Pure. */
export function renderPlan(planned: PlannedPrompt, columns: number): string {
  const { model, policy, missing, notes, remarks, markers } = planned;
  const wrapped = (text: string): readonly string[] => wrapText(plainText(text), columns);
  const entries = [...markers.map((marker, index) => markerEntry(marker, index, policy)), ...emptyEntries(planned)];
  return `${[
    ...wrapped(`${model}: ${describeCachePolicy(policy)}`),
    ...(policy.enabled ? wrapped(policy.reason) : []),
    ...wrapped(sizeLine(planned)),
    '',
    ...(markers.length === 0 ? ['No breakpoints.'] : []),
    ...entries.flatMap(({ mark, text }) => hanging(mark, plainText(text), columns)),
    ...notes.flatMap((note) => wrapped(`Note: ${note}`)),
    '',
    ...remarks.flatMap(wrapped),
    ...(missing === undefined ? [] : wrapped(missing)),
    ...wrapped('Messages and blocks are counted from 1, as they are sent. Tokens are estimated.'),
  ].join('\n')}\n`;
}

function sizeLine({ policy, totalTokens }: PlannedPrompt): string {
  const size = `about ${counted(totalTokens, 'token')} in the next request`;
  if (!policy.enabled) return `There are ${size}.`;
  return `Strategy ${policy.strategy}, ${size}, prefixes from ${figure(policy.minTokens)} tokens on are cached`;
}

interface Entry {
  readonly mark: string;
  readonly text: string;
}

function markerEntry({ slot, ttl, where, tokensUpTo, why }: PlannedMarker, index: number, policy: CachePolicy): Entry {
  const lifetime = policy.lifetime === policy.ttl ? ttl : policy.lifetime;
  // The marker is set all the same: the provider ignores it at no cost, and by its own count it may be long enough.
  const short = tokensUpTo < policy.minTokens ? ', too short to be cached' : '';
  return {
    mark: `${index + 1}.`,
    text: `${slot} (${lifetime}): ${where}, ${counted(tokensUpTo, 'token')} up to there${short}. ${why}`,
  };
}

function emptyEntries({ skipped }: PlannedPrompt): readonly Entry[] {
  return skipped.map(({ slot, why }) => ({ mark: '-', text: `${slot} stays empty: ${why}` }));
}

/** A text behind a mark, each line of it from the same column on. */
function hanging(mark: string, text: string, columns: number): readonly string[] {
  const lines = wrapText(text, columns - INDENT.length);
  return lines.map((line, index) => `${(index === 0 ? `  ${mark}` : '').padEnd(INDENT.length)}${line}`);
}

import { type CachePlan, type CachePolicy, describeCachePolicy, type MarkerPlace } from '@hermes-context/caching';
import { counted, figure } from '../sessions/counted.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { CacheTarget } from './cache-target.ts';

/** A request, and where its breakpoints go. Sizes are estimated tokens. */
export interface PlannedPrompt extends CacheTarget {
  readonly policy: CachePolicy;
  readonly plan: CachePlan;
  readonly missing: string | undefined;
  readonly totalTokens: number;
  /** The prompt up to and with each marker, in the plan's order. */
  readonly tokensUpTo: readonly number[];
  /** Markers that the conversation's own messages carried. */
  readonly replaced: number;
}

/** A plan as lines for a person. Pure. */
export function renderPlan(planned: PlannedPrompt): string {
  const { model, policy, plan, missing, totalTokens, replaced } = planned;
  return `${[
    `${plainText(model)}: ${plainText(describeCachePolicy(policy))}`,
    plainText(policy.reason),
    `Strategy ${policy.strategy}, about ${counted(totalTokens, 'token')} in the next request, prefixes from ${figure(policy.minTokens)} tokens on are cached`,
    '',
    ...(plan.markers.length === 0 ? ['No breakpoints.'] : markerLines(planned)),
    ...plan.skipped.map(({ slot, why }) => `  -  ${slot}: ${plainText(why)}`),
    ...plan.notes.map((note) => `Note: ${plainText(note)}`),
    '',
    ...(replaced === 0 ? [] : [`${counted(replaced, 'marker')} in the file would be replaced.`]),
    ...(missing === undefined ? [] : [missing]),
    'Messages and blocks are counted from 1, as they are sent. Tokens are estimated.',
  ].join('\n')}\n`;
}

function markerLines({ plan, tokensUpTo, policy }: PlannedPrompt): readonly string[] {
  return plan.markers.map(({ place, slot, ttl, why }, index) => {
    const tokens = tokensUpTo[index] ?? 0;
    const short = tokens < policy.minTokens ? ', too short to be cached' : '';
    return `  ${index + 1}. ${slot} (${ttl}): ${placeText(place)}, ${counted(tokens, 'token')} up to there${short}. ${plainText(why)}`;
  });
}

/** Numbers begin at 1, as a person counts. */
function placeText(place: MarkerPlace): string {
  switch (place.part) {
    case 'tools':
      return `tool ${place.index + 1}`;
    case 'system':
      return `system prompt, block ${place.index + 1}`;
    case 'messages':
      return `message ${place.index + 1}${place.block === undefined ? '' : `, block ${place.block + 1}`}`;
  }
}

import { redactSecrets } from '@hermes-context/messages';
import { type Check, hard, named } from './finding.ts';
import { type Draft, flattenExactly } from './gate-draft.ts';
import type { GateSource } from './gate-source.ts';

/** What is pinned stands in the summary word for word. */
export const checkPins: Check = (draft, { source }) => {
  const missing = missingPins(draft, source);
  if (missing.length === 0) return [];
  return [hard('pins', `The summary lacks what must stay word for word: ${named(missing)}.`, missing)];
};

/** Pins that the summary does not hold, secrets masked as in the summary, without repetitions. */
export function missingPins({ text }: Pick<Draft, 'text'>, { pinnedTexts = [] }: GateSource): readonly string[] {
  if (pinnedTexts.length === 0) return [];
  const flat = flattenExactly(text);
  const wanted = [...new Set(pinnedTexts.map((pin) => redactSecrets(pin).trim()))];
  return wanted.filter((pin) => !flat.includes(flattenExactly(pin)));
}

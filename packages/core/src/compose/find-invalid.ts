import type { Messages } from '@hermes-context/contract';
import { type Violation, validateOpenAiChat, WIRES } from '@hermes-context/messages';
import { type Breach, type BreachCheck, breach } from './breach.ts';

/** Endpoints and chat templates besides OpenAI Chat. */
const FURTHER_WIRES = WIRES.filter(({ validate }) => validate !== validateOpenAiChat);

/**
 * What somebody would refuse in a list that all of them took before. A list that came with faults may keep them, or
 * lose some; and what is pinned may stand where a strict template would not have it.
 */
export const findInvalid: BreachCheck = ({ before, after, pins = [] }) => {
  // The list after is the shorter one: the list before is read only where there is something to compare.
  const faults = validateOpenAiChat(after);
  if (faults.length > 0) {
    return faults.length > validateOpenAiChat(before).length ? refusedFor(after, faults) : undefined;
  }
  if (pins.length > 0) return undefined;
  for (const { validate } of FURTHER_WIRES) {
    const found = validate(after);
    if (found.length === 0 || validate(before).length > 0) continue;
    return validateOpenAiChat(before).length === 0 ? refusedFor(after, found) : undefined;
  }
  return undefined;
};

function refusedFor({ length }: Messages, [first]: readonly Violation[]): Breach | undefined {
  if (first === undefined) return undefined;
  return breach('P1', `Message ${first.index} of its ${length} would be refused (${first.rule}): ${first.reason}`);
}

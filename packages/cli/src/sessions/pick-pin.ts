import type { Pin } from '@hermes-context/messages';
import { plainText } from '../terminal/plain-text.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The pin that a text means: its id, or the beginning of one.
 *
 * @param list - The command that lists the pins, for the person who is told that there is no such pin.
 * @throws UsageError if no pin begins so, or several do.
 */
export function pickPin(pins: readonly Pin[], text: string, list: string): Pin {
  const wanted = text.trim();
  const found = wanted === '' ? [] : pins.filter(({ id }) => id.startsWith(wanted) || id.startsWith(`pin_${wanted}`));
  const exact = found.find(({ id }) => id === wanted);
  const [first, second] = exact === undefined ? found : [exact];
  if (first !== undefined && second === undefined) return first;
  throw new UsageError({
    what:
      first === undefined
        ? `There is no pin "${plainText(wanted)}".`
        : `Several pins begin with "${plainText(wanted)}".`,
    why: 'A pin is named by its id, or by as much of it as no other one begins with.',
    fix: `See the pins: ${list}`,
  });
}

import type { Messages } from '@hermes-context/contract';
import { validateOpenAiChat, type Wire } from '@hermes-context/messages';
import { broken } from './broken.ts';

/** The result breaks no rule that the input kept, and has no more faults. A list that was refused before may be refused after. */
export function claimNoWorse({ name, validate }: Wire, after: Messages, before: Messages): void {
  const [faultsBefore, faultsAfter] = [validate(before), validate(after)];
  const known = new Set(faultsBefore.map(({ rule }) => rule));
  const fresh = faultsAfter.find(({ rule }) => !known.has(rule));
  if (fresh !== undefined) {
    broken(`Message ${fresh.index} of ${after.length} in the result, for ${name}: ${fresh.reason} (${fresh.rule})`);
  }
  if (faultsAfter.length > faultsBefore.length) {
    broken(`For ${name} the list had ${faultsBefore.length} faults, the result has ${faultsAfter.length}.`);
  }
}

/**
 * The result has no more faults than the input, of whatever kind, for the endpoint that asks least. What a broken list
 * is to the others depends on where it is cut: a host mends it for them at the wire.
 */
export function claimNoMoreFaults(after: Messages, before: Messages): void {
  const [faultsBefore, faultsAfter] = [validateOpenAiChat(before), validateOpenAiChat(after)];
  if (faultsAfter.length <= faultsBefore.length) return;
  const rules = faultsAfter.map(({ rule }) => rule).join(', ');
  broken(`The list had ${faultsBefore.length} faults, the result has ${faultsAfter.length}: ${rules}.`);
}

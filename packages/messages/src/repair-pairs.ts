import type { Repair, RepairKind } from '@hermes-context/contract';
import { type Entry, idLabel, type RepairStep } from './repair-entry.ts';
import { type GroupPlan, writeGroup } from './repair-group.ts';
import { chooseCallIds } from './repair-ids.ts';
import { type CallSite, pairToolCalls } from './tool-pairs.ts';
import { callIdViolations, pairViolations } from './validate-pairs.ts';

/**
 * Puts one result directly behind each call: late ones move, missing ones are stubbed, further ones and those without
 * a call go. Results that stand where they belong keep their order. Ids that occur again or that providers refuse are
 * renamed.
 *
 * @param isPinned - Whether calls of the message with this original index may stay unanswered, under their own ids.
 */
export function repairPairs(entries: readonly Entry[], isPinned: (index: number) => boolean): RepairStep {
  const messages = entries.map((entry) => entry.message);
  if (pairViolations(messages).length === 0 && callIdViolations(messages, 'anthropic').length === 0) {
    return { entries, repairs: [] };
  }
  const { calls, orphans, duplicates } = pairToolCalls(messages);
  const isOpen = (site: CallSite): boolean => {
    const caller = entries[site.messageIndex];
    return site.resultIndex === undefined && caller !== undefined && isPinned(caller.index);
  };
  // A pinned message stays word for word, its ids included: the other calls of that id give way.
  const keepsId = ({ messageIndex, resultIndex }: CallSite): boolean =>
    [messageIndex, resultIndex].some((position) => {
      const entry = position === undefined ? undefined : entries[position];
      return entry !== undefined && isPinned(entry.index);
    });
  const plan: GroupPlan = { entries, newIds: chooseCallIds(calls, keepsId), isOpen };
  const sitesByMessage = Map.groupBy(calls, (site) => site.messageIndex);
  const steps = entries.flatMap((entry, position): RepairStep | readonly RepairStep[] => {
    if (entry.message.role === 'tool') return [];
    const sites = sitesByMessage.get(position);
    return sites === undefined ? { entries: [entry], repairs: [] } : writeGroup(plan, entry, sites);
  });
  return {
    entries: steps.flatMap((step) => step.entries),
    repairs: [
      ...steps.flatMap((step) => step.repairs),
      ...orphans.flatMap((position) => removal(entries[position], 'orphan-result-removed')),
      ...duplicates.flatMap((position) => removal(entries[position], 'duplicate-result-removed')),
    ],
  };
}

const REASONS = {
  'orphan-result-removed': 'answered no call in front of it and was removed',
  'duplicate-result-removed': 'was removed, since a later result answers the same call',
} as const satisfies Partial<Record<RepairKind, string>>;

function removal(entry: Entry | undefined, kind: keyof typeof REASONS): readonly Repair[] {
  if (entry?.message.role !== 'tool') return [];
  return [{ kind, index: entry.index, detail: `A result of ${idLabel(entry.message.tool_call_id)} ${REASONS[kind]}.` }];
}

import type { Message, Repair } from '@hermes-context/contract';
import { isBlank, toolCallsOf } from './content.ts';
import { mendArguments } from './repair-arguments.ts';
import type { Entry, Finding, Mended, RepairStep } from './repair-entry.ts';
import { mendEmptyCalls, mendEmptyContent, mendPictures } from './repair-parts.ts';
import { mendRole } from './repair-roles.ts';
import { mendSurrogates } from './repair-surrogates.ts';
import { contentFaults } from './validate-content.ts';

/** In this order: a role decides what else applies, and arguments must be text before their characters are looked at. */
const FIXES: readonly ((message: Message) => Mended | undefined)[] = [
  mendRole,
  mendArguments,
  mendSurrogates,
  mendPictures,
  mendEmptyCalls,
  mendEmptyContent,
];

/** Mends or removes each message that a provider would refuse by itself. One that was found sound before costs nothing. */
export function repairContents(entries: readonly Entry[]): RepairStep {
  const repairs: Repair[] = [];
  const kept = entries.flatMap((entry) => {
    if (contentFaults(entry.message, 'anthropic').length === 0) return entry;
    const { message, findings } = mend(entry.message);
    if (saysNothing(message)) {
      repairs.push({
        kind: 'empty-message-removed',
        index: entry.index,
        detail: 'A message without content was removed.',
      });
      return [];
    }
    for (const finding of findings) repairs.push({ ...finding, index: entry.index });
    return { ...entry, message };
  });
  return { entries: kept, repairs };
}

function mend(original: Message): Mended {
  let message = original;
  const findings: Finding[] = [];
  for (const fix of FIXES) {
    const mended = fix(message);
    if (mended === undefined) continue;
    message = mended.message;
    findings.push(...mended.findings);
  }
  return { message, findings };
}

function saysNothing(message: Message): boolean {
  return message.role !== 'tool' && toolCallsOf(message).length === 0 && isBlank(message.content);
}

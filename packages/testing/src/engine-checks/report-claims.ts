import type { CompressReport, Message, Messages } from '@hermes-context/contract';
import { broken } from './broken.ts';

/** A report, and the lists that it speaks of. */
export interface Reported {
  readonly report: CompressReport;
  readonly before: Messages;
  readonly after: Messages;
}

/** The report names what is gone or rewritten, and nothing that is not. */
export function claimAccounted(reported: Reported): void {
  claimIndices(reported);
  claimNothingVanished(reported);
  claimNothingInvented(reported);
}

function claimIndices({ report, before }: Reported): void {
  for (const name of ['covered', 'carried', 'rewritten'] as const) {
    const indices = report[name];
    const fault = indices.findIndex((index, at) => !isIndex(index, before) || index <= (indices[at - 1] ?? -1));
    if (fault !== -1)
      broken(
        `report.${name} is [${indices}]: not ascending indices into the ${before.length} messages of the request.`,
      );
  }
  const { headEnd, tailStart } = report.boundaries;
  if (headEnd < 0 || headEnd > tailStart || tailStart > before.length)
    broken(`report.boundaries has headEnd ${headEnd} and tailStart ${tailStart} for ${before.length} messages.`);
}

function claimNothingVanished({ report, before, after }: Reported): void {
  const kept = new Set(after);
  const { covered, rewritten, repairs } = report;
  const accounted = new Set([...covered, ...rewritten, ...repairs.map(({ index }) => index)]);
  const missing = before.findIndex((message, index) => !kept.has(message) && !accounted.has(index));
  if (missing !== -1)
    broken(`Message ${missing} is gone, and in none of covered, rewritten and repairs of the report.`);
}

function claimNothingInvented({ report, before, after }: Reported): void {
  const kept = new Set(after);
  // An object that stands in the list twice may be covered at one place and kept at the other.
  const isOnce = countsOf(before);
  const standing = (index: number): boolean => {
    const message = before[index];
    return message !== undefined && kept.has(message) && isOnce.get(message) === 1;
  };
  for (const name of ['covered', 'rewritten'] as const) {
    const lie = report[name].find(standing);
    if (lie !== undefined) broken(`report.${name} has message ${lie}, which is in the result as it was.`);
  }
  const lost = report.carried.find((index) => !kept.has(messageAt(before, index)));
  if (lost !== undefined) broken(`report.carried has message ${lost}, which is not in the result as it was.`);
}

function countsOf(messages: Messages): ReadonlyMap<Message, number> {
  const counts = new Map<Message, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return counts;
}

function isIndex(value: number, messages: Messages): boolean {
  return Number.isInteger(value) && value >= 0 && value < messages.length;
}

function messageAt(messages: Messages, index: number): Message {
  const message = messages[index];
  return message ?? broken(`The report speaks of message ${index}, which there is not.`);
}

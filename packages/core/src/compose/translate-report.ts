import type { CompressReport, Repair } from '@hermes-context/contract';
import type { Lineage } from './lineage.ts';
import type { PartChange } from './part-change.ts';

/** Indices into the request that a change's summary stands for, by its own report. */
export function coveredBy({ before, outcome }: PartChange): readonly number[] {
  return originsOf(before, outcome.report?.covered ?? []);
}

/** Indices into the request of what a change kept word for word from its middle. */
export function carriedBy({ before, outcome }: PartChange): readonly number[] {
  return originsOf(before, outcome.report?.carried ?? []);
}

/** Its repairs, at indices into the request. One of a message that an engine put in: at the nearest in front of it. */
export function repairsBy({ before, outcome }: PartChange): readonly Repair[] {
  const repairs = outcome.report?.repairs ?? [];
  if (repairs.length === 0) return [];
  let near = 0;
  const nearest = before.origins.map((origin) => {
    near = origin ?? near;
    return near;
  });
  return repairs.map((repair) => ({ ...repair, index: nearest[repair.index] ?? near }));
}

/** What an engine says, and what it should have said, under its name. */
export function warningsBy(change: PartChange): readonly string[] {
  const { name, outcome } = change;
  const unsaid = describeUnsaid(change);
  const warnings = [...(outcome.report?.warnings ?? []), ...(unsaid === undefined ? [] : [unsaid])];
  return name === undefined ? warnings : warnings.map((warning) => `${name}: ${warning}`);
}

/** From the first to the last message of the request that any engine counted to its middle. */
export function boundariesOf(messageCount: number, changes: readonly PartChange[]): CompressReport['boundaries'] {
  const each = changes.map((change) => boundariesBy(change, messageCount));
  const headEnd = Math.min(messageCount, ...each.map((boundaries) => boundaries.headEnd));
  return { headEnd, tailStart: Math.max(headEnd, ...each.map(({ tailStart }) => tailStart)) };
}

function boundariesBy(change: PartChange, messageCount: number): CompressReport['boundaries'] {
  const { before, outcome } = change;
  const { headEnd, tailStart } = outcome.report?.boundaries ?? changedRange(change);
  const lastOfHead = before.origins.slice(0, headEnd).findLast(isKnown);
  const firstOfTail = before.origins.slice(tailStart).find(isKnown);
  return { headEnd: lastOfHead === undefined ? 0 : lastOfHead + 1, tailStart: firstOfTail ?? messageCount };
}

/** The stretch of its list that an engine without a report changed, but for a rewritten first message. */
function changedRange({ before, after, places }: PartChange): CompressReport['boundaries'] {
  const same = new Set(
    places.filter((place, index) => place !== undefined && before.messages[place] === after.messages[index]),
  );
  const changed = Array.from(before.messages.keys()).filter((index) => !same.has(index) && index > 0);
  const headEnd = changed[0] ?? before.messages.length;
  return { headEnd, tailStart: (changed.at(-1) ?? headEnd - 1) + 1 };
}

function describeUnsaid({ before, outcome, places }: PartChange): string | undefined {
  const alive = new Set(places);
  const gone = Array.from(before.messages.keys()).filter((index) => !alive.has(index));
  const { report } = outcome;
  if (report === undefined) {
    return gone.length === 0 || outcome.summary !== undefined ? undefined : `${count(gone)} gone without a summary.`;
  }
  const said = new Set([...report.covered, ...report.rewritten, ...report.repairs.map(({ index }) => index)]);
  const unsaid = gone.filter((index) => !said.has(index));
  return unsaid.length === 0 ? undefined : `${count(unsaid)} gone that its report does not mention.`;
}

function count({ length }: readonly number[]): string {
  return length === 1 ? '1 message is' : `${length} messages are`;
}

function originsOf({ origins }: Lineage, indices: readonly number[]): readonly number[] {
  return indices.flatMap((index) => origins[index] ?? []);
}

function isKnown(origin: number | undefined): origin is number {
  return origin !== undefined;
}

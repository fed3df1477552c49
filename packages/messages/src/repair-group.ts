import type { Message, Repair } from '@hermes-context/contract';
import { callLabel, type Entry, type RepairStep } from './repair-entry.ts';
import type { CallSite } from './tool-pairs.ts';

/** Stands for a result that never came. Must not read like a success: the model would build on it. */
const INTERRUPTED =
  '[No result: this call was interrupted and did not run to its end. What it did, if anything, is not known.]';

/** What is known before a list is written anew, one assistant message and its results at a time. */
export interface GroupPlan {
  readonly entries: readonly Entry[];
  /** New ids of the calls that cannot keep theirs. */
  readonly newIds: ReadonlyMap<CallSite, string>;
  /** Whether a call stays without a result. */
  readonly isOpen: (site: CallSite) => boolean;
}

/**
 * An assistant message with one result for each of its calls directly behind it. Results that stand there already keep
 * their order; a late or missing one takes its place in front of the results of later calls.
 *
 * @param sites - The calls of this message, in order.
 */
export function writeGroup(plan: GroupPlan, caller: Entry, sites: readonly CallSite[]): RepairStep {
  const standing = standingResults(plan.entries, sites);
  const isStanding = new Set(standing);
  const added = sites.filter((site) => !isStanding.has(site) && !plan.isOpen(site));
  const steps = [
    writeCaller(plan, caller, sites),
    ...mergeInCallOrder(sites, standing, added).map((site) => writeResult(plan, caller, site)),
  ];
  const moves = added.flatMap((site) => moveOf(plan.entries, site));
  return {
    entries: steps.flatMap((step) => step.entries),
    repairs: [...steps.flatMap((step) => step.repairs), ...moves],
  };
}

/** The calls whose results stand in the run of tool messages directly behind their message, as those stand. */
function standingResults(entries: readonly Entry[], sites: readonly CallSite[]): readonly CallSite[] {
  const siteByResult = new Map(sites.map((site) => [site.resultIndex, site]));
  const standing: CallSite[] = [];
  for (let position = (sites[0]?.messageIndex ?? 0) + 1; entries[position]?.message.role === 'tool'; position += 1) {
    const site = siteByResult.get(position);
    if (site !== undefined) standing.push(site);
  }
  return standing;
}

function mergeInCallOrder(
  sites: readonly CallSite[],
  standing: readonly CallSite[],
  added: readonly CallSite[],
): readonly CallSite[] {
  if (added.length === 0) return standing;
  const orderOf = new Map(sites.map((site, order) => [site, order]));
  const waiting = added.values();
  let next = waiting.next();
  const merged: CallSite[] = [];
  for (const site of standing) {
    for (; next.done !== true && (orderOf.get(next.value) ?? 0) < (orderOf.get(site) ?? 0); next = waiting.next()) {
      merged.push(next.value);
    }
    merged.push(site);
  }
  for (; next.done !== true; next = waiting.next()) merged.push(next.value);
  return merged;
}

function writeCaller({ newIds }: GroupPlan, { message, index }: Entry, sites: readonly CallSite[]): RepairStep {
  const renamed = sites.filter((site) => newIds.has(site));
  if (renamed.length === 0 || message.role !== 'assistant') return { entries: [{ message, index }], repairs: [] };
  const calls = sites.map((site) => {
    const id = newIds.get(site);
    return id === undefined ? site.call : { ...site.call, id };
  });
  return {
    entries: [{ message: { ...message, tool_calls: calls }, index }],
    repairs: renamed.map((site) => renaming(newIds, site, index)),
  };
}

function writeResult({ entries, newIds }: GroupPlan, caller: Entry, site: CallSite): RepairStep {
  const id = newIds.get(site);
  const found = site.resultIndex === undefined ? undefined : entries[site.resultIndex];
  if (found?.message.role !== 'tool') return stub(site, id ?? site.call.id, caller.index);
  if (id === undefined) return { entries: [found], repairs: [] };
  const message: Message = { ...found.message, tool_call_id: id };
  return { entries: [{ ...found, message }], repairs: [renaming(newIds, site, found.index)] };
}

function stub(site: CallSite, id: string, index: number): RepairStep {
  const message: Message = {
    role: 'tool',
    tool_call_id: id,
    content: INTERRUPTED,
    _context: { mark: { kind: 'repair' } },
  };
  const detail = `The ${callLabel(site.call)} had no result; one now says that it was interrupted.`;
  return { entries: [{ message, index }], repairs: [{ kind: 'missing-result-stubbed', index, detail }] };
}

function moveOf(entries: readonly Entry[], site: CallSite): readonly Repair[] {
  const found = site.resultIndex === undefined ? undefined : entries[site.resultIndex];
  if (found === undefined) return [];
  const detail = `The result of ${callLabel(site.call)} stood apart and was moved behind its call.`;
  return [{ kind: 'result-moved', index: found.index, detail }];
}

function renaming(newIds: ReadonlyMap<CallSite, string>, site: CallSite, index: number): Repair {
  const id = newIds.get(site) ?? site.call.id;
  const detail = `The id of ${callLabel(site.call)} was taken or unfit and is now ${JSON.stringify(id)}, on call and result.`;
  return { kind: 'call-id-renamed', index, detail };
}

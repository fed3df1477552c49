import { setImmediate as nextTick } from 'node:timers/promises';
import type { CompressOutcome, CompressReport, CompressRequest, Message, Messages } from '@hermes-context/contract';
import { formatSummary, isRealUser, joinSegments, repairMessages, roleBehind } from '@hermes-context/messages';
import type { IngestedEntry, LcmStore, StoredSummary } from '../store/lcm-store.ts';
import type { Budget } from './budget.ts';
import { type Chunk, chunkEntries, type FreeMessage } from './chunk-entries.ts';
import { type CondenseTask, condenseRoots } from './condense-roots.ts';
import { type Inherited, inheritedFrom } from './inherited.ts';
import type { ListPlan } from './plan-list.ts';
import { renderSummaries } from './render-summaries.ts';
import type { SessionLog } from './session-log.ts';
import { type SummaryTools, type WrittenSummary, writeSummary } from './write-summary.ts';

/** What a compaction works with. */
export interface CompactionTools extends SummaryTools {
  readonly log: SessionLog;
  readonly budget: Budget;
}

/** A list, as it is to be compacted. */
export interface CompactionTask {
  readonly request: CompressRequest;
  /** The request's list with its note, large results by their outline: as many messages, at the same places. */
  readonly shown: Messages;
  readonly plan: ListPlan;
  /** Whether what no summary stands over yet may wait: then only what is ready is put in place. */
  readonly isEarly: boolean;
}

/** Leaves that one compaction makes; longer lists give larger ones. */
const MOST_LEAVES = 8;
/** What stands around the summaries, in tokens: header, end marker, hint. */
export const FRAME_TOKENS = 190;

/** Store the list, summarise what no summary stands over, and put the summaries in its place. */
export async function compactList(task: CompactionTask, tools: CompactionTools): Promise<CompressOutcome> {
  const { request, shown } = task;
  await nextTick(); // so is each step below: a long list holds the event loop no longer than one of them takes
  const entries = await tools.log.live(request.messages);
  request.signal.throwIfAborted();
  const store = await tools.log.ready();
  await nextTick();
  const plan = planStored(task, entries);
  if (plan.middle.length === 0) return notYet();
  const free = freeOf({ shown, plan, entries }, tools);
  const written = task.isEarly ? [] : await summarise({ ...task, plan, free, store }, tools);
  const inherited = await inheritedIn({ ...task, plan, store }, tools);
  const condensed = task.isEarly
    ? []
    : await condenseRoots(condensing(inherited.room, { ...task, store }, tools), tools);
  request.signal.throwIfAborted();
  return publish({ ...task, plan, store, inherited, written: [...written, ...condensed] }, tools);
}

function condensing(maxTokens: number, { request, store }: StoredTask, { log, budget }: CompactionTools): CondenseTask {
  const { sessionId } = log;
  return { store, sessionId, maxTokens, targetTokensFor: budget.summaryTokensFor, signal: request.signal };
}

function notYet(): CompressOutcome {
  const detail = 'No summary is ready, and the prompt is below the hard threshold.';
  return { kind: 'unchanged', reason: 'below-threshold', detail };
}

interface Sorted {
  readonly shown: Messages;
  readonly plan: ListPlan;
  readonly entries: readonly (IngestedEntry | undefined)[];
}

/**
 * The plan, once it is known what the log makes of the list: what no summary can stand for is carried, and early on all that
 * none stands over yet; then the tail begins behind what one does stand over.
 */
function planStored({ plan, isEarly }: CompactionTask, entries: Sorted['entries']): ListPlan {
  const isCovered = (index: number) => entries[index]?.isCovered === true;
  const mayGo = (index: number) => isCovered(index) || (!isEarly && entries[index]?.isOnPath !== false);
  const middle = plan.middle.filter(mayGo);
  const left = plan.middle.filter((index) => !mayGo(index));
  const lastGone = Math.max(middle.at(-1) ?? -1, plan.ours.at(-1) ?? -1);
  const tailStart = isEarly ? Math.max(plan.headEnd, lastGone + 1) : plan.tailStart;
  const carried = [...plan.carried, ...left].filter((index) => index < tailStart);
  return { ...plan, tailStart, middle, carried: carried.toSorted((one, other) => one - other) };
}

function freeOf({ shown, plan, entries }: Sorted, { countTokens }: SummaryTools): readonly FreeMessage[] {
  let isApart = false;
  return plan.middle.flatMap((index): readonly FreeMessage[] => {
    const [message, entry] = [shown[index], entries[index]];
    if (message === undefined || entry === undefined || entry.isCovered) {
      isApart = true;
      return [];
    }
    const free = { message, entry: entry.id, tokens: countTokens(message), index, isApart };
    isApart = false;
    return [free];
  });
}

/** What the list says of other engines' summaries, and the room that is left for those of the log. */
async function inheritedIn(task: StoredTask, tools: CompactionTools): Promise<InheritedPart> {
  const { shown, plan, store } = task;
  const maxTokens = roomForSummaries(task, tools);
  const ours = plan.ours.flatMap((index) => shown[index] ?? []);
  const inherited = await inheritedFrom(ours, { store, sessionId: tools.log.sessionId, maxTokens });
  if (inherited === undefined) return { room: maxTokens };
  const tokens = tools.countTokens({ role: 'user', content: inherited.text });
  return { inherited, room: Math.max(0, maxTokens - tokens) };
}

interface StoredTask extends CompactionTask {
  readonly store: LcmStore;
}

interface LeafTask extends StoredTask {
  readonly free: readonly FreeMessage[];
}

async function summarise(task: LeafTask, tools: CompactionTools): Promise<readonly WrittenSummary[]> {
  const { request, shown, plan, free, store } = task;
  const middleTokens = plan.middle.reduce((sum, index) => sum + tokensAt(shown, index, tools), 0);
  const chunks = chunkEntries(free, Math.max(tools.budget.chunkTokens, middleTokens / MOST_LEAVES));
  const newestUser = shown.findLastIndex(isRealUser);
  const written: WrittenSummary[] = [];
  for (const chunk of chunks) {
    const hasNewerRequest = newestUser > (chunk.messages.at(-1)?.index ?? 0);
    const summary = await writeSummary(
      {
        request: { ...leafRequest(chunk, task), hasNewerRequest },
        sourceTokens: chunk.tokens,
        targetTokens: tools.budget.summaryTokensFor(chunk.tokens),
        signal: request.signal,
      },
      tools,
    );
    const { text, tokens, level } = summary;
    const sources = { kind: 'entries', entries: chunk.messages.map(({ entry }) => entry) } as const;
    await store.addSummary({ sessionId: tools.log.sessionId, text, tokens, level, sources });
    request.signal.throwIfAborted();
    written.push(summary);
  }
  return written;
}

function leafRequest({ messages }: Chunk, { request, shown, plan }: LeafTask) {
  const [first, last] = [messages[0]?.index ?? 0, messages.at(-1)?.index ?? 0];
  const carried = plan.carried.flatMap((index) => {
    const message = shown[index];
    if (message?.role !== 'user' || index < first || index > last) return [];
    return [{ message, before: messages.filter((each) => each.index < index).length }];
  });
  const { focusTopic, memoryContext } = request;
  return {
    messages: messages.map(({ message }) => message),
    ...(carried.length === 0 ? {} : { carried }),
    ...(focusTopic === undefined ? {} : { focusTopic }),
    ...(memoryContext === undefined ? {} : { memoryContext }),
  };
}

/** What all summaries together may weigh, in tokens, so that the list is below the hard threshold if it can be. */
function roomForSummaries({ request, shown, plan }: CompactionTask, tools: CompactionTools): number {
  const kept = keptIndices(shown, plan).reduce((sum, index) => sum + tokensAt(shown, index, tools), 0);
  const left = tools.budget.hardTokens - kept - FRAME_TOKENS - (request.overheadTokens ?? 0);
  return Math.max(0, Math.min(tools.budget.rootsTokens, left));
}

function keptIndices(shown: Messages, { headEnd, tailStart, carried }: ListPlan): readonly number[] {
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, offset) => from + offset);
  return [...range(0, headEnd), ...carried, ...range(tailStart, shown.length)];
}

function tokensAt(messages: Messages, index: number, { countTokens }: SummaryTools): number {
  const message = messages[index];
  return message === undefined ? 0 : countTokens(message);
}

interface InheritedPart {
  readonly inherited?: Inherited;
  readonly room: number;
}

interface Publication extends StoredTask {
  readonly inherited: InheritedPart;
  readonly written: readonly WrittenSummary[];
}

/** The list as the host is to have it, if it is smaller. */
async function publish(task: Publication, tools: CompactionTools): Promise<CompressOutcome> {
  const { request, shown, plan, store } = task;
  const { inherited, room } = task.inherited;
  const roots = await store.roots(tools.log.sessionId);
  const { text, hidden } = renderSummaries({ inherited: inherited?.text, roots, maxTokens: room });
  if (text === '') return nothingGained('No message before the tail has a summary.');
  const head = shown.slice(0, plan.headEnd);
  const coveredCount = roots.reduce((sum, root) => sum + root.entryCount, inherited?.coveredCount ?? 0);
  const message: Message = {
    role: roleBehind(head),
    content: formatSummary(text),
    _context: { mark: { kind: 'summary', summary: { source: sourceOf(roots), coveredCount } } },
  };
  const carried = plan.carried.flatMap((index) => (shown[index] === undefined ? [] : [[shown[index]]]));
  const list = joinSegments([[...head, message], ...carried, shown.slice(plan.tailStart)]);
  const pinned = new Set((request.pins ?? []).flatMap((index) => request.messages[index] ?? []));
  await nextTick();
  const { messages, repairs } = repairMessages(list, { pinned });
  await nextTick();
  const [before, after] = [sizeOf(request.messages, tools), sizeOf(messages, tools)];
  if (after >= before) return nothingGained(`The list would have ${after} tokens, and has ${before}.`);
  const report = reportOf({ ...task, list, repairs, hidden, after }, tools);
  return { kind: 'compressed', messages, summary: text, report };
}

function nothingGained(detail: string): CompressOutcome {
  return { kind: 'unchanged', reason: 'no-progress', detail };
}

/** By the store alone: a session that goes on after a restart says the same. */
function sourceOf(roots: readonly StoredSummary[]): 'model' | 'extractive' {
  return roots.some(({ level }) => level < 3) ? 'model' : 'extractive';
}

function sizeOf(messages: Messages, { countTokens }: SummaryTools): number {
  return messages.reduce((sum, message) => sum + countTokens(message), 0);
}

interface Published extends Publication {
  readonly list: Messages;
  readonly repairs: CompressReport['repairs'];
  readonly hidden: readonly StoredSummary[];
  readonly after: number;
}

function reportOf(facts: Published, tools: CompactionTools): CompressReport {
  const { request, shown, plan, written, list, repairs, hidden, after } = facts;
  const { headEnd, tailStart, carried, middle, ours } = plan;
  const { hardTokens } = tools.budget;
  const total = after + (request.overheadTokens ?? 0);
  const attempts = written.flatMap((summary) => summary.attempts);
  const tokens = written.reduce((sum, summary) => sum + summary.tokens, 0);
  const source = written.some((summary) => summary.source === 'model') ? 'model' : 'extractive';
  return {
    covered: [...middle, ...ours].toSorted((left, right) => left - right),
    boundaries: { headEnd, tailStart },
    carried: carried.filter((index) => shown[index] === request.messages[index]),
    rewritten: keptIndices(shown, plan).filter((index) => shown[index] !== request.messages[index]),
    pruned: { results: 0, arguments: 0, images: 0, duplicates: 0 },
    ...(written.length === 0 ? {} : { summary: { source, tokens, attempts } }),
    repairs: repairs.map((repair) => ({ ...repair, index: inputIndex(repair.index, { shown, plan, list }) })),
    warnings: [...new Set([...written.flatMap(({ warnings }) => warnings), ...hiddenWarning(hidden)])],
    ...(total < hardTokens ? {} : { shortfall: shortfallOf(total, tools) }),
  };
}

function hiddenWarning(hidden: readonly StoredSummary[]): readonly string[] {
  if (hidden.length === 0) return [];
  return [`${hidden.length} older summaries do not fit and are named in one line; they stay in the store.`];
}

function shortfallOf(total: number, { budget }: CompactionTools): string {
  return `The list still has about ${Math.round(total)} tokens, and the hard threshold is ${Math.round(budget.hardTokens)}: what is kept word for word does not fit.`;
}

/** Repairs were made on the new list; whoever reads them knows the list of the request. */
function inputIndex(
  index: number,
  { shown, plan, list }: { readonly shown: Messages; readonly plan: ListPlan; readonly list: Messages },
): number {
  if (index < plan.headEnd) return index;
  const shift = shown.length - list.length;
  if (index + shift >= plan.tailStart) return index + shift;
  return plan.carried.find((each) => shown[each] === list[index]) ?? plan.headEnd; // else it is new
}

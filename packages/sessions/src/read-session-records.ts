import { canonicalText } from './canonical-message.ts';
import { isSessionId } from './input-checks.ts';
import type { RevisionKind } from './revision.ts';
import type { SequenceRange } from './sequence-range.ts';
import { SessionImportError } from './session-errors.ts';
import type { MessageRecord, RevisionRecord, SessionHeader, SessionRecord } from './session-record.ts';
import { sizeOf, subtract } from './view/ranges.ts';

const FORMAT = 'hermes-context-session';
const VERSION = 1;
const KINDS: ReadonlySet<unknown> = new Set([
  'start',
  'commit',
  'rotation',
  'rewind',
  'undo',
  'redo',
] satisfies RevisionKind[]);
const ORIGINS: ReadonlySet<unknown> = new Set(['new', 'rotation', 'branch']);

/** An export, whole and sound. */
export interface SessionArchive {
  readonly header: SessionHeader;
  /** By sequence: the first one is 1. */
  readonly messages: readonly MessageRecord[];
  /** By number: the first one is 1. */
  readonly revisions: readonly RevisionRecord[];
}

/**
 * The records of one export, checked: nothing is missing, every revision holds every message exactly once, and the
 * changes that were undone and redone are those that could be.
 *
 * @throws SessionImportError - For anything else.
 */
export async function readSessionRecords(
  records: AsyncIterable<SessionRecord> | Iterable<SessionRecord>,
): Promise<SessionArchive> {
  let header: SessionHeader | undefined;
  const messages: MessageRecord[] = [];
  const revisions: RevisionRecord[] = [];
  for await (const record of records) {
    if (header === undefined) header = checkHeader(record);
    else if (record?.record === 'message' && revisions.length === 0)
      messages.push(checkMessage(record, messages.length + 1));
    else if (record?.record === 'revision') revisions.push(checkRevision(record, revisions));
    else throw damaged(`Record ${1 + messages.length + revisions.length + 1} is out of place, or of no known kind.`);
  }
  if (header === undefined) throw damaged('It holds no record at all.');
  checkCount('messages', header.messages, messages.length);
  checkCount('revisions', header.revisions, revisions.length);
  checkOrigins(messages, revisions);
  checkStack(revisions);
  return { header, messages, revisions };
}

/** That an export cannot be taken over. */
export function damaged(why: string, cause?: unknown): SessionImportError {
  return new SessionImportError({
    what: 'The export cannot be imported.',
    why,
    fix: 'Export the session again: hermes sessions export',
    cause,
  });
}

function checkHeader(record: SessionRecord): SessionHeader {
  if (record?.record !== 'session' || record.format !== FORMAT)
    throw damaged('It does not begin with the header of a session.');
  if (record.version !== VERSION)
    throw damaged(`It is of version ${shown(record.version)}; this program reads version ${VERSION}.`);
  const { id, title, origin, parentSessionId, continuedBy, metadata, createdAt, updatedAt } = record;
  const isWhole =
    isSessionId(id) &&
    (title === undefined || (typeof title === 'string' && title !== '')) &&
    ORIGINS.has(origin) &&
    [parentSessionId, continuedBy].every((other) => other === undefined || isSessionId(other)) &&
    typeof metadata === 'object' &&
    metadata !== null &&
    [createdAt, updatedAt].every(isMoment);
  if (!isWhole) throw damaged(`The header of session ${shown(id)} is damaged.`);
  return record;
}

function checkMessage(record: MessageRecord, sequence: number): MessageRecord {
  const { createdAt, timeSource, message, appendKey, copyOf } = record;
  if (record.sequence !== sequence)
    throw damaged(`Message ${sequence} is missing: ${shown(record.sequence)} stands in its place.`);
  const isWhole =
    isMoment(createdAt) &&
    (timeSource === 'message' || timeSource === 'store') &&
    [appendKey, copyOf].every((text) => text === undefined || typeof text === 'string');
  if (!isWhole) throw damaged(`Message ${sequence} is damaged.`);
  try {
    canonicalText(message);
  } catch (cause) {
    throw damaged(`Message ${sequence} is no message.`, cause);
  }
  return record;
}

function checkRevision(record: RevisionRecord, earlier: readonly RevisionRecord[]): RevisionRecord {
  const number = earlier.length + 1;
  if (record.number !== number) {
    throw damaged(`Revision ${number} is missing: ${shown(record.number)} stands in its place.`);
  }
  const { kind, at, closed, base } = record;
  const isFirst = number === 1;
  const isWhole =
    KINDS.has(kind) &&
    isMoment(at) &&
    isFirst === (kind === 'start') &&
    (kind !== 'rotation' || number === 2) &&
    [closed, base].every(Number.isInteger) &&
    (isFirst ? base === 0 : (earlier.at(-1)?.base ?? 0) <= closed) &&
    (isCompaction(kind) ? closed <= base : closed === base);
  if (!isWhole || !hasItsReceipt(record) || !isPartition(record) || !hasItsCoverage(record, earlier.at(-1)))
    throw damaged(`Revision ${number} is damaged.`);
  return record;
}

/** Compactions have receipts, and nothing else has one. */
function hasItsReceipt({ kind, number, receipt }: RevisionRecord): boolean {
  if (!isCompaction(kind)) return receipt === undefined;
  return typeof receipt?.key === 'string' && receipt.revision === number;
}

/** Whether every sequence up to the base is in one of the three lists, once. */
function isPartition({ base, live, compacted, hidden }: RevisionRecord): boolean {
  if (![live, compacted, hidden].every((ranges) => Array.isArray(ranges) && ranges.every(isRange))) return false;
  let next = 1;
  for (const { from, to } of [...live, ...compacted, ...hidden].toSorted((one, other) => one.from - other.from)) {
    if (from !== next) return false;
    next = to;
  }
  return next === base + 1;
}

/** What a compaction says that it covered is what is compacted since. */
function hasItsCoverage({ receipt, compacted }: RevisionRecord, before: RevisionRecord | undefined): boolean {
  if (receipt === undefined) return true;
  const { covered, coveredMessages } = receipt;
  if (!Array.isArray(covered) || !covered.every(isRange)) return false;
  const fresh = subtract(compacted, before?.compacted ?? []);
  return (
    JSON.stringify(fresh) === JSON.stringify(covered.map(({ from, to }) => ({ from, to }))) &&
    sizeOf(fresh) === coveredMessages
  );
}

function isRange(range: SequenceRange | null): boolean {
  return range !== null && Number.isInteger(range.from) && Number.isInteger(range.to) && range.from < range.to;
}

function checkCount(what: string, promised: number, found: number): void {
  if (promised !== found)
    throw damaged(`The header speaks of ${shown(promised)} ${what}, and ${found} follow: it was cut off or edited.`);
}

/** A message says which compaction made it, and the compaction says how many it made. */
function checkOrigins(messages: readonly MessageRecord[], revisions: readonly RevisionRecord[]): void {
  const makers = new Map<number, number>();
  for (const { number, closed, base } of revisions) {
    for (let sequence = closed + 1; sequence <= base; sequence += 1) makers.set(sequence, number);
  }
  if ((revisions.at(-1)?.base ?? 0) > messages.length)
    throw damaged('A revision speaks of messages that are not there.');
  const stray = messages.find(({ sequence, madeBy }) => madeBy !== makers.get(sequence));
  if (stray !== undefined)
    throw damaged(`Message ${stray.sequence} says that revision ${shown(stray.madeBy)} made it.`);
}

/** What was undone was the newest change in effect, and what was redone the one undone last. */
function checkStack(revisions: readonly RevisionRecord[]): void {
  const done: number[] = [];
  let undone: number[] = [];
  for (const record of revisions.slice(1)) {
    if (record.kind === 'undo') undone.push(take(done, record));
    else if (record.kind === 'redo') done.push(take(undone, record));
    else {
      done.push(record.number);
      undone = [];
    }
  }
}

function take(stack: number[], { number, of }: RevisionRecord): number {
  const taken = stack.pop();
  if (taken !== undefined && taken === of) return taken;
  throw damaged(`Revision ${number} takes up revision ${shown(of)}, which it could not.`);
}

function isMoment(at: unknown): boolean {
  return typeof at === 'number' && !Number.isNaN(new Date(at).getTime());
}

function isCompaction(kind: RevisionKind): boolean {
  return kind === 'commit' || kind === 'rotation';
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'none').slice(0, 80);
}

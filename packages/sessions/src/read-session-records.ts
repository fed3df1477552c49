import type { Message } from '@hermes-context/contract';
import { shown } from './input-checks.ts';
import { checkMessage } from './message-shape.ts';
import { headerFault, isMoment, messageFault, receiptFault } from './record-fields.ts';
import type { RevisionKind } from './revision.ts';
import type { SequenceRange } from './sequence-range.ts';
import { SessionImportError, SessionInputError } from './session-errors.ts';
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
      messages.push(checkMessageRecord(record, messages.length + 1));
    else if (record?.record === 'revision') revisions.push(checkRevision(record, { earlier: revisions, header }));
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
  const fault = headerFault(record);
  if (fault !== undefined) throw damaged(`Record 1, the header: ${fault}.`);
  return record;
}

/** A record of what is known of messages, and nothing else: what somebody added is no part of a history. */
function checkMessageRecord(record: MessageRecord, sequence: number): MessageRecord {
  if (record.sequence !== sequence)
    throw damaged(`Message ${sequence} is missing: ${shown(record.sequence)} stands in its place.`);
  const where = `Record ${sequence + 1}, message ${sequence}`;
  const fault = messageFault(record);
  if (fault !== undefined) throw damaged(`${where}: ${fault}.`);
  const { state, createdAt, timeSource, madeBy, copyOf, appendKey } = record;
  return {
    record: 'message',
    sequence,
    state,
    createdAt,
    timeSource,
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(copyOf === undefined ? {} : { copyOf }),
    ...(appendKey === undefined ? {} : { appendKey }),
    message: readMessage(record, where),
  };
}

function readMessage({ message }: MessageRecord, where: string): Message {
  try {
    return checkMessage(message).message;
  } catch (cause) {
    const why = cause instanceof SessionInputError ? cause.explanation.why : 'it cannot be read.';
    throw damaged(`${where} is no message: ${why}`, cause);
  }
}

/** As with messages. */
function checkRevision(
  record: RevisionRecord,
  { earlier, header }: { readonly earlier: readonly RevisionRecord[]; readonly header: SessionHeader },
): RevisionRecord {
  const number = earlier.length + 1;
  if (record.number !== number) {
    throw damaged(`Revision ${number} is missing: ${shown(record.number)} stands in its place.`);
  }
  const before = earlier.at(-1);
  const { kind, at, of, closed, base, receipt } = record;
  if (!hasItsPlace(record, before)) throw damaged(`Revision ${number} is damaged.`);
  // Compactions have receipts, and nothing else has one.
  if (isCompaction(kind) !== (receipt !== undefined))
    throw damaged(`The receipt of revision ${number} is out of place.`);
  const fault = receipt === undefined ? undefined : receiptFault(record, header.id);
  if (fault !== undefined) throw damaged(`The receipt of revision ${number}: ${fault}.`);
  if (!isPartition(record) || !hasItsCoverage(record, before)) throw damaged(`Revision ${number} is damaged.`);
  return {
    record: 'revision',
    number,
    kind,
    at,
    ...(of === undefined ? {} : { of }),
    closed,
    base,
    live: record.live.map(bareRange),
    compacted: record.compacted.map(bareRange),
    hidden: record.hidden.map(bareRange),
    ...(receipt === undefined ? {} : { receipt }),
  };
}

function hasItsPlace({ number, kind, at, closed, base }: RevisionRecord, before: RevisionRecord | undefined): boolean {
  const isFirst = number === 1;
  return (
    KINDS.has(kind) &&
    isMoment(at) &&
    isFirst === (kind === 'start') &&
    (kind !== 'rotation' || number === 2) &&
    [closed, base].every(Number.isInteger) &&
    (isFirst ? base === 0 : (before?.base ?? 0) <= closed) &&
    (isCompaction(kind) ? closed <= base : closed === base)
  );
}

function bareRange({ from, to }: SequenceRange): SequenceRange {
  return { from, to };
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

function isCompaction(kind: RevisionKind): boolean {
  return kind === 'commit' || kind === 'rotation';
}

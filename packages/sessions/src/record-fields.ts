import { isName, isSessionId, isTitle, shown } from './input-checks.ts';
import type { MessageRecord, RevisionRecord, SessionHeader } from './session-record.ts';

/** What a field of a record has to be. */
interface Rule {
  readonly isKept: (value: unknown) => boolean;
  /** To follow "it should be". */
  readonly rule: string;
}

const ORIGINS: readonly unknown[] = ['new', 'rotation', 'branch'];
const TIME_SOURCES: readonly unknown[] = ['message', 'store'];
/** The id of a message, as stores mint it. */
const MESSAGE_ID = /^[A-Za-z0-9._-]{1,128}:[1-9]\d{0,14}$/;

/** What is wrong with the header of an export, as a sentence; unknown if nothing is. */
export function headerFault(header: SessionHeader): string | undefined {
  const another: Rule = {
    isKept: (value) => isSessionId(value) && value !== header.id,
    rule: 'the id of another session',
  };
  return faultIn(header, {
    id: { isKept: isSessionId, rule: 'the id of a session' },
    title: optional({ isKept: isTitle, rule: 'one line that is not too long' }),
    origin: { isKept: (value) => ORIGINS.includes(value), rule: 'new, rotation or branch' },
    parentSessionId: optional(another),
    continuedBy: optional(another),
    metadata: { isKept: isObject, rule: 'an object of names and values' },
    createdAt: clockTime,
    updatedAt: clockTime,
    messages: count,
    revisions: count,
  });
}

/** The same for a message, what it says aside. */
export function messageFault(record: MessageRecord): string | undefined {
  return faultIn(record, {
    createdAt: { isKept: isMoment, rule: MOMENT },
    timeSource: { isKept: (value) => TIME_SOURCES.includes(value), rule: 'message or store' },
    appendKey: optional({ isKept: isName, rule: 'one line that is not too long' }),
    copyOf: optional({
      isKept: (value) => typeof value === 'string' && MESSAGE_ID.test(value),
      rule: 'the id of a message',
    }),
  });
}

/** The same for the receipt of a compaction; what it covered aside. */
export function receiptFault({ number, kind, receipt }: RevisionRecord, sessionId: string): string | undefined {
  if (!isObject(receipt)) return 'receipt is missing';
  const isRotation = kind === 'rotation';
  return faultIn(receipt, {
    sessionId: { isKept: (value) => value === sessionId, rule: 'the id of this session' },
    revision: { isKept: (value) => value === number, rule: String(number) },
    key: { isKept: isName, rule: 'one line that is not too long' },
    engine: { isKept: isName, rule: 'one line that is not too long' },
    inPlace: { isKept: (value) => value === !isRotation, rule: String(!isRotation) },
    oldSessionId: {
      isKept: (value) => (isRotation ? isSessionId(value) && value !== sessionId : value === ''),
      rule: isRotation ? 'the id of another session' : 'empty',
    },
    compressionCount: { isKept: (value) => isCount(value) && value !== 0, rule: 'a whole number from 1' },
    at: clockTime,
  });
}

/** Whether it is milliseconds since 1970, which may be before that. */
export function isMoment(at: unknown): boolean {
  return Number.isInteger(at) && !Number.isNaN(new Date(Number(at)).getTime());
}

const MOMENT = 'a whole number of milliseconds since 1970';
const clockTime: Rule = { isKept: (value) => isMoment(value) && Number(value) >= 0, rule: MOMENT };
const count: Rule = { isKept: isCount, rule: 'a whole number from 0' };

function optional({ isKept, rule }: Rule): Rule {
  return { isKept: (value) => value === undefined || isKept(value), rule: `${rule}, or missing` };
}

function faultIn(fields: object, rules: Readonly<Record<string, Rule>>): string | undefined {
  const given: Readonly<Record<string, unknown>> = { ...fields };
  for (const [name, { isKept, rule }] of Object.entries(rules)) {
    if (!isKept(given[name])) return `${name} is ${shown(given[name])}; it should be ${rule}`;
  }
  return undefined;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

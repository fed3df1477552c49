import { EMPTY_PIN_BOOK, PIN_KINDS, type Pin, type PinBook } from '@hermes-context/messages';
import type { Session } from '@hermes-context/sessions';

/**
 * The key among a session's metadata that pins are kept under. Not the host's own: a command line may change pins while
 * a host works on the session, and a host writes its own part from memory.
 */
const PINS_KEY = '_pins';

/** Longest text that is taken for a pin, in characters. */
const MAX_TEXT_CHARS = 60_000;

/** The pins that are kept with a session. What is not as a host writes it counts as not there. */
export function readPinBook({ metadata }: Pick<Session, 'metadata'>): PinBook {
  const kept = metadata[PINS_KEY];
  if (!isRecord(kept)) return EMPTY_PIN_BOOK;
  const readThrough = readPlace(kept['readThrough']);
  return {
    pins: listIn(kept['pins']).flatMap(readPin),
    removed: listIn(kept['removed']).filter(isText),
    superseded: listIn(kept['superseded']).filter(isText),
    isBegun: kept['isBegun'] === true,
    ...(readThrough === undefined ? {} : { readThrough }),
  };
}

/** The metadata with these pins in it, everything else as it is. */
export function withPinBook({ metadata }: Pick<Session, 'metadata'>, book: PinBook): Session['metadata'] {
  return { ...metadata, [PINS_KEY]: book };
}

function readPin(value: unknown): readonly Pin[] {
  if (!isRecord(value)) return [];
  const { id, origin, messageId, text, question } = value;
  const kind = PIN_KINDS.find((each) => each === value['kind']);
  if (!isText(id) || kind === undefined || !isText(text)) return [];
  return [
    {
      id,
      kind,
      origin: origin === 'host' ? 'host' : 'user',
      text,
      ...(isText(messageId) ? { messageId } : {}),
      ...(isText(question) ? { question } : {}),
      ...(value['isManual'] === true ? { isManual: true as const } : {}),
    },
  ];
}

function readPlace(value: unknown): PinBook['readThrough'] {
  if (!isRecord(value)) return undefined;
  const { sessionId, sequence } = value;
  return isText(sessionId) && typeof sequence === 'number' && Number.isSafeInteger(sequence) && sequence >= 0
    ? { sessionId, sequence }
    : undefined;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_CHARS;
}

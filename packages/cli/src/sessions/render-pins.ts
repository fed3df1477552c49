import type { Pin } from '@hermes-context/messages';
import { plainText } from '../terminal/plain-text.ts';
import { renderTable } from './render-table.ts';

/** A pin as `--json` has it. Unknown is `null`. */
export interface PinJson {
  readonly id: string;
  readonly kind: Pin['kind'];
  readonly origin: Pin['origin'];
  readonly messageId: string | null;
  readonly question: string | null;
  readonly isManual: boolean;
  readonly text: string;
}

export function pinJson({ id, kind, origin, messageId, question, isManual, text }: Pin): PinJson {
  return {
    id,
    kind,
    origin,
    messageId: messageId ?? null,
    question: question ?? null,
    isManual: isManual ?? false,
    text,
  };
}

const COLUMNS = [{ head: 'Pin' }, { head: 'Kind' }, { head: 'From' }, { head: 'Text', min: 20 }] as const;

/** Pins as a table, one line each, in the order in which they were said last. */
export function renderPins(pins: readonly Pin[], columns: number): readonly string[] {
  if (pins.length === 0) return ['Nothing is pinned.'];
  return renderTable(COLUMNS, pins.map(rowOf), columns);
}

/** One pin for a person, on one line. */
export function pinLine(pin: Pin): string {
  return `${pin.id} (${pin.kind}): ${textOf(pin)}`;
}

function rowOf(pin: Pin): readonly string[] {
  return [pin.id, pin.kind, placeOf(pin), textOf(pin)];
}

/** The number of the message that it was found in, or who pinned it. */
function placeOf({ messageId, isManual, origin }: Pin): string {
  if (isManual === true) return origin === 'host' ? 'host' : 'by hand';
  const number = messageId?.slice(messageId.lastIndexOf(':') + 1);
  return number === undefined ? 'user' : `message ${plainText(number)}`;
}

function textOf({ text, question }: Pin): string {
  return plainText(question === undefined ? text : `${question} — ${text}`);
}

import type { GatewayRequestLine } from '@hermes-context/gateway';
import { plainText } from '../terminal/plain-text.ts';

/** Something that the operator should know, and that is no request. */
export interface LogNote {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** One request as a line of the log: for people, or with `json` one JSON object. Ends with a line break. */
export function requestLine(
  line: GatewayRequestLine,
  { at, json }: { readonly at: Date; readonly json: boolean },
): string {
  if (json) return `${JSON.stringify({ at: at.toISOString(), event: 'request', ...line })}\n`;
  const { method, route, status, ms, session, outcome, code, isHungUp } = line;
  const words = [
    at.toISOString(),
    method,
    route,
    status,
    `${ms} ms`,
    session === undefined ? [] : `session ${session}`,
    outcome ?? [],
    code ?? [],
    isHungUp === true ? 'client gone' : [],
  ];
  return `${plainText(words.flat().join(' '))}\n`;
}

/** A note as a line of the log, in the same two forms. */
export function noteLine(
  { level, text }: LogNote,
  { at, json }: { readonly at: Date; readonly json: boolean },
): string {
  if (json) return `${JSON.stringify({ at: at.toISOString(), event: 'note', level, text })}\n`;
  return `${at.toISOString()} ${level}: ${plainText(text)}\n`;
}

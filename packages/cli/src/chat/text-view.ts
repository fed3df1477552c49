import type { TurnResult } from '@hermes-context/host';
import { plainText } from '../terminal/plain-text.ts';
import type { ChatView } from './chat-view.ts';
import { errorLines } from './error-lines.ts';
import { createEventPrinter, WAITING } from './event-handlers.ts';
import { renderHeader, resumeCommand } from './header.ts';
import type { Paint } from './palette.ts';
import { createPrinter, type PrinterParts } from './printer.ts';

/** A chat for a person: on a terminal, or with the answers in a pipe and everything else beside it. */
export function createTextView(parts: PrinterParts): ChatView {
  const printer = createPrinter(parts);
  const { event, warnOnce } = createEventPrinter(printer);
  const { paint } = parts;
  const noteAll = (lines: readonly string[]): void => {
    for (const line of lines) printer.note(line);
  };
  return {
    opened: (facts) => noteAll(renderHeader(facts, paint)),
    turnStarts: () => printer.busy(WAITING),
    event,
    turnEnds: (result) => {
      printer.endStream();
      printer.idle();
      noteAll(endingLines(result, paint));
      printer.gap();
    },
    commandEnds: ({ isDone, lines }) => {
      printer.idle();
      for (const line of lines) (isDone ? printer.result : printer.note)(line);
    },
    problem: (error) => noteAll(errorLines(error, paint)),
    notice: (level, text) => (level === 'warning' ? warnOnce(text) : printer.note(paint('dim', plainText(text)))),
    closed: (sessionId) => printer.note(`Resume with: ${resumeCommand(sessionId)}`),
  };
}

function endingLines({ kind, error }: TurnResult, paint: Paint): readonly string[] {
  switch (kind) {
    case 'completed':
      return [];
    case 'stopped':
      return [paint('yellow', 'Stopped. What was said so far is kept.')];
    case 'request-limit':
      return [paint('yellow', '! The turn has used all its requests and was ended. Send a message to go on.')];
    case 'failed':
      return error === undefined ? [paint('red', '! The turn failed.')] : errorLines(error, paint);
  }
}

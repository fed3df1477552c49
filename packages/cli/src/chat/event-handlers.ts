import type { TurnEvent } from '@hermes-context/host';
import { contentText } from '@hermes-context/messages';
import { figure } from '../sessions/counted.ts';
import { plainText } from '../terminal/plain-text.ts';
import { compactionLine } from './compaction-line.ts';
import type { Printer } from './printer.ts';

/** What is shown while a model says nothing. */
export const WAITING = 'waiting for the model · Ctrl-C stops';

const MAX_ARGUMENT_CHARS = 120;

/** Shows what happens in a turn, and warnings of elsewhere. */
export interface EventPrinter {
  event(event: TurnEvent): void;
  /** The same advice again and again is noise: each text is shown once. */
  warnOnce(warning: string): void;
}

/** Make one for a printer. */
export function createEventPrinter(printer: Printer): EventPrinter {
  const { paint } = printer;
  const told = new Set<string>();
  let reasoningChars = 0;
  const warnOnce = (warning: string): void => {
    if (told.has(warning)) return;
    told.add(warning);
    printer.note(paint('yellow', `! ${plainText(warning)}`));
  };
  const message = ({ message: stored }: EventOf<'message'>): void => {
    reasoningChars = 0;
    const wasShown = printer.endStream();
    if (stored.role !== 'assistant' || wasShown) return;
    // Not every model streams.
    printer.stream(contentText(stored.content));
    printer.endStream();
  };
  const reasoning = ({ text }: EventOf<'reasoning'>): void => {
    reasoningChars += text.length;
    printer.busy(`thinking, ${figure(reasoningChars)} characters so far · Ctrl-C stops`);
  };
  const compacted = ({ report }: EventOf<'compaction-end'>): void => {
    // Whoever asked for it gets it as the result of the command.
    if (report.site === 'manual') return;
    printer.note(paint('cyan', compactionLine(report)));
    for (const warning of report.warnings) warnOnce(warning);
    printer.busy(WAITING);
  };
  const handlers: Handlers = {
    text: ({ text }) => printer.stream(text),
    reasoning,
    message,
    ...toolHandlers(printer),
    usage: () => undefined,
    'compaction-start': ({ tokens }) => printer.busy(`compacting ${figure(tokens)} tokens`),
    'compaction-progress': ({ progress }) => printer.busy(progressText(progress)),
    'compaction-end': compacted,
    notice: ({ level, text }) => (level === 'warning' ? warnOnce(text) : printer.note(paint('dim', plainText(text)))),
  };
  return { warnOnce, event: (event) => dispatch(handlers, event) };
}

type EventOf<Type extends TurnEvent['type']> = Extract<TurnEvent, { readonly type: Type }>;

type Handlers = { readonly [Type in TurnEvent['type']]: (event: EventOf<Type>) => void };

function toolHandlers({ note, busy, paint }: Printer): Pick<Handlers, 'tool-start' | 'tool-end'> {
  return {
    'tool-start': ({ name, arguments: given }) => {
      note(paint('dim', `⚙ ${plainText(`${name} ${given.slice(0, MAX_ARGUMENT_CHARS)}`)}`));
      busy(`${plainText(name)} works · Ctrl-C stops`);
    },
    'tool-end': ({ name, isError }) => {
      if (isError) note(paint('yellow', `⚙ ${plainText(name)} failed; the model is told why`));
      busy(WAITING);
    },
  };
}

function progressText({ phase, chunk, chunks, receivedChars }: EventOf<'compaction-progress'>['progress']): string {
  const part = chunks > 1 ? ` part ${chunk} of ${chunks}` : '';
  return phase === 'model'
    ? `compacting: summarising${part}, ${figure(receivedChars)} characters so far`
    : 'compacting: extracting a summary';
}

function dispatch(handlers: Handlers, event: TurnEvent): void {
  switch (event.type) {
    case 'text':
      handlers.text(event);
      break;
    case 'reasoning':
      handlers.reasoning(event);
      break;
    case 'message':
      handlers.message(event);
      break;
    case 'tool-start':
      handlers['tool-start'](event);
      break;
    case 'tool-end':
      handlers['tool-end'](event);
      break;
    case 'usage':
      handlers.usage(event);
      break;
    case 'compaction-start':
      handlers['compaction-start'](event);
      break;
    case 'compaction-progress':
      handlers['compaction-progress'](event);
      break;
    case 'compaction-end':
      handlers['compaction-end'](event);
      break;
    case 'notice':
      handlers.notice(event);
      break;
  }
}

import type {
  CompressOutcome,
  CompressReport,
  CompressRequest,
  ContextEngine,
  Message,
  Messages,
} from '@hermes-context/contract';
import { groupMessages, startOfLastTurns } from '@hermes-context/messages';

export const CLEARED = '[cleared]';

/** A signal that nobody aborts. */
export const signal = new AbortController().signal;

/** A report that says nothing. */
export const EMPTY_REPORT: CompressReport = {
  covered: [],
  boundaries: { headEnd: 0, tailStart: 0 },
  carried: [],
  rewritten: [],
  pruned: { results: 0, arguments: 0, images: 0, duplicates: 0 },
  repairs: [],
  warnings: [],
};

/** A turn of four messages: a question, a call, its long result, an answer. */
function turn(index: number): Messages {
  const id = `call_${index}`;
  return [
    { role: 'user', content: `Read file ${index}.` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: `Line ${index}. `.repeat(40) },
    { role: 'assistant', content: `File ${index} is fine.` },
  ];
}

/** A system prompt, then turns: 1 + 4 × `turnCount` messages. */
export function conversation(turnCount: number): Messages {
  return [
    { role: 'system', content: 'Be brief.' },
    ...Array.from({ length: turnCount }, (_, index) => turn(index)).flat(),
  ];
}

/** A request to shrink these, however small they are. */
export function forced(messages: Messages, more: Partial<CompressRequest> = {}): CompressRequest {
  return { messages, force: true, signal, ...more };
}

/** An engine that asks from 1,000 tokens on; by default it finds nothing to do. */
export function engine(members: Partial<ContextEngine> = {}): ContextEngine {
  return {
    updateFromResponse: () => undefined,
    shouldCompress: (promptTokens) => promptTokens >= 1_000,
    compress: async () => ({ kind: 'unchanged', reason: 'nothing-to-compress' }),
    ...members,
  };
}

/** An engine whose answer is that, whatever the types say. */
export const answering = (answer: unknown): ContextEngine =>
  engine({ compress: async () => answer as CompressOutcome });

/** Keeps the system prompt, pinned groups and the last turns; reports nothing. */
export function dropping(turns: number, members: Partial<ContextEngine> = {}): ContextEngine {
  return engine({
    compress: async ({ messages, pins = [] }) => {
      const start = startOfLastTurns(messages, turns);
      const pinned = groupMessages(messages).filter((group) =>
        pins.some((pin) => pin >= group.start && pin < group.end),
      );
      const kept = messages.filter(
        (message, index) =>
          index >= start ||
          message.role === 'system' ||
          pinned.some((group) => index >= group.start && index < group.end),
      );
      if (kept.length === messages.length) return { kind: 'unchanged', reason: 'nothing-to-compress' };
      return { kind: 'compressed', messages: kept };
    },
    ...members,
  });
}

/** Clears all tool results but the last; reports each. */
export function clearing(members: Partial<ContextEngine> = {}): ContextEngine {
  return engine({
    compress: async ({ messages, pins = [] }) => clear(messages, pins),
    pruneOnly: (messages) => clear(messages, []),
    ...members,
  });
}

function clear(messages: Messages, pins: readonly number[]): CompressOutcome {
  const last = messages.findLastIndex(({ role }) => role === 'tool');
  const isOld = (message: Message, index: number): boolean =>
    message.role === 'tool' && index !== last && message.content !== CLEARED && !pins.includes(index);
  const rewritten = messages.flatMap((message, index) => (isOld(message, index) ? [index] : []));
  if (rewritten.length === 0) return { kind: 'unchanged', reason: 'nothing-to-compress' };
  const after = messages.map((message, index) => (isOld(message, index) ? { ...message, content: CLEARED } : message));
  const pruned = { ...EMPTY_REPORT.pruned, results: rewritten.length };
  const boundaries = { headEnd: 1, tailStart: last };
  return { kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, rewritten, pruned, boundaries } };
}

/** Puts a summary of that text in place of all messages behind the system prompt but the last turn; reports it. */
export function summing(text: string, members: Partial<ContextEngine> = {}): ContextEngine {
  return engine({
    compress: async ({ messages }) => {
      const start = startOfLastTurns(messages, 1);
      const covered = Array.from({ length: start - 1 }, (_, offset) => offset + 1);
      if (covered.length === 0) return { kind: 'unchanged', reason: 'nothing-to-compress' };
      const mark = { kind: 'summary', summary: { source: 'model', coveredCount: covered.length } } as const;
      const summary: Messages = [
        { role: 'user', content: text, _context: { mark } },
        { role: 'assistant', content: 'Go on.', _context: { mark: { kind: 'bridge' } } },
      ];
      return {
        kind: 'compressed',
        messages: [...messages.slice(0, 1), ...summary, ...messages.slice(start)],
        summary: text,
        report: {
          ...EMPTY_REPORT,
          covered,
          boundaries: { headEnd: 1, tailStart: start },
          summary: {
            source: 'model',
            tokens: text.length,
            attempts: [{ source: 'model', model: text, outcome: 'ok' }],
          },
          warnings: [`${text} is short.`],
        },
      };
    },
    ...members,
  });
}

/** What the user is told with an outcome. */
export function warningsOf(outcome: CompressOutcome): readonly string[] {
  return (outcome.kind === 'compressed' ? outcome.report?.warnings : outcome.warnings) ?? [];
}

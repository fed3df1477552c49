import type {
  CompressOutcome,
  CompressReport,
  CompressRequest,
  ContextEngine,
  EngineServices,
  Message,
  Messages,
} from '@hermes-context/contract';
import {
  BRIDGE_TEXT,
  formatSummary,
  groupMessages,
  isSummary,
  startOfLastTurns,
  summaryBody,
} from '@hermes-context/messages';

const CLEARED = '[cleared]';
const UNTOUCHED_COUNT = 6;
const KEPT_TURNS = 3;
const PRUNER_SHARE = 0.3;

/** A report that says nothing. */
export const NOTHING: CompressReport = {
  covered: [],
  boundaries: { headEnd: 0, tailStart: 0 },
  carried: [],
  rewritten: [],
  pruned: { results: 0, arguments: 0, images: 0, duplicates: 0 },
  repairs: [],
  warnings: [],
};

/** An engine that asks from this share of the window on, and compresses so. */
export function toyEngine(
  { model }: EngineServices,
  { share, ...members }: Pick<ContextEngine, 'compress'> & Partial<ContextEngine> & { readonly share: number },
): ContextEngine {
  let thresholdTokens = model.contextTokens * share;
  return {
    updateFromResponse: () => undefined,
    updateModel: (next) => {
      thresholdTokens = next.contextTokens * share;
    },
    shouldCompress: (promptTokens) => promptTokens >= thresholdTokens,
    ...members,
  };
}

/** Clears old tool results, and reports each; forgets the older turns where that is not enough. Needs no model. */
export function pruner(services: EngineServices): ContextEngine {
  const { model, countTokens } = services;
  const prune = (messages: Messages, pins: readonly number[] = []): CompressOutcome => {
    const end = messages.length - UNTOUCHED_COUNT;
    const rewritten: number[] = [];
    const after = messages.map((message, index): Message => {
      const cleared = { ...message, content: CLEARED };
      const isOld = message.role === 'tool' && index < end && !pins.includes(index);
      if (!isOld || countTokens(cleared) >= countTokens(message)) return message;
      rewritten.push(index);
      return cleared;
    });
    if (rewritten.length === 0) return { kind: 'unchanged', reason: 'nothing-to-compress' };
    const pruned = { ...NOTHING.pruned, results: rewritten.length };
    const boundaries = { headEnd: 0, tailStart: end };
    return { kind: 'compressed', messages: after, report: { ...NOTHING, rewritten, pruned, boundaries } };
  };
  return toyEngine(services, {
    share: PRUNER_SHARE,
    compress: async ({ messages, pins = [] }) => {
      const pruned = prune(messages, pins);
      const list = pruned.kind === 'compressed' ? pruned.messages : messages;
      const tokens = list.reduce((sum, message) => sum + countTokens(message), 0);
      const dropped = drop({ messages: list, pins });
      return dropped.kind === 'unchanged' || tokens < model.contextTokens * PRUNER_SHARE ? pruned : dropped;
    },
    pruneOnly: (messages) => prune(messages),
    tools: [toolOf('recall', 'pruner')],
  });
}

/** Keeps system messages, pinned groups and the last turns. Reports nothing. */
export function dropper(services: EngineServices): ContextEngine {
  return toyEngine(services, {
    share: 0.6,
    compress: async (request) => drop(request),
    hasContentToCompress: (messages) => drop({ messages }).kind === 'compressed',
    tools: [toolOf('recall', 'dropper')],
  });
}

/** As the dropper, with a summary in front of the turns that stay. */
export function summariser(services: EngineServices): ContextEngine {
  return toyEngine(services, {
    share: 0.5,
    compress: (request) => summarise(request, services),
  });
}

/** The list without its older turns; pinned groups stay. */
export function drop(
  { messages, pins = [] }: Pick<CompressRequest, 'messages' | 'pins'>,
  keptTurns: number = KEPT_TURNS,
): CompressOutcome {
  const start = startOfLastTurns(messages, keptTurns);
  const pinned = groupMessages(messages)
    .filter((group) => pins.some((pin) => pin >= group.start && pin < group.end))
    .flatMap((group) => messages.slice(group.start, group.end));
  const kept = new Set(pinned);
  const after = messages.filter((message, index) => index >= start || message.role === 'system' || kept.has(message));
  if (after.length === messages.length) return { kind: 'unchanged', reason: 'nothing-to-compress' };
  return { kind: 'compressed', messages: after };
}

async function summarise(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  const { messages, signal } = request;
  const dropped = drop(request);
  if (dropped.kind === 'unchanged') return dropped;
  const kept = new Set(dropped.messages);
  const gone = messages.filter((message) => !kept.has(message));
  if (gone.every(isSummary)) return { kind: 'unchanged', reason: 'nothing-to-compress' };
  const previous = gone.findLast(isSummary);
  const result = await services.summarise({
    messages: gone.filter((message) => !isSummary(message)),
    maxTokens: 2_000,
    signal,
    ...(previous === undefined ? {} : { previousSummary: summaryBody(previous) ?? '' }),
  });
  if (result.kind === 'failed') return { kind: 'unchanged', reason: 'summary-failed', detail: result.detail };
  if (result.text.trim() === '')
    return { kind: 'unchanged', reason: 'summary-failed', detail: 'The summary is empty.' };
  const mark = { kind: 'summary', summary: { source: result.source, coveredCount: gone.length } } as const;
  const summary: Message = { role: 'user', content: formatSummary(result.text), _context: { mark } };
  const at = dropped.messages.findIndex(({ role }) => role !== 'system');
  const bridge: Message = { role: 'assistant', content: BRIDGE_TEXT, _context: { mark: { kind: 'bridge' } } };
  const after = dropped.messages.toSpliced(at, 0, summary, bridge);
  const size = (list: Messages): number => list.reduce((sum, message) => sum + services.countTokens(message), 0);
  if (size(after) >= size(messages)) return { kind: 'unchanged', reason: 'no-progress' };
  const covered = messages.flatMap((message, index) => (kept.has(message) ? [] : [index]));
  const tokens = services.countTokens({ role: 'user', content: result.text });
  const figures = { source: result.source, tokens, attempts: result.attempts };
  const boundaries = { headEnd: covered[0] ?? 0, tailStart: (covered.at(-1) ?? 0) + 1 };
  return {
    kind: 'compressed',
    messages: after,
    summary: result.text,
    report: { ...NOTHING, covered, boundaries, summary: figures },
  };
}

function toolOf(name: string, answer: string) {
  return { name, description: `Answers as ${answer}.`, parameters: { type: 'object' }, execute: async () => answer };
}

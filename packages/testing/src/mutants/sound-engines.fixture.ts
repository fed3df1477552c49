import type {
  CompressOutcome,
  CompressReport,
  CompressRequest,
  ContextEngine,
  EngineServices,
  EngineStatus,
  EngineTool,
  Message,
  Messages,
} from '@hermes-context/contract';
import {
  BRIDGE_TEXT,
  classifyMessage,
  contentText,
  formatSummary,
  groupMessages,
  isSummary,
  startOfLastTurns,
  summaryBody,
} from '@hermes-context/messages';
import type { CreateEngine } from '../engine-checks/engine-check.ts';

const KEPT_TURNS = 2;

export const EMPTY_REPORT: CompressReport = {
  covered: [],
  boundaries: { headEnd: 0, tailStart: 0 },
  carried: [],
  rewritten: [],
  pruned: { results: 0, arguments: 0, images: 0, duplicates: 0 },
  repairs: [],
  warnings: [],
};

/** A sound engine in a few lines: keeps system messages, pinned groups and the last two turns. */
export function forget({ messages, pins = [] }: CompressRequest): CompressOutcome {
  const start = startOfLastTurns(messages, KEPT_TURNS);
  const pinned = new Set(
    groupMessages(messages)
      .filter((group) => pins.some((pin) => pin >= group.start && pin < group.end))
      .flatMap((group) => messages.slice(group.start, group.end)),
  );
  const kept = messages.filter((message, index) => index >= start || message.role === 'system' || pinned.has(message));
  if (kept.length === messages.length) return { kind: 'unchanged', reason: 'nothing-to-compress' };
  return { kind: 'compressed', messages: kept };
}

/** Another sound one: puts a summary in place of what it forgets, keeps roles in turn, and makes a report. */
export async function summarising(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  const { messages, signal } = request;
  const outcome = forget(request);
  if (outcome.kind === 'unchanged') return outcome;
  const kept = new Set(outcome.messages);
  const gone = messages.filter((message) => !kept.has(message));
  const fresh = gone.filter(isFresh);
  if (fresh.length === 0) return { kind: 'unchanged', reason: 'nothing-to-compress' };

  const earlier = gone.filter(isSummary).map((message) => summaryBody(message) ?? '');
  const previous = earlier.length === 0 ? {} : { previousSummary: earlier.join('\n') };
  const result = await services.summarise({ messages: fresh, ...previous, maxTokens: 2_000, signal });
  if (result.kind === 'failed') return { kind: 'unchanged', reason: 'summary-failed', cause: result };
  if (result.text.trim() === '') return { kind: 'unchanged', reason: 'summary-failed' };
  const list = withSummary(outcome.messages, { text: result.text, coveredCount: gone.length });
  if (sizeOf(list, services) >= sizeOf(messages, services)) return { kind: 'unchanged', reason: 'no-progress' };
  const covered = messages.flatMap((message, index) => (kept.has(message) ? [] : [index]));
  return { kind: 'compressed', messages: list, summary: result.text, report: { ...EMPTY_REPORT, covered } };
}

function isFresh(message: Message): boolean {
  const kind = classifyMessage(message);
  return kind !== 'summary' && kind !== 'bridge';
}

const sizeOf = (messages: Messages, { countTokens }: EngineServices): number =>
  messages.reduce((sum, message) => sum + countTokens(message), 0);

/** The summary behind the system prompt, under the user's role; a bridge where the user speaks next. */
function withSummary(
  kept: Messages,
  { text, coveredCount }: { readonly text: string; readonly coveredCount: number },
): Messages {
  const mark = { kind: 'summary', summary: { source: 'model', coveredCount } } as const;
  const summary: Message = { role: 'user', content: formatSummary(text), _context: { mark } };
  const bridge: Message = { role: 'assistant', content: BRIDGE_TEXT, _context: { mark: { kind: 'bridge' } } };
  const at = kept.findIndex(({ role }) => role !== 'system');
  return kept.toSpliced(at, 0, summary, ...(kept[at]?.role === 'user' ? [bridge] : []));
}

/** How an engine compresses. */
export type Compress = (
  request: CompressRequest,
  services: EngineServices,
) => CompressOutcome | Promise<CompressOutcome>;

/** An engine with this way to compress; the rest is sound unless `members` says otherwise. */
export function toy(compress: Compress, members: Partial<ContextEngine> = {}): CreateEngine {
  return (services) => {
    let thresholdTokens = services.model.contextTokens / 2;
    return {
      updateFromResponse: () => undefined,
      shouldCompress: (promptTokens) => promptTokens >= thresholdTokens,
      updateModel: (model) => {
        thresholdTokens = model.contextTokens / 2;
      },
      compress: async (request) => compress(request, services),
      ...members,
    };
  };
}

/** Changes a list that a sound engine made. */
export type Spoil = (after: Messages, request: CompressRequest, services: EngineServices) => Messages;

/** A toy that forgets soundly, then spoils the list. */
export function spoiling(spoil: Spoil): CreateEngine {
  return toy((request, services) => spoiled(forget(request), { spoil, request, services }));
}

/** A toy that summarises soundly, then spoils the list. */
export function spoilingSummary(spoil: Spoil): CreateEngine {
  return toy(async (request, services) => spoiled(await summarising(request, services), { spoil, request, services }));
}

function spoiled(
  outcome: CompressOutcome,
  { spoil, request, services }: { spoil: Spoil; request: CompressRequest; services: EngineServices },
): CompressOutcome {
  return outcome.kind === 'unchanged' ? outcome : { ...outcome, messages: spoil(outcome.messages, request, services) };
}

/** A toy that summarises soundly, then changes its report. */
export function misreporting(
  change: (report: CompressReport, request: CompressRequest) => CompressReport,
): CreateEngine {
  return toy(async (request, services) => {
    const outcome = await summarising(request, services);
    if (outcome.kind === 'unchanged' || outcome.report === undefined) return outcome;
    return { ...outcome, report: change(outcome.report, request) };
  });
}

export const tool = (fields: Partial<EngineTool>): EngineTool => ({
  name: 'toy_search',
  description: 'Searches.',
  parameters: { type: 'object' },
  execute: async () => 'nothing',
  ...fields,
});

export const status = (fields: Partial<EngineStatus>) => (): EngineStatus => ({
  thresholdTokens: 4_000,
  compressionCount: 0,
  ...fields,
});

export const withMembers = (members: Partial<ContextEngine>): CreateEngine => toy(forget, members);

/** The whole contract, kept: what every mutant is a copy of, but for one thing. */
export const referenceEngine: CreateEngine = (services) => {
  let thresholdTokens = services.model.contextTokens / 2;
  let compressionCount = 0;
  const turnSizes: number[] = [];
  return {
    updateFromResponse: () => undefined,
    shouldCompress: (promptTokens) => promptTokens >= thresholdTokens,
    updateModel: (model) => {
      thresholdTokens = model.contextTokens / 2;
    },
    compress: async (request) => {
      const outcome = await summarising(request, services);
      if (outcome.kind === 'compressed') compressionCount += 1;
      services.log.info('reference: pass', { kind: outcome.kind, count: compressionCount });
      services.emit('engine:reference:pass', { kind: outcome.kind });
      return outcome;
    },
    hasContentToCompress: (messages) => {
      const start = startOfLastTurns(messages, KEPT_TURNS);
      return messages.some((message, index) => index < start && message.role !== 'system' && isFresh(message));
    },
    pruneOnly: (messages) => clearOldResults(messages, services),
    selectContext: () => undefined,
    onTurnComplete: ({ added }) => {
      turnSizes.push(sizeOf(added, services));
    },
    onCommit: async () => undefined,
    status: () => ({ thresholdTokens, compressionCount, counters: { turns: turnSizes.length } }),
    tools: [tool({}), tool({ name: 'toy_expand' })],
    dispose: async () => undefined,
  };
};

const CLEARED = '[cleared]';
const LONG_RESULT_CHARS = 200;

/** Puts a word in place of long results that are older than the last turns. */
export function clearOldResults(messages: Messages, services: EngineServices): CompressOutcome {
  const start = startOfLastTurns(messages, KEPT_TURNS);
  const after = messages.map((message, index) =>
    index < start && message.role === 'tool' && contentText(message.content).length > LONG_RESULT_CHARS
      ? { ...message, content: CLEARED }
      : message,
  );
  const hasGained = sizeOf(after, services) < sizeOf(messages, services);
  return hasGained ? { kind: 'compressed', messages: after } : { kind: 'unchanged', reason: 'nothing-to-compress' };
}

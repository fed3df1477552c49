import type {
  CompressOutcome,
  CompressReport,
  CompressRequest,
  ContextEngine,
  EngineServices,
  EngineStatus,
  EngineTool,
  Messages,
} from '@hermes-context/contract';
import { groupMessages, isSummary, startOfLastTurns } from '@hermes-context/messages';
import type { CreateEngine } from './engine-check.ts';

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

/** Another sound one: puts a summary in place of what it forgets, and makes a report. */
export async function summarising(request: CompressRequest, services: EngineServices): Promise<CompressOutcome> {
  const { messages, signal } = request;
  const outcome = forget(request);
  if (outcome.kind === 'unchanged') return outcome;
  const kept = new Set(outcome.messages);
  const gone = messages.filter((message) => !kept.has(message));
  if (gone.every(isSummary)) return { kind: 'unchanged', reason: 'nothing-to-compress' };

  const result = await services.summarise({ messages: gone, maxTokens: 2_000, signal });
  if (result.kind === 'failed') return { kind: 'unchanged', reason: 'summary-failed', cause: result };
  const summary: Messages[number] = {
    role: 'user',
    content: result.text,
    _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: gone.length } } },
  };
  const systemCount = outcome.messages.findIndex(({ role }) => role !== 'system');
  const list = outcome.messages.toSpliced(systemCount, 0, summary);
  const size = (each: Messages): number => each.reduce((sum, message) => sum + services.countTokens(message), 0);
  if (size(list) >= size(messages)) return { kind: 'unchanged', reason: 'no-progress' };
  const covered = messages.flatMap((message, index) => (kept.has(message) ? [] : [index]));
  return {
    kind: 'compressed',
    messages: list,
    report: { ...EMPTY_REPORT, covered },
  };
}

type Compress = (request: CompressRequest, services: EngineServices) => CompressOutcome | Promise<CompressOutcome>;

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

/** A toy that compresses soundly, then spoils the list. */
export function spoiling(spoil: (after: Messages, request: CompressRequest) => Messages): CreateEngine {
  return toy((request) => {
    const outcome = forget(request);
    return outcome.kind === 'unchanged' ? outcome : { ...outcome, messages: spoil(outcome.messages, request) };
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

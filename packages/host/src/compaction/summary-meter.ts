import type {
  AssistantMessage,
  Message,
  Summarise,
  SummaryAttempt,
  SummaryRequest,
  SummaryResult,
} from '@hermes-context/contract';
import { redactSecrets } from '@hermes-context/messages';
import type { CompactionReport } from '../compaction-report.ts';

/** What summaries cost, as far as providers reported it. */
export type SummaryUsage = CompactionReport['summaryUsage'];

/** A summarizer with the host's boundary around it: secrets are masked on the way in and out, and calls are counted. */
export interface SummaryMeter {
  readonly summarise: Summarise;
  /** What was spent since the last call of this. */
  takeUsage(): SummaryUsage;
}

/** Put the boundary around a summarizer, whoever wrote it. */
export function meterSummaries(summarise: Summarise): SummaryMeter {
  let attempts: readonly SummaryAttempt[] = [];
  return {
    takeUsage() {
      const usage = usageOf(attempts);
      attempts = [];
      return usage;
    },
    async summarise(request) {
      const result = redactResult(await summarise(redactRequest(request)));
      attempts = [...attempts, ...result.attempts];
      return result;
    },
  };
}

/** What comes back is shown to people too: whoever wrote it may quote a request, with its key, in a sentence. */
function redactResult(result: SummaryResult): SummaryResult {
  const attempts = result.attempts.map((attempt) =>
    attempt.detail === undefined ? attempt : { ...attempt, detail: redactSecrets(attempt.detail) },
  );
  if (result.kind === 'failed') return { ...result, detail: redactSecrets(result.detail), attempts };
  return { ...result, text: redactSecrets(result.text), warnings: result.warnings.map(redactSecrets), attempts };
}

function redactRequest(request: SummaryRequest): SummaryRequest {
  const { originals, carried } = request;
  // One message of the conversation stays one object, wherever in the request it stands.
  const known = new Map<Message, Message>();
  const mask = (message: Message): Message => {
    const masked = known.get(message) ?? redactMessage(message);
    known.set(message, masked);
    return masked;
  };
  const masked: SummaryRequest = {
    ...request,
    messages: request.messages.map(mask),
    ...(originals === undefined ? {} : { originals: originals.map(mask) }),
    ...(carried === undefined ? {} : { carried: carried.map((each) => ({ ...each, message: mask(each.message) })) }),
  };
  const texts = (['previousSummary', 'focusTopic', 'memoryContext'] as const).flatMap((name) => {
    const text = request[name];
    return text === undefined ? [] : [[name, redactSecrets(text)] as const];
  });
  return Object.assign(masked, Object.fromEntries(texts));
}

function usageOf(attempts: readonly SummaryAttempt[]): SummaryUsage {
  const asked = attempts.filter(({ source }) => source === 'model');
  const sum = (pick: (usage: NonNullable<SummaryAttempt['usage']>) => number): number =>
    asked.reduce((total, { usage }) => total + (usage === undefined ? 0 : pick(usage)), 0);
  return {
    calls: asked.length,
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
  };
}

/** The same object where there is nothing to mask: what is known about a message is known by its identity. */
function redactMessage(message: Message): Message {
  const content = redactContent(message.content);
  const changes = {
    ...(content === message.content ? {} : { content }),
    ...redactSpeech(message),
    ...redactOrigin(message),
  };
  return Object.keys(changes).length === 0 ? message : Object.assign({}, message, changes);
}

/** What only a model says: its reasoning, and the arguments of its calls. */
function redactSpeech(message: Message): Partial<AssistantMessage> {
  if (message.role !== 'assistant') return {};
  const { reasoning_content: reasoning = '', tool_calls: calls = [] } = message;
  const thought = redactSecrets(reasoning);
  const masked = calls.map((call) => {
    const text = redactSecrets(call.function.arguments);
    return text === call.function.arguments ? call : { ...call, function: { ...call.function, arguments: text } };
  });
  return {
    ...(thought === reasoning ? {} : { reasoning_content: thought }),
    ...(masked.every((call, index) => call === calls[index]) ? {} : { tool_calls: masked }),
  };
}

/** Without the provider's own form of it where that holds a secret: it is opaque, so nothing in it can be replaced. */
function redactOrigin({ _context: context }: Message): Pick<Message, '_context'> {
  if (context?.wire === undefined) return {};
  const { wire, ...rest } = context;
  const text = JSON.stringify(wire);
  return redactSecrets(text) === text ? {} : { _context: rest };
}

function redactContent(content: Message['content']): Message['content'] {
  if (content === null) return null;
  if (typeof content === 'string') return redactSecrets(content);
  const parts = content.map((part) => {
    const text: unknown = 'text' in part ? part.text : undefined;
    if (typeof text !== 'string') return part;
    const masked = redactSecrets(text);
    return masked === text ? part : { ...part, text: masked };
  });
  return parts.every((part, index) => part === content[index]) ? content : parts;
}

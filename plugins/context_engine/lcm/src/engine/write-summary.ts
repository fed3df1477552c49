import type { Message, Messages, Summarise, SummaryAttempt, SummaryRequest } from '@hermes-context/contract';
import { redactSecrets } from '@hermes-context/messages';
import { untilAborted } from '../until-aborted.ts';
import { cutSummary } from './cut-summary.ts';
import type { SpendGuard } from './spend-guard.ts';

/** What summaries are made with. */
export interface SummaryTools {
  readonly summarise: Summarise;
  readonly countTokens: (message: Message) => number;
  readonly guard: SpendGuard;
}

/** What a summary is to be made of. */
export interface SummaryTask {
  readonly request: Omit<SummaryRequest, 'maxTokens' | 'signal'>;
  readonly sourceTokens: number;
  readonly targetTokens: number;
  readonly signal: AbortSignal;
}

/** A summary that came through the gate. */
export interface WrittenSummary {
  readonly text: string;
  readonly tokens: number;
  /** 1 as asked for, 2 half as long, 3 without a model. */
  readonly level: number;
  readonly source: 'model' | 'extractive';
  readonly attempts: readonly SummaryAttempt[];
  readonly warnings: readonly string[];
}

/** Less than this is no shorter once a model has summarised it. */
export const LEAST_ASKED_TOKENS = 120;
/** Level of a summary that no model made. */
export const CUT_LEVEL = 3;
/** Most tokens of a summary that is cut from the messages. */
const MOST_CUT_TOKENS = 512;
/** A summary that weighs more than this share of its source has hardly summarised. */
const MOST_SHARE = 0.9;

/**
 * A summary of a stretch: in detail, else half as long, else cut without a model. The first that passes the gate wins:
 * finished, not empty, shorter than what it stands for. Never fails.
 *
 * @throws The signal's reason, when it aborts.
 */
export async function writeSummary(task: SummaryTask, tools: SummaryTools): Promise<WrittenSummary> {
  const attempts: SummaryAttempt[] = [];
  const warnings: string[] = [];
  for (const level of task.sourceTokens < LEAST_ASKED_TOKENS ? [] : [1, 2]) {
    const { closed } = tools.guard.state();
    if (closed !== undefined) {
      warnings.push(`No model was asked for a summary: ${closed}.`);
      break;
    }
    const answer = await ask(task, level, tools);
    task.signal.throwIfAborted();
    attempts.push(...answer.attempts);
    warnings.push(...answer.warnings);
    if (answer.text === undefined) continue;
    const { text, source } = answer;
    return {
      text,
      tokens: tokensOf(text, tools),
      level: source === 'model' ? level : CUT_LEVEL,
      source,
      attempts,
      warnings,
    };
  }
  return {
    ...cut(task, tools),
    attempts,
    warnings: [...warnings, 'A summary was cut from the messages without a model.'],
  };
}

interface Answer {
  readonly text?: string;
  readonly source: 'model' | 'extractive';
  readonly attempts: readonly SummaryAttempt[];
  readonly warnings: readonly string[];
}

async function ask(task: SummaryTask, level: number, tools: SummaryTools): Promise<Answer> {
  const { request, signal, targetTokens } = task;
  const maxTokens = Math.max(1, Math.round(targetTokens / level));
  tools.guard.spend();
  const result = await settled(tools.summarise({ ...request, maxTokens, signal }), signal);
  signal.throwIfAborted();
  if (result.kind === 'failed') {
    tools.guard.settle(false);
    return { source: 'model', attempts: result.attempts, warnings: [result.detail] };
  }
  const text = redactSecrets(result.text).trim();
  const fault = faultOf(text, task, tools);
  const { source, attempts, warnings } = result;
  tools.guard.settle(fault === undefined && !hasOnlyFailed(attempts));
  return fault === undefined
    ? { text, source, attempts, warnings }
    : { source, attempts, warnings: [...warnings, fault] };
}

/** Whether models were asked and none answered: a text that was extracted in their place says nothing of their health. */
function hasOnlyFailed(attempts: readonly SummaryAttempt[]): boolean {
  const asked = attempts.filter(({ source }) => source === 'model');
  return asked.length > 0 && !hasAnswered(attempts);
}

/** Whether a model answered at all, however the answer was. */
export function hasAnswered(attempts: readonly SummaryAttempt[]): boolean {
  return attempts.some(({ source, outcome }) => source === 'model' && outcome === 'ok');
}

/** A summarizer that breaks its word by throwing, or never ends once nobody waits. */
async function settled(pending: ReturnType<Summarise>, signal: AbortSignal): ReturnType<Summarise> {
  try {
    return await untilAborted(signal, pending);
  } catch (error) {
    signal.throwIfAborted();
    const detail = `The summarizer failed (${error instanceof Error ? error.name : 'unknown'}).`;
    return { kind: 'failed', failure: 'other', detail, attempts: [] };
  }
}

function faultOf(text: string, { sourceTokens }: SummaryTask, tools: SummaryTools): string | undefined {
  if (text === '') return 'A summary came back empty.';
  const tokens = tokensOf(text, tools);
  if (tokens < sourceTokens * MOST_SHARE) return undefined;
  return `A summary of ${tokens} tokens came back for messages of ${sourceTokens}.`;
}

function cut(
  { request, sourceTokens }: SummaryTask,
  tools: SummaryTools,
): Omit<WrittenSummary, 'attempts' | 'warnings'> {
  const most = Math.max(1, Math.min(MOST_CUT_TOKENS, Math.floor(sourceTokens / 2)));
  const text = cutSummary(request.messages, most, (each) => tokensOf(each, tools));
  return { text, tokens: tokensOf(text, tools), level: CUT_LEVEL, source: 'extractive' };
}

function tokensOf(text: string, { countTokens }: SummaryTools): number {
  return countTokens({ role: 'user', content: text });
}

/** Summaries as messages, so that a summarizer can make one of them: what the model itself noted. */
export function asMessages(texts: readonly string[]): Messages {
  return texts.map((content) => ({ role: 'assistant', content }));
}

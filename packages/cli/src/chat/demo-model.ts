import { setTimeout as sleep } from 'node:timers/promises';
import type { Messages, ModelInfo } from '@hermes-context/contract';
import {
  contentText,
  estimateMessagesTokens,
  estimateTextTokens,
  estimateToolTokens,
  isRealUser,
  isSummary,
} from '@hermes-context/messages';
import { type ChatModel, ChatModelError, type ChatRequest } from '@hermes-context/providers';
import { demoAnswer } from './demo-answers.ts';

/** Its name, which `--model` and `/model` take too. */
export const DEMO_MODEL_NAME = 'demo';

const DEMO_PROVIDER = 'built-in';

/** Small, so that a newcomer sees a compaction within some turns. */
const DEMO_CONTEXT_TOKENS = 8_000;

/** What may be other than usual. */
export interface DemoModelOptions {
  /** Size of its window, in tokens. Default 8,000; larger fills later. */
  readonly contextTokens?: number;
  /** Wait in front of each piece of an answer, in milliseconds, for the eye of a person. Default 0: all at once. */
  readonly pieceDelayMs?: number;
}

/**
 * A model without a network: fixed answers about this program, which are always the same to the same conversation. It
 * behaves as one behind an endpoint does: it reports what was used, and refuses what is larger than its window.
 */
export function demoModel({ contextTokens = DEMO_CONTEXT_TOKENS, pieceDelayMs = 0 }: DemoModelOptions = {}): ChatModel {
  const info: ModelInfo = { name: DEMO_MODEL_NAME, contextTokens, provider: DEMO_PROVIDER };
  return {
    info,
    route: 'built-in:demo',
    async complete(request) {
      request.signal.throwIfAborted();
      const promptTokens = estimateMessagesTokens(request.messages) + estimateToolTokens(request.tools);
      if (promptTokens > contextTokens) throw tooLarge(promptTokens, contextTokens);
      const text = answerTo(request.messages);
      await stream(text, request, pieceDelayMs);
      const usage = { promptTokens, completionTokens: estimateTextTokens(text) };
      return { message: { role: 'assistant', content: text }, finish: 'stop', usage };
    },
  };
}

/** Whether a model is this one. */
export function isDemoModel({ name, provider }: ModelInfo): boolean {
  return name === DEMO_MODEL_NAME && provider === DEMO_PROVIDER;
}

function answerTo(messages: Messages): string {
  const asked = messages.filter(isRealUser);
  const place = { turn: Math.max(1, asked.length), hasSummary: messages.some(isSummary) };
  return demoAnswer(contentText(asked.at(-1)?.content ?? ''), place);
}

/** Some words at a time. */
const PIECES = /(?:\S+\s*){1,6}/g;

async function stream(text: string, { signal, onDelta }: ChatRequest, delayMs: number): Promise<void> {
  for (const piece of text.match(PIECES) ?? []) {
    if (delayMs > 0) await orItsReason(sleep(delayMs, undefined, { signal }), signal);
    signal.throwIfAborted();
    onDelta?.({ kind: 'text', text: piece });
  }
}

/** A timer rejects with an error of its own; the port promises the signal's reason. */
async function orItsReason(waiting: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await waiting;
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  }
}

function tooLarge(promptTokens: number, contextTokens: number): ChatModelError {
  return new ChatModelError({
    failure: 'context-length',
    model: DEMO_MODEL_NAME,
    detail: `The request has ${promptTokens} tokens, and the window of the demo has ${contextTokens}.`,
    status: 400,
    statedContextTokens: contextTokens,
    statedPromptTokens: promptTokens,
  });
}
